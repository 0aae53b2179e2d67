import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '../ground/client.ts';
import { stolenSeconds } from '../ground/of-process.ts';
import { type NormalClientData, type NormalClientReport, SPAN, type Span } from './normal-client.ts';

/** Asks, until its thread is ended, and tells of its times when it is asked itself. */
const { ports, id } = workerData as NormalClientData;
const PAUSE = 4;
/** The share of a span that may be stolen: what is slow beyond that, the service cannot help. */
const STOLEN_AT_MOST = 0.01;

const ending = new AsyncDisposableStack();
const client = createClient({ ending, over: new AbortController().signal });
let [spans, times, wrong]: [Span[], number[], string[]] = [[], [], []];
let stolen = stolenSeconds();

setInterval(() => {
  const before = stolen;
  stolen = stolenSeconds();
  spans.push({ times, quiet: stolen - before <= (STOLEN_AT_MOST * SPAN) / 1000 });
  times = [];
}, SPAN);

parentPort?.on('message', () => {
  parentPort?.postMessage({ spans, wrong } satisfies NormalClientReport);
  [spans, times, wrong] = [[], [], []];
});

for (let nth = 0; ; nth += 1) {
  const port = ports[nth % ports.length] ?? 0;
  const started = performance.now();
  const reply = await client(port, { path: '/api/Auth/me', body: { id } });
  times.push(performance.now() - started);
  if (reply.status !== 200) wrong.push(`A normal client came to ${reply.text}`);
  await sleep(PAUSE);
}
