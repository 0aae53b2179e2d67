import { readdirSync, readFileSync } from 'node:fs';
import { createBrowser } from '@health-case/harness/browser';
import { createApi, member, PASSWORD, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { inParallel, waitUntil } from '@health-case/harness/load';
import { operate, startApp, startPortal } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

/** Cases of one doctor, three for each parent. */
type Size = { readonly cases: number; readonly kills: number };

export const killedHandovers = declare<Size>({
  name: 'killed-handovers',
  promise:
    'When the handing over of the cases of a doctor who has left is killed and begun again, each case is handed over once, a child’s cases together, and each parent and new doctor is told once.',
  quick: { cases: 30, kills: 3 },
  full: { cases: 300, kills: 10 },
  run: async (size, harness) => {
    const sqlite = await killHandover(within(harness, 'SQLite'), newSqlite(harness), size);
    const postgres = await killHandover(within(harness, 'PostgreSQL'), await newPostgres(harness), size);
    return {
      size: `${size.cases} cases of a doctor, ${size.kills} × kill -9 on each of 2 stores`,
      figures: { 'handed over': sqlite + postgres },
    };
  },
});

const LEAVER = 'leaver@example.org';
const RECEIVERS = ['first@example.org', 'second@example.org'];
const MANAGER = 'manager@example.org';
const parentOf = (nth: number): string => `parent.${nth}@example.org`;

const killHandover = async (harness: Harness, store: Database, { cases, kills }: Size) => {
  const mails = scratchFolder(harness);
  const database = { ...store, environment: { ...store.environment, MAIL_URL: `file:${mails}` } };
  const { environment, query } = database;
  await openCases(harness, database, cases);
  const ids = await query('SELECT "id", "email" FROM "Account"');
  const idOf = (email: string) => String(ids.find((one) => one['email'] === email)?.['id']);
  await operate(harness, environment, 'account', 'disable', LEAVER);
  const receivers = RECEIVERS.map(idOf).join('_');
  const left = () => numberIn(database, `SELECT COUNT(*) FROM "Case" WHERE "doctorId" = '${idOf(LEAVER)}'`);
  const start = async () => {
    const portal = await startPortal(harness, environment);
    const browser = createBrowser(`http://localhost:${portal.port}`);
    await browser.send('/sign-in', { email: MANAGER, password: PASSWORD });
    /** One press of the button: as many as fit into one. */
    const give = async () => {
      const { path } = await browser.send(`/manage/staff/${idOf(LEAVER)}/cases`, { receivers });
      await browser.send(path, {});
    };
    return { portal, give };
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const { portal, give } = await start();
    let isGiving = true;
    const giving = (async () => {
      while (isGiving && (await left()) > 0) await give();
    })().catch(() => undefined);
    await waitUntil(async () => (await left()) <= cases - ((kill + 0.5) * cases) / kills, 120_000, 'The handover');
    isGiving = false;
    await portal.kill('SIGKILL');
    await giving;
  }
  const { portal, give } = await start();
  const isGiven = async () => {
    await give();
    return (await left()) === 0;
  };
  await waitUntil(isGiven, 120_000, 'The rest of the handover');
  // Sent once more, as by a second click.
  await give();
  await waitUntil(
    async () => (await numberIn(database, 'SELECT COUNT(*) FROM "Mail"')) === 0,
    300_000,
    'The last mail',
  );
  await portal.kill('SIGTERM');
  await judge(harness, database, cases);
  judgeMails(harness, mails, cases / 3);
  return numberIn(database, `SELECT COUNT(*) FROM "CaseEvent" WHERE "action" = 'case handed over'`);
};

/** Each parent has a child with two cases, of which the first is finished, and one with one. */
const openCases = async (harness: Harness, { environment, query }: Database, cases: number): Promise<void> => {
  const [service] = await startApp(harness, 'variant-a', environment);
  const { addChild, call, join, register } = createApi(harness);
  for (const email of [...RECEIVERS, MANAGER]) await register(service, person(email, 'Doc'));
  await query(`UPDATE "Account" SET "isManager" = true WHERE "email" = '${MANAGER}'`);
  const doctor = await join(service, person(LEAVER, 'Doc'));
  const DocID = member(await call(service, 'GET /api/Auth/me', { id: doctor }), 'ID');
  await inParallel(cases / 3, 4, async (nth) => {
    const id = await join(service, person(parentOf(nth)));
    const children = await inParallel(2, 1, async (one) =>
      member(await addChild(service, id, { socSecNum: `756.${nth}.${one}` }), 'ChildID'),
    );
    const [finished] = await inParallel(3, 1, async (one) => {
      const opened = { id, ChildID: children[one % 2] ?? '', DocID, title: 'Asthma' };
      return member(await call(service, 'POST /api/Case', opened), 'CaseID');
    });
    await call(service, `POST /api/Case/${finished}/finish`, { id: doctor });
  });
  await service.kill('SIGTERM');
};

const judge = async (harness: Harness, database: Database, cases: number): Promise<void> => {
  const receivers = RECEIVERS.map((email) => `'${email}'`).join();
  const counts = {
    cases: 'SELECT COUNT(*) FROM "Case"',
    'cases of those who take them': `SELECT COUNT(*) FROM "Case" c JOIN "Account" a ON a."id" = c."doctorId"
      WHERE a."email" IN (${receivers})`,
    'handovers in histories': `SELECT COUNT(*) FROM "CaseEvent" WHERE "action" = 'case handed over'`,
    'cases that were handed over to their doctor': `SELECT COUNT(DISTINCT c."id") FROM "Case" c
      JOIN "CaseEvent" e ON e."caseId" = c."id" AND e."action" = 'case handed over' AND e."toId" = c."doctorId"`,
    'handovers in the audit trail': `SELECT COUNT(*) FROM "AuditRecord" WHERE "action" = 'case handed over'
      AND "outcome" = 'OK'`,
  };
  await verifyAuditTrail(harness, database);
  for (const [what, sql] of Object.entries(counts)) {
    const found = await numberIn(database, sql);
    if (found !== cases) harness.fail(`${found} ${what} after ${cases} cases.`);
  }
  const parted = `SELECT COUNT(*) FROM (SELECT "childId" FROM "Case" GROUP BY "childId" HAVING COUNT(DISTINCT "doctorId") > 1) p`;
  const torn = await numberIn(database, parted);
  if (torn > 0) harness.fail(`${torn} children have cases with two doctors.`);
};

/** A mail that is sent again replaces its file. */
const judgeMails = ({ fail }: Harness, folder: string, parents: number): void => {
  const mails = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const told = (to: string, subject: string) =>
    mails.filter((mail) => mail.includes(`\nTo: ${to}\n`) && mail.includes(`\nSubject: ${subject}\n`)).length;
  const all = [
    ...RECEIVERS.map((to) => [to, 'Something was handed over to you'] as const),
    ...Array.from(
      { length: parents },
      (_, nth) => [parentOf(nth), 'Somebody else looks after an entry of yours'] as const,
    ),
  ];
  for (const [to, subject] of all) if (told(to, subject) !== 1) fail(`${to} was told ${told(to, subject)} times.`);
};
