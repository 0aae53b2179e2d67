import { type Api, createApi, member, numberAt, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Instance, operate, startApp, startProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Size = { readonly rotations: number; readonly samples: number; readonly ofEach: number };
type Added = { readonly id: string; readonly number: string };
type Scene = { readonly harness: Harness; readonly database: Database; readonly instances: readonly Instance[] };

const WRITERS = 16;

export const keyRotation = declare<Size>({
  name: 'key-rotation',
  promise: 'While the data key is replaced under load, no call notices, and every number can be read afterwards.',
  quick: { rotations: 1, samples: 1, ofEach: 1 },
  full: { rotations: 20, samples: 40, ofEach: 2 },
  run: async (size, harness) => {
    const sqlite = newSqlite(harness);
    const together = await startApp(harness, 'together', sqlite.environment);
    const postgres = await newPostgres(harness);
    const several = await startProcesses(harness, postgres.environment, size.ofEach);
    const one = await rotate({ harness: within(harness, 'SQLite'), database: sqlite, instances: together }, size);
    const other = await rotate(
      { harness: within(harness, 'PostgreSQL'), database: postgres, instances: several },
      size,
    );
    return {
      size: `${size.rotations} rotations on each of 2 stores under ${WRITERS} writers`,
      figures: { 'children added meanwhile': one + other, 'numbers read again': 2 * size.samples },
    };
  },
});

const rotate = async ({ harness, database, instances }: Scene, { rotations, samples }: Size): Promise<number> => {
  const api = createApi(harness);
  const session = await api.join(instances[0] as Instance, person('mia@example.org'));
  const added: Added[] = [];
  const stop = new AbortController();
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    addChildren({ harness, api, instances, session, added, stop: stop.signal }, writer),
  );
  for (let rotation = 0; rotation < rotations; rotation += 1) {
    await waitUntil(() => added.length >= 10 * (rotation + 1));
    await operate(harness, database.environment, 'key', 'rotate');
  }
  const then = added.length;
  await waitUntil(() => added.length > then);
  stop.abort();
  await Promise.all(writing);
  // Evenly out of all: the first was encrypted under the first key, the last under the last.
  for (let nth = 0; nth < samples; nth += 1) {
    const { id, number } = added[Math.round((nth * (added.length - 1)) / Math.max(1, samples - 1))] as Added;
    const shown = await operate(harness, database.environment, 'child', 'export', id);
    if (!shown.includes(`"${number}"`)) harness.fail(`The number of ${id} is not what it was: ${shown.slice(0, 300)}`);
  }
  await verifyAuditTrail(harness, database);
  return added.length;
};

type Writing = Omit<Scene, 'database'> & {
  readonly api: Api;
  readonly session: string;
  readonly added: Added[];
  readonly stop: AbortSignal;
};

/** Each number is added a second time: it must be known whichever key it was encrypted under. */
const addChildren = async ({ harness, api, instances, session, added, stop }: Writing, writer: number) => {
  const ofA = instances.filter(({ variant }) => variant === 'A');
  const to = (nth: number): Instance => ofA[nth % ofA.length] as Instance;
  for (let nth = 0; !stop.aborted; nth += 1) {
    const child = { socSecNum: numberAt(writer, nth) };
    const reply = await api.addChild(to(nth), session, child);
    if (reply.status === 200) added.push({ id: member(reply, 'ChildID'), number: child.socSecNum });
    else harness.fail(`Adding a child was answered ${reply.text}`);
    const again = await api.addChild(to(nth + 1), session, child);
    if (again.code !== 'CHILD_KNOWN') harness.fail(`Adding a known number was answered ${again.text}`);
  }
};
