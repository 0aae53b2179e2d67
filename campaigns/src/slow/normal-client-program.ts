import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '../ground/client.ts';
import type { NormalClientData, NormalClientReport } from './normal-client.ts';

/** Asks, until its thread is ended, and tells of its times when it is asked itself. */
const { ports, id } = workerData as NormalClientData;
const PAUSE = 4;

const ending = new AsyncDisposableStack();
const client = createClient({ ending, over: new AbortController().signal });
let [times, wrong]: [number[], string[]] = [[], []];

parentPort?.on('message', () => {
  const sorted = times.toSorted((a, b) => a - b);
  const report: NormalClientReport = { slowest: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, wrong };
  [times, wrong] = [[], []];
  parentPort?.postMessage(report);
});

for (let nth = 0; ; nth += 1) {
  const port = ports[nth % ports.length] ?? 0;
  const started = performance.now();
  const reply = await client(port, { path: '/api/Auth/me', body: { id } });
  times.push(performance.now() - started);
  if (reply.status !== 200) wrong.push(`A normal client came to ${reply.text}`);
  await sleep(PAUSE);
}
