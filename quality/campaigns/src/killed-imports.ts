import { setTimeout as sleep } from 'node:timers/promises';
import { createApi, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, within } from '@health-case/harness/harness';
import { createImports, listOf } from '@health-case/harness/imports';
import { startApp, startPortal } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Size = { readonly kills: readonly [sqlite: number, postgresql: number]; readonly rows: number };

export const killedImports = declare<Size>({
  name: 'killed-imports',
  promise:
    'An import that is killed while its list comes, is checked or is entered goes on: no child is entered twice, none is lost, and its report is true.',
  quick: { kills: [3, 1], rows: 200 },
  full: { kills: [50, 3], rows: 400 },
  run: async ({ kills: [onSqlite, onPostgres], rows }, harness) => {
    const sqlite = await killImports(within(harness, 'SQLite'), newSqlite(harness), onSqlite, rows);
    const postgres = await killImports(within(harness, 'PostgreSQL'), await newPostgres(harness), onPostgres, rows);
    return {
      size: `${onSqlite} × kill -9 on SQLite and ${onPostgres} on PostgreSQL during imports of ${rows} rows`,
      figures: { 'children entered': sqlite.children + postgres.children, 'killed at': sqlite.at.join(' ') },
    };
  },
});

const DOCTOR = 'doctor@example.org';
/** What is killed: in turn. */
const PHASES = ['commit', 'reading', 'preview'] as const;

const killImports = async (harness: Harness, database: Database, kills: number, rows: number) => {
  const [service] = await startApp(harness, 'variant-a', database.environment);
  await createApi(harness).register(service, person(DOCTOR, 'Doc'));
  await database.query(`UPDATE "Account" SET "isManager" = true WHERE "email" = '${DOCTOR}'`);
  const start = async () => {
    const portal = await startPortal(harness, database.environment);
    return { portal, imports: await createImports(portal, DOCTOR, database) };
  };
  let { portal, imports } = await start();
  const startAgain = async () => {
    await portal.kill('SIGKILL');
    ({ portal, imports } = await start());
    // Nobody waits until another process may go on.
    await database.query(`UPDATE "Import" SET "dueAt" = "startedAt"`);
  };
  const at: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const [list, phase] = [listOf(rows, [DOCTOR], kill * rows), PHASES[kill % PHASES.length]];
    let id = '';
    if (phase === 'reading') {
      // Its reply is lost, so it is sent again.
      const lost = imports.sendList(list).catch(() => undefined);
      await sleep(Math.random() * 1000);
      await startAgain();
      await lost;
      id = await imports.sendList(list);
    } else id = await imports.sendList(list);
    const untilAny = async (state: string, from: number) => {
      while ((await imports.of(id)).state === state && (await imports.of(id)).done < from) await sleep(10);
      at.push((await imports.of(id)).done);
      await startAgain();
    };
    if (phase === 'preview') await untilAny('checking', Math.random() * rows);
    await imports.until(id, 'checked');
    await imports.commitList(id);
    if (phase === 'commit') await untilAny('committing', Math.random() * rows);
    await imports.until(id, 'committed');
    await judge(harness, database, imports, { id, rows, children: (kill + 1) * rows });
  }
  const again = await imports.sendList(listOf(rows, [DOCTOR]));
  await imports.until(again, 'checked');
  const { same } = await imports.results(again);
  if (same !== rows) harness.fail(`Of ${rows} rows that were entered ${same} were found the same.`);
  await portal.kill('SIGTERM');
  await verifyAuditTrail(harness, database);
  return { children: await numberIn(database, 'SELECT COUNT(*) FROM "Child"'), at };
};

type Imports = Awaited<ReturnType<typeof createImports>>;
type Expected = { readonly id: string; readonly rows: number; readonly children: number };

const judge = async ({ fail }: Harness, database: Database, imports: Imports, { id, rows, children }: Expected) => {
  const { entered } = await imports.results(id);
  if (entered !== rows) fail(`Of ${rows} rows ${entered} were entered.`);
  const counts = {
    'children of other names': 'SELECT COUNT(*) FROM (SELECT DISTINCT "firstName", "lastName" FROM "Child") c',
    children: 'SELECT COUNT(*) FROM "Child"',
    cases: 'SELECT COUNT(*) FROM "Case"',
    'cases in histories': `SELECT COUNT(*) FROM "CaseEvent" WHERE "action" = 'case opened'`,
    'children in reports': `SELECT COUNT(DISTINCT c."id") FROM "ImportRow" r JOIN "Child" c ON c."id" = r."childId"
      WHERE r."result" = 'entered'`,
    'rows entered': `SELECT COUNT(*) FROM "ImportRow" WHERE "result" = 'entered'`,
  };
  for (const [what, sql] of Object.entries(counts)) {
    const found = await numberIn(database, sql);
    if (found !== children) fail(`${found} ${what} after ${children} rows.`);
  }
};
