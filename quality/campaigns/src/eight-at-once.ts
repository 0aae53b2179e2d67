import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { campaign } from './campaign.ts';
import { type Client, createClient } from './ground/client.ts';
import { type Database, newPostgres } from './ground/database.ts';
import type { Ground } from './ground/ground.ts';
import { type Instance, startProcesses } from './ground/processes.ts';
import { arrive, callsOf, child, endpoint, person } from './ground/words.ts';

type Size = { readonly rounds: number; readonly ofEach: number };

const migrations = readdirSync(join(import.meta.dirname, '../../../prisma/postgresql/migrations'), {
  withFileTypes: true,
}).filter((entry) => entry.isDirectory());

/** Many processes come to an empty database at the same moment: one migrates it, one makes its keys, and all serve it. */
export const eightAtOnce = campaign<Size>(
  'eight-at-once',
  { quick: { rounds: 1, ofEach: 4 }, full: { rounds: 20, ofEach: 4 } },
  async ({ rounds, ofEach }, ground) => {
    const client = createClient(ground);
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const database = await newPostgres(ground);
      const started = performance.now();
      const processes = await startProcesses(ground, database.environment, ofEach);
      slowest = Math.max(slowest, performance.now() - started);
      await migratedOnce(ground, database);
      await serveOneStore(ground, client, processes);
      await Promise.all(processes.map(({ kill }) => kill()));
    }
    const size = `${rounds} × ${2 * ofEach} processes at once on an empty database`;
    return { size, figures: { migrations: migrations.length, 'slowest until all serve (ms)': Math.round(slowest) } };
  },
);

/** Prisma's table has a row for each time that a migration was begun. */
const migratedOnce = async ({ wrong }: Ground, { query }: Database): Promise<void> => {
  const rows = await query('SELECT migration_name, finished_at, rolled_back_at FROM _prisma_migrations');
  const finished = rows.filter((row) => row['finished_at'] !== null && row['rolled_back_at'] === null);
  if (rows.length !== migrations.length || finished.length !== migrations.length) {
    wrong(`${migrations.length} migrations left ${rows.length} rows, ${finished.length} of them finished.`);
  }
};

/** A session of one process holds in all; and all compare numbers under one key, or a child would be added twice. */
const serveOneStore = async ({ wrong }: Ground, client: Client, processes: readonly Instance[]): Promise<void> => {
  const call = callsOf(client);
  const [first] = processes;
  if (!first) throw new Error('No process was started.');
  const id = await arrive(call, first, person('mia@example.org'));
  let added = 0;
  for (const to of processes) {
    const ready = await call(to, 'GET /readyz');
    const me = await call(to, 'GET /api/Auth/me', { id });
    if (ready.status !== 200 || me.status !== 200) wrong(`A process does not serve: ${ready.text} ${me.text}`);
    if (to.variant === 'B') continue;
    const numbered = { id, ...child('Ada'), socSecNum: '756.1234' };
    const reply = await call(to, endpoint('A', 'addChild'), numbered);
    if (reply.status === 200) added += 1;
    else if (reply.code !== 'CHILD_KNOWN') wrong(`Adding a child came to ${reply.text}`);
  }
  if (added !== 1) wrong(`A child with one number was added ${added} times.`);
};
