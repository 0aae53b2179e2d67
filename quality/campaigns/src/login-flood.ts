import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, PASSWORD, person, retryAfter } from '@health-case/harness/client';
import { newSqlite } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, median, percent, percentile, repeat, waitUntil } from '@health-case/harness/load';
import { type Instance, type Instances, startApp, stopProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

/** P-22: how many passwords are hashed or wait for it, with the four threads of Node's pool. */
const HASHES = 65 * Math.max(1, Math.min(availableParallelism(), 4) - 1);

/**
 * In so many rounds, clients of one address make so many `logins` at once, beside so many `reads`. Then so many
 * `addresses` log in `rate` times a second, beside so many owners of accounts, each from an address of its own.
 */
const QUICK = { logins: 3 * HASHES, rounds: 1, reads: 300, addresses: 20, rate: 200, owners: 10, cost: 10 };
const FULL = { logins: 1000, rounds: 5, reads: 10_000, addresses: 100, rate: 634, owners: 50, cost: 12 };
/** Time is judged in full alone. */
type Size = typeof QUICK & { readonly strict: boolean };

export const loginFlood = declare<Size>({
  name: 'login-flood',
  promise:
    'Logins beyond P-22 get 503 at once, and reads keep 90 % of their pace. From 100 addresses, 95 % of correct logins succeed, half within 3 s.',
  quick: { ...QUICK, strict: false },
  full: { ...FULL, strict: true },
  run: async (size, harness) => {
    const one = await fromOneAddress(harness, size);
    const { share, took, refused, rate } = await fromMany(harness, size);
    const half = Math.round(median(took));
    const { logins, rounds, cost, addresses, owners, strict } = size;
    if (share < 0.95)
      harness.fail(`Of the correct logins ${percent(share)} succeeded, others not: ${refused.join(', ')}.`);
    if (strict && half > 3000) harness.fail(`Half of the correct logins took ${half} ms or more.`);
    return {
      size: `${rounds} × ${logins} logins; ${addresses} addresses, ${owners} owners; cost ${cost}`,
      figures: {
        'reads kept': percent(one.reads),
        'refused within (ms)': Math.round(one.refused),
        'logins a second': Math.round(rate),
        'correct ones succeeded': percent(share),
        'median (ms)': half,
      },
    };
  },
});

const start = (harness: Harness, environment: object, cost: number) =>
  startApp(harness, 'together', { ...environment, BCRYPT_COST: String(cost) });

/** Resolves to the share of their pace that reads keep, and to the time in which 99 of 100 refusals come. */
const fromOneAddress = async (harness: Harness, { logins, rounds, reads, cost, strict }: Size) => {
  const instances = await start(harness, newSqlite(harness).environment, cost);
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
  await stopProcesses(harness, [instances[0]]);
  return { reads: share, refused: p99 };
};
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Milliseconds from one owner to the next. */
const APART = 600;

/**
 * Resolves to the share of the correct logins that succeed, how many milliseconds these take, and how many others there
 * are a second. The process has seen none of the addresses and accounts before, so none has a place of its own.
 */
const fromMany = async (harness: Harness, { addresses, rate, owners, cost }: Size) => {
  const limits = { TRUST_PROXY: '1', LOGIN_FAILURES_PER_MINUTE: '20' };
  const settings = { ...newSqlite(harness).environment, ...limits };
  const api = createApi(harness);
  const [earlier] = await start(harness, settings, cost);
  await inParallel(owners, 8, (nth) => api.register(earlier, person(`owner.${nth}@example.org`)));
  await stopProcesses(harness, [earlier]);
  const instances = await start(harness, settings, cost);

  const [clients, started] = [addresses * 6, performance.now()];
  let sent = 0;
  const flood = repeat(harness, clients, async (client, nth, signal) => {
    const due = started + ((nth + Math.random()) * clients * 1000) / rate;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    sent += 1;
    const login = { email: `nobody.${client}.${nth}@example.org`, password: PASSWORD };
    const address = from(`10.0.0.${client % addresses}`);
    const { code, text } = await api.logIn(instances[client % instances.length] as Instance, login, address);
    if (!['CREDENTIALS_WRONG', 'OVERLOADED', 'THROTTLED'].includes(code ?? '')) harness.fail(`A login came to ${text}`);
  });
  await waitUntil(() => sent > 2 * HASHES);
  const [took, refused]: [number[], string[]] = [[], []];
  await inParallel(owners, owners, async (nth) => {
    await sleep(nth * APART);
    const begun = performance.now();
    const to = instances[nth % instances.length] as Instance;
    const { code } = await api.logIn(to, person(`owner.${nth}@example.org`), from(`192.0.2.${nth}`));
    const after = performance.now() - begun;
    if (code === undefined) took.push(after);
    else refused.push(`${code} after ${Math.round(after)} ms`);
  });
  const seconds = (performance.now() - started) / 1000;
  await flood.stop();
  return { share: took.length / owners, took, refused, rate: sent / seconds };
};

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
