import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openSlowClient, type SlowClient } from './slow-client.ts';
import type { SlowCrowdData, SlowCrowdQuestion } from './slow-crowd.ts';

const { instances, id, sockets, coming } = workerData as SlowCrowdData;
const TICKS = 250;

// These would be on other machines, and take nothing of this one's time but what the service needs for them.
setPriority(19);

const slow: SlowClient[] = [];
let tick = 0;
// Each sends a byte a second, a few of them at the same moment: many would be a flood.
const trickle = setInterval(() => {
  tick += 1;
  slow.forEach((one, nth) => {
    if (nth % TICKS === tick % TICKS) one.trickle();
  });
}, 1000 / TICKS);

const come = async (): Promise<readonly string[]> => {
  for (let nth = 0; nth < sockets; nth += 1) {
    const to = instances[nth % instances.length];
    if (to) slow.push(openSlowClient(to, id, nth));
    await sleep(coming / sockets);
  }
  return [];
};

const end = async (timedOut: boolean): Promise<readonly string[]> => {
  clearInterval(trickle);
  const wrong: string[] = [];
  for (const one of slow) await one.end((sentence) => wrong.push(sentence), timedOut);
  return wrong;
};

parentPort?.on('message', async (question: SlowCrowdQuestion) => {
  parentPort?.postMessage(await (question === 'come' ? come() : end(question.timedOut)));
});
