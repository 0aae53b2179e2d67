import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '../ground/client.ts';
import { stolenSeconds } from '../ground/of-process.ts';
import type { NormalClientData, NormalClientReport } from './normal-client.ts';

/** Asks, until its thread is ended, and tells of its times when it is asked itself. */
const { ports, id } = workerData as NormalClientData;
const PAUSE = 4;
/** Milliseconds, and the share of them that may be stolen: what is slow beyond that, the service cannot help. */
const [SPAN, STOLEN_AT_MOST] = [500, 0.01];

const ending = new AsyncDisposableStack();
const client = createClient({ ending, over: new AbortController().signal });
const nothing = (): NormalClientReport => ({ times: [], kept: 0, leftOut: 0, wrong: [] });
let [report, span, stolen]: [NormalClientReport, number[], number] = [nothing(), [], stolenSeconds()];

setInterval(() => {
  const before = stolen;
  stolen = stolenSeconds();
  if (stolen - before > STOLEN_AT_MOST * (SPAN / 1000)) report.leftOut += 1;
  else {
    report.kept += 1;
    report.times.push(...span);
  }
  span = [];
}, SPAN);

parentPort?.on('message', () => {
  parentPort?.postMessage(report);
  [report, span] = [nothing(), []];
});

for (let nth = 0; ; nth += 1) {
  const port = ports[nth % ports.length] ?? 0;
  const started = performance.now();
  const reply = await client(port, { path: '/api/Auth/me', body: { id } });
  span.push(performance.now() - started);
  if (reply.status !== 200) report.wrong.push(`A normal client came to ${reply.text}`);
  await sleep(PAUSE);
}
