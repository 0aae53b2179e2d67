import { createApi, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { type Instances, operate, startApp, startProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';
import { judgeChildren, startParents } from './parents.ts';

type Size = { readonly rotations: number; readonly samples: number; readonly ofEach: number };

export const keyRotation = declare<Size>({
  name: 'key-rotation',
  promise: 'While the data key is replaced under load, no call notices, and every number can be read afterwards.',
  quick: { rotations: 1, samples: 2, ofEach: 1 },
  full: { rotations: 20, samples: 40, ofEach: 2 },
  run: async (size, harness) => {
    const sqlite = newSqlite(harness);
    const together = await startApp(harness, 'together', sqlite.environment);
    const postgres = await newPostgres(harness);
    const several = await startProcesses(harness, postgres.environment, size.ofEach);
    const one = await rotate(within(harness, 'SQLite'), sqlite, together, size);
    const other = await rotate(within(harness, 'PostgreSQL'), postgres, several, size);
    return {
      size: `${size.rotations} rotations on each of 2 stores under 16 writers`,
      figures: { 'children added meanwhile': one + other, 'numbers read again': 2 * size.samples },
    };
  },
});

const rotate = async (
  harness: Harness,
  database: Database,
  processes: Instances,
  { rotations, samples }: Size,
): Promise<number> => {
  const api = createApi(harness);
  const [to] = processes;
  const session = await api.join(to, person('mia@example.org'));
  const parents = startParents(harness, { session, instances: () => processes, writers: 16 });
  for (let rotation = 0; rotation < rotations; rotation += 1) {
    await parents.until('added', 10);
    await operate(harness, database.environment, 'key', 'rotate');
  }
  await parents.until('added', 10);
  await parents.stop();
  // Variant B keeps no numbers.
  const added = [...parents.added].filter(([number]) => number.startsWith('A'));
  // Evenly out of all: the first was encrypted under the first key, the last under the last.
  for (let nth = 0; nth < samples; nth += 1) {
    const [number, id] = added[Math.round((nth * (added.length - 1)) / Math.max(1, samples - 1))] ?? ['', ''];
    const shown = await operate(harness, database.environment, 'child', 'export', id);
    if (!shown.includes(`"${number}"`)) harness.fail(`The number of ${id} is not what it was: ${shown.slice(0, 300)}`);
    const again = await api.addChild(to, session, { socSecNum: number });
    if (again.code !== 'CHILD_KNOWN') harness.fail(`Adding a known number was answered ${again.text}`);
  }
  return judgeChildren(harness, database, parents.added.values());
};
