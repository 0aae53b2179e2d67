import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, person, Unanswered } from '@health-case/harness/client';
import { type Database, queryAt } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, median, repeat } from '@health-case/harness/load';
import { type Instance, operate, signalAll, startApp, treeOf } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { startParents } from '../parents-load.ts';
import { stopServing } from '../serving.ts';
import { type Pair, startPair } from './pair.ts';

/** Connections of a process (docs/several-machines.md). */
const MOST = 18;
const WRITERS = 16;

export const lostStandby = declare({
  name: 'lost-standby',
  promise:
    'Without the only synchronous standby, reads keep their pace, writes are refused in time, and no process has more than 18 connections.',
  // `away`: milliseconds without the standby. `usual`, `longest`: for the median of reads and for a call, in ms.
  quick: { away: 6000, sessions: 6, usual: 120_000, longest: 120_000 },
  full: { away: 600_000, sessions: 40, usual: 50, longest: 5500 },
  run: async ({ away, sessions, usual, longest }, harness) => {
    const serving = await startAll(harness, sessions);
    const { pair, parents } = serving;
    const counting = startCounting(harness, pair);
    const reads = await loseStandby(harness, serving, away);
    await parents.until('added', 100);
    const most = await counting.stop();
    const kept = await stopServing(harness, { parents, processes: serving.written }, pair.database);
    const slow = median(reads);
    if (slow > usual) harness.fail(`The median of reads was ${slow} ms.`);
    if (parents.counts.longest > longest) harness.fail(`A call took ${parents.counts.longest} ms.`);
    return {
      size: `${away / 1000} s without the standby, ${sessions} sessions, 3 processes`,
      figures: {
        ...kept,
        'reads, median (ms)': Math.round(slow),
        'longest write (ms)': parents.counts.longest,
        connections: most,
      },
    };
  },
});

type Serving = Awaited<ReturnType<typeof startAll>>;

/** Two processes over two servers, for parents who add children, and a third one that is only read. */
const startAll = async (harness: Harness, sessions: number) => {
  const pair = await startPair(harness);
  const start = (name: string) => startNamed(harness, pair.database, name);
  const [one, other, third] = await Promise.all([start('one'), start('other'), start('third')]);
  const api = createApi(harness);
  const ids = await inParallel(sessions, 4, (nth) => api.join(one, person(`mia${nth}@example.org`)));
  const written = [one, other];
  const options = { instances: () => written, writers: WRITERS, keys: 'half', mayFail: 'all' } as const;
  const parents = startParents(harness, { ...options, session: ids[0] ?? '' });
  await parents.until('added', 100);
  return { pair, start, written, third, api, ids, parents };
};

/** Stops the standby, and lets it go on. Resolves to the milliseconds that each read took meanwhile. */
const loseStandby = async (harness: Harness, serving: Serving, away: number): Promise<readonly number[]> => {
  const { pair, parents, third } = serving;
  const standby = treeOf(pair.standby().pid());
  signalAll(standby, 'SIGSTOP');
  const added = parents.added.size;
  await letUsesBeDue(pair);
  const readers = startReaders(harness, serving);
  await sleep(away);
  // What each had under way may have reached the standby before.
  if (parents.added.size > added + WRITERS) harness.fail('Writes were acknowledged without the standby.');
  await third.kill();
  await judgeNewcomers(harness, serving);
  const reads = await readers.stop();
  signalAll(standby, 'SIGCONT');
  return reads;
};

/** The last use of every session is so long ago that it has to be written. */
const letUsesBeDue = ({ database }: Pair) =>
  database.query(`
    SET synchronous_commit = local;
    UPDATE "Session" SET "lastUsedAt" = "lastUsedAt" - interval '2 minutes'
    WHERE "digest" IN (SELECT "digest" FROM "Session" FOR UPDATE SKIP LOCKED)`);

/** PostgreSQL knows the connections of a process by its name. */
const startNamed = async (harness: Harness, { environment }: Database, name: string): Promise<Instance> => {
  const url = `${environment['DATABASE_URL']}&application_name=${PROCESS}${name}`;
  const [instance] = await startApp(harness, name === 'other' ? 'variant-b' : 'variant-a', {
    ...environment,
    DATABASE_URL: url,
  });
  return instance;
};
const PROCESS = 'process-';

/** Parents list their children, with a pause, each time at another process in another session. */
const startReaders = (harness: Harness, { api, ids, written, third }: Serving) => {
  const LOOPS = 8;
  const milliseconds: number[] = [];
  const refusals: string[] = [];
  const { stop } = repeat(harness, LOOPS, async (loop, round) => {
    const serving = third.wasKilled() ? written : [...written, third];
    const to = serving[(loop + round) % serving.length] as Instance;
    const id = ids[(loop + LOOPS * round) % ids.length] ?? '';
    const asked = performance.now();
    const reply = await api.call(to, 'GET /api/Parent/children', { id, limit: '10' }).catch((error: unknown) => {
      if (error instanceof Unanswered && to.wasKilled()) return undefined;
      throw error;
    });
    if (reply) milliseconds.push(performance.now() - asked);
    if (reply && reply.status !== 200) refusals.push(reply.text);
    await sleep(100);
  });
  return {
    /** Resolves to the milliseconds that each read took. */
    stop: async (): Promise<readonly number[]> => {
      await stop();
      if (refusals.length > 0) harness.fail(`${refusals.length} reads were refused, the last with ${refusals.at(-1)}`);
      return milliseconds;
    },
  };
};

/** While the standby is away, a process starts and serves reads, and the operator's command finds a connection. */
const judgeNewcomers = async (harness: Harness, { pair, start, api, ids }: Serving) => {
  const attempt = (step: Promise<unknown>) =>
    step.catch((error: unknown) => harness.fail(`Without the standby: ${error}`));
  const readAtNew = async (): Promise<void> => {
    const { status, text } = await api.call(await start('fourth'), 'GET /api/Auth/me', { id: ids[0] });
    if (status !== 200) throw new Error(`a process that was started answered ${text}`);
  };
  const command = async (): Promise<void> => {
    const said = await operate(harness, pair.database.environment, 'signing-key', 'list').catch(String);
    // It has listed, even if it could not record that.
    if (!said.includes('CREATED')) throw new Error(said);
  };
  await attempt(readAtNew());
  await attempt(command());
};

/** Counts again and again how many connections each process has. One that is closing may still be there. */
const startCounting = (harness: Harness, pair: Pair) => {
  const counts = `
    SELECT application_name AS name, count(*) AS connections FROM pg_stat_activity
    WHERE application_name LIKE '${PROCESS}%' GROUP BY application_name`;
  let most = 0;
  let recent: readonly ReadonlyMap<unknown, number>[] = [];
  const { stop } = repeat(harness, 1, async () => {
    // Nobody can look while there is no connection left at all.
    const rows = await queryAt(pair.primary().url, counts).catch(() => []);
    const now = new Map(rows.map(({ name, connections }) => [name, Number(connections)]));
    recent = [...recent.slice(-3), now];
    const lasting = (name: unknown) => (recent.length < 4 ? 0 : Math.min(...recent.map((each) => each.get(name) ?? 0)));
    for (const name of now.keys()) most = Math.max(most, lasting(name));
    await sleep(500);
  });
  return {
    /** Resolves to the most that a process had, four times in a row. */
    stop: async (): Promise<number> => {
      await stop();
      if (most > MOST) harness.fail(`A process had ${most} connections.`);
      return most;
    },
  };
};
