import { setTimeout as sleep } from 'node:timers/promises';
import { queryAt } from '@health-case/harness/databases';
import { median } from '@health-case/harness/load';
import { Client } from 'pg';
import { addChild } from './data.ts';
import { applyLoad, writeRequests } from './load.ts';
import { type Run, startAll, startService } from './servers.ts';
import { newDatabase } from './stores.ts';
import { type Cells, printTable, say } from './table.ts';

const CLIENTS = 64;
const PENDING = `
  SELECT count(*)::int AS "count",
         coalesce(extract(epoch FROM clock_timestamp() AT TIME ZONE 'UTC' - min("at")) * 1000, 0)::float8 AS "age"
  FROM "AuditPending"`;

type Pending = { readonly count: number; readonly age: number };

/** What waits for its place in the audit trail, looked at twenty times a second until the work is done. */
const watch = async (url: string, work: () => Promise<unknown>): Promise<readonly Pending[]> => {
  const seen: Pending[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  for (; !isDone; await sleep(50)) seen.push(...((await queryAt(url, PENDING)) as Pending[]));
  await done;
  return seen;
};

/** How fast records get their places, from the first to the last, once somebody lets go of the end of the trail. */
const catchUp = async (url: string, add: () => Promise<unknown>): Promise<{ waited: number; rate: number }> => {
  const count = async () => ((await queryAt(url, PENDING)) as Pending[])[0]?.count ?? 0;
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; SELECT 1 FROM "AuditEnd" FOR UPDATE');
  await add();
  const waited = await count();
  await holder.query('COMMIT');
  await holder.end();
  // A process looks twice a second whether there are some.
  let left = waited;
  for (; left === waited; left = await count()) await sleep(5);
  const [begun, first] = [performance.now(), left];
  for (; left > 0; left = await count()) await sleep(20);
  return { waited, rate: (first * 1000) / (performance.now() - begun) };
};

/** P-09: how long records of changes wait for their places in the audit trail, and how fast they get them. */
export const measureSequencer = async (run: Run): Promise<void> => {
  const title = `Places in the audit trail beside adding children, PostgreSQL, ${CLIENTS} clients`;
  say(`${title} …`);
  const { all } = run.cores;
  const onAll = { ...run, cores: { all, server: all, load: all } };
  const rows: Record<string, Cells> = {};
  for (const count of [1, 4]) {
    const url = await newDatabase(onAll);
    const server = await startAll(count, () => startService(onAll, url, 'b'));
    const requests = writeRequests(`${run.folder}/sequencer.lua`, [addChild]);
    const add = (seed: number) =>
      applyLoad(onAll, server, { requests, connections: CLIENTS, seed, errors: 'some' }, run.seconds);
    await add(0);
    const rates: number[] = [];
    const ages: number[] = [];
    for (let seed = 1; seed <= run.rounds; seed += 1) {
      const seen = await watch(url, async () => void rates.push((await add(seed)).perSecond));
      ages.push(...seen.map(({ age }) => age));
    }
    ages.sort((one, other) => one - other);
    const p99 = ages[Math.floor(ages.length * 0.99)] ?? Number.NaN;
    const { waited, rate } = await catchUp(url, async () => {
      for (let seed = 1; seed <= 5; seed += 1) await add(run.rounds + seed);
    });
    rows[`service × ${count}`] = {
      'children/s': median(rates),
      'oldest record, p50 ms': median(ages),
      'p99 ms': p99,
      'records held': waited,
      'places/s': rate,
      met: p99 <= 1000 && rate >= 5000,
    };
    await server.stop();
  }
  printTable(title, rows);
};
