import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, newPostgres } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { declare } from './campaign.ts';
import { type Serving, startServing, stopServing, untilAllServe } from './serving.ts';

export const databaseRestarts = declare({
  name: 'database-restarts',
  promise:
    'When PostgreSQL restarts or ends connections, nothing acknowledged is lost or doubled; all serve 2 s after it does.',
  // A call must be answered in `longest` ms. All processes must serve `recovery` ms after the database does, beyond
  // what the same calls take anyway.
  quick: { ofEach: 1, restarts: 1, terminations: 3, longest: 25_000, recovery: 25_000 },
  full: { ofEach: 2, restarts: 20, terminations: 50, longest: 5500, recovery: 2000 },
  run: async (size, harness) => {
    const server = await startPostgresServer();
    harness.defer(server.remove);
    const database = await newPostgres(harness, server.url);
    const serving = await startServing(harness, database, { ofEach: size.ofEach, writers: 24 });
    let usual = 0;
    for (let nth = 0; nth < 10; nth += 1) usual = Math.max(usual, await untilAllServe(serving));
    const recoveries: number[] = [];
    for (let nth = 0; nth < size.restarts + size.terminations; nth += 1) {
      await sleep(300);
      if (nth < size.restarts) {
        // Without a checkpoint, so that the server recovers from the log.
        await server.stop('SIGQUIT');
        await judgeReadiness(harness, serving, size.longest);
        // Every fifth time the database is away for longer than a call waits.
        await sleep(nth % 5 === 4 ? 6000 : Math.random() * 500);
        await server.start();
      } else await endConnections(harness, database, nth);
      recoveries.push(await untilAllServe(serving));
    }
    const slowest = Math.max(...recoveries);
    if (slowest - usual > size.recovery) harness.fail(`Recovery took ${slowest} ms, and usually at most ${usual}.`);
    const kept = await stopServing(harness, serving, database);
    const { longest } = serving.parents.counts;
    if (longest > size.longest) harness.fail(`A call took ${longest} ms.`);
    return {
      size: `${size.restarts} immediate restarts, ${size.terminations} terminations, ${serving.processes.length} processes`,
      figures: {
        ...kept,
        'slowest reply (ms)': longest,
        'longest recovery (ms)': slowest,
        'usual (ms)': usual,
      },
    };
  },
});

/** All, or one. */
const endConnections = async ({ fail }: Harness, { query }: Database, nth: number): Promise<void> => {
  const others = 'pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  const some = nth % 2 === 0 ? '' : 'ORDER BY random() LIMIT 1';
  const ended = await query(`SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM ${others} ${some}) AS backends`);
  if (ended.length === 0) fail('There was no connection to end.');
};

/** While there is no database. */
const judgeReadiness = async (harness: Harness, { api, processes }: Serving, longest: number): Promise<void> => {
  for (const to of processes) {
    const asked = performance.now();
    const { status, text } = await api.call(to, 'GET /readyz');
    if (status !== 503) harness.fail(`Without a database /readyz was answered ${text}`);
    if (performance.now() - asked > longest) harness.fail('Without a database /readyz took too long.');
  }
};
