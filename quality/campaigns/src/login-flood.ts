import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, PASSWORD, person, retryAfter } from '@health-case/harness/client';
import { newSqlite } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, median, percent, percentile, repeat, waitUntil } from '@health-case/harness/load';
import { type Instance, type Instances, startApp } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

/** P-22: how many passwords are hashed or wait for it, with the four threads of Node's pool. */
const HASHES = 65 * Math.max(1, Math.min(availableParallelism(), 4) - 1);

export const loginFlood = declare({
  name: 'login-flood',
  promise:
    'Logins beyond the bounds of P-22 are refused with 503 at once, and reads keep 90 % of their pace meanwhile.',
  // So many clients log in at once, in so many rounds, beside so many reads. Time is judged in full alone: reads must keep
  // their pace, and refusals come at once.
  quick: { logins: 3 * HASHES, rounds: 1, reads: 300, cost: 10, strict: false },
  full: { logins: 1000, rounds: 5, reads: 10_000, cost: 12, strict: true },
  run: async ({ logins, rounds, reads, cost, strict }, harness) => {
    const settings = { ...newSqlite(harness).environment, BCRYPT_COST: String(cost) };
    const instances = await startApp(harness, 'together', settings);
    const api = createApi(harness);
    const id = await api.join(instances[0], person('reader@example.org'));
    /** Eight who read as fast as they are answered: how many reads are answered in a millisecond. */
    const pace = async (): Promise<number> => {
      const started = performance.now();
      await inParallel(reads, 8, async (nth) => {
        const reply = await api.call(instances[nth % instances.length] as Instance, 'GET /api/Auth/me', { id });
        if (reply.status !== 200) harness.fail(`A reader was answered ${reply.text}`);
      });
      return reads / (performance.now() - started);
    };
    const [shares, refusals]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const one = startLogins(harness, instances, 1, `one.${round}`);
      const before = await pace();
      await one.stop();
      const flood = startLogins(harness, instances, logins, `flood.${round}`);
      await waitUntil(() => flood.refusedAfter.length >= logins - HASHES);
      await waitUntil(() => flood.waiting() <= HASHES, 30_000, `No more than ${HASHES} logins that wait`);
      shares.push((await pace()) / before);
      const alive = await api.call(instances[0], 'GET /healthz');
      if (alive.status !== 200) harness.fail(`While passwords were hashed, /healthz was answered ${alive.text}`);
      await flood.stop();
      refusals.push(...flood.refusedAfter);
    }
    const [share, p99] = [median(shares), percentile(refusals, 0.99)];
    if (strict && share < 0.9) harness.fail(`Reads kept ${percent(share)} of their pace.`);
    if (strict && p99 > 100) harness.fail(`One refusal in a hundred took ${Math.round(p99)} ms or more.`);
    return {
      size: `${rounds} × ${logins} logins, cost ${cost}`,
      figures: { 'reads kept in the flood': percent(share), '99 of 100 logins refused within (ms)': Math.round(p99) },
    };
  },
});

/** Milliseconds for which a login may wait for its hash (P-22). */
const LONGEST_WAIT = 15_000;

/** Clients that log in to accounts that are not there, each again after its answer, or when it is told to. */
const startLogins = (harness: Harness, instances: Instances, clients: number, name: string) => {
  const api = createApi(harness);
  const refusedAfter: number[] = [];
  let waiting = 0;
  const { stop } = repeat(harness, clients, async (client, nth, signal) => {
    const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    // Not all in one millisecond of this process, whose own work would be measured then.
    if (nth === 0) await pause(Math.random() * clients);
    const started = performance.now();
    waiting += 1;
    const login = { email: `${name}.${client}.${nth}@example.org`, password: PASSWORD };
    const reply = await api.logIn(instances[client % instances.length] as Instance, login);
    waiting -= 1;
    if (reply.code === 'CREDENTIALS_WRONG') return;
    if (reply.code !== 'OVERLOADED' || !reply.headers['retry-after']) harness.fail(`A login came to ${reply.text}`);
    const after = performance.now() - started;
    if (after < LONGEST_WAIT) refusedAfter.push(after);
    await pause(retryAfter(reply) * (0.5 + Math.random()));
  });
  return { waiting: () => waiting, refusedAfter, stop };
};
