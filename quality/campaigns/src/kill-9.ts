import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { type App, type Instance, startApp } from '@health-case/harness/processes';
import { declare } from './campaign.ts';
import { judgeChildren, startParents } from './parents-load.ts';

type Store = keyof typeof STORES;
type Size = { readonly kills: number; readonly writers: number; readonly stores: readonly Store[] };

const STORES = {
  SQLite: { open: newSqlite, apps: ['together'] },
  PostgreSQL: { open: newPostgres, apps: ['variant-a', 'variant-b', 'together'] },
} as const;

export const kill9 = declare<Size>({
  name: 'kill-9',
  promise:
    'What is acknowledged before a process is killed is stored whole; what is sent again with its Idempotency-Key is done once.',
  quick: { kills: 1, writers: 16, stores: ['SQLite'] },
  full: { kills: 200, writers: 64, stores: ['SQLite', 'PostgreSQL'] },
  run: async (size, harness) => {
    let kept = 0;
    for (const name of size.stores) {
      const { open, apps } = STORES[name];
      kept += await killUnderLoad(within(harness, name), await open(harness), apps, size);
    }
    return {
      size: `${size.kills} × kill -9 on each of ${size.stores.length} stores under ${size.writers} writers`,
      figures: { 'children kept': kept },
    };
  },
});

const killUnderLoad = async (harness: Harness, database: Database, apps: readonly App[], { kills, writers }: Size) => {
  const { environment } = database;
  const serving = await Promise.all(apps.map((app) => startApp(harness, app, environment)));
  const session = await createApi(harness).join(serving[0]?.[0] as Instance, person('mia@example.org'));
  const instances = () => serving.flat();
  const parents = startParents(harness, { session, instances, writers, mayFail: 'children' });
  for (let kill = 0; kill < kills; kill += 1) {
    await parents.until('added');
    await sleep(Math.random() * 500);
    const program = kill % apps.length;
    await serving[program]?.[0]?.kill('SIGKILL');
    serving[program] = await startApp(harness, apps[program] as App, environment);
  }
  await parents.stop();
  return judgeChildren(harness, database, parents.added.values());
};
