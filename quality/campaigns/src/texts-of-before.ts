import { createApi, member, person } from '@health-case/harness/client';
import { type Database, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { operate, startApp } from '@health-case/harness/processes';

/** Each text in the clear begins so, and ends with the id of its row. */
export const CLEAR = 'in the clear since 2025, row';

/** As the migration leaves it. */
const TASKS = [
  ...['account names', 'patient names', 'case titles', 'task titles', 'certification texts', 'history reasons'],
  'files',
];
const AT_ONCE = 500;

/** A store as an earlier version has left it: one child, one case, and so many tasks, with all texts in the clear. */
export const makeStoreOfBefore = async (harness: Harness, database: Database, tasks: number) => {
  const { environment, query } = database;
  const [to] = await startApp(harness, 'variant-a', environment);
  const api = createApi(harness);
  const parent = await api.join(to, person('parent@example.org'));
  const doctor = await api.join(to, person('doctor@example.org', 'Doc'));
  const of = async (endpoint: string, body: object, name: string) => member(await api.call(to, endpoint, body), name);
  const DocID = await of('GET /api/Auth/me', { id: doctor }, 'ID');
  const childId = member(await api.addChild(to, parent, { socSecNum: '756.1234' }), 'ChildID');
  const caseId = await of('POST /api/Case', { id: parent, ChildID: childId, DocID, title: 'Title' }, 'CaseID');
  const at = `/api/Case/${caseId}`;
  const taskId = await of(`POST ${at}/tasks`, { id: doctor, title: 'Title' }, 'TaskID');
  await api.call(to, `POST /api/Task/${taskId}/close`, { id: doctor });
  await api.call(to, `POST ${at}/certreq`, { id: parent });
  await api.call(to, `POST ${at}/certreq/issue`, { id: doctor, statement: 'Statement' });
  await api.call(to, `POST ${at}/finish`, { id: doctor });
  await api.call(to, `POST ${at}/reopen`, { id: doctor, reason: 'Reason' });
  await to.kill('SIGTERM');

  const idOf = (nth: number) => `01980000-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`;
  for (let first = 1; first <= tasks; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, tasks - first + 1);
    const rows = Array.from({ length: count }, (_, nth) => `('${idOf(first + nth)}', '${caseId}', '${DocID}', '')`);
    await query(`INSERT INTO "Task" ("id", "caseId", "doctorId", "title") VALUES ${rows.join(', ')}`);
  }
  for (const [table, text] of TEXTS) {
    const clear = `"${text}" = '${CLEAR} ' || "id", "sealed" = false`;
    await query(`UPDATE "${table}" SET ${clear} WHERE "${text}" IS NOT NULL`);
  }
  for (const table of ['AccountWord', 'PatientWord']) await query(`DELETE FROM "${table}"`);
  for (const [place, task] of TASKS.entries()) {
    await query(`INSERT INTO "Backlog" ("task", "place") VALUES ('${task}', ${place + 1})`);
  }
  return { childId };
};

const TEXTS = [
  ['Case', 'title'],
  ['Task', 'title'],
  ['Certification', 'statement'],
  ['CaseEvent', 'reason'],
] as const;

/** How many texts are in the clear. */
export const textsInTheClear = async (database: Database): Promise<number> => {
  let sum = 0;
  for (const [table, text] of TEXTS) {
    sum += await numberIn(database, `SELECT count(*) FROM "${table}" WHERE "${text}" LIKE '${CLEAR}%'`);
  }
  return sum;
};

type Row = { readonly id: string };
type File = {
  readonly cases: readonly (Row & {
    readonly title: string;
    readonly tasks: readonly (Row & { readonly title: string })[];
    readonly certifications: readonly (Row & { readonly statement?: string })[];
    readonly history: readonly (Row & { readonly reason?: string })[];
  })[];
};

/** Nothing is left to do, no text is in the clear, and each can be read as it was. */
export const judgeEncryption = async (harness: Harness, database: Database, childId: string, tasks: number) => {
  const { environment } = database;
  const left = await operate(harness, environment, 'data', 'encrypt', '--status', '--json');
  if (JSON.parse(left).length > 0) harness.fail(`There is left: ${left}`);
  const clear = await textsInTheClear(database);
  if (clear > 0) harness.fail(`${clear} texts are in the clear.`);
  const { cases }: File = JSON.parse(await operate(harness, environment, 'child', 'export', childId));
  const all = cases.flatMap((one) => [
    [one.id, one.title],
    ...one.tasks.map(({ id, title }) => [id, title]),
    ...one.certifications.map(({ id, statement }) => [id, statement]),
    ...one.history.filter(({ reason }) => reason !== undefined).map(({ id, reason }) => [id, reason]),
  ]);
  const wrong = all.filter(([id, text]) => text !== `${CLEAR} ${id}`);
  if (wrong.length > 0) harness.fail(`${wrong.length} texts are not as they were: ${JSON.stringify(wrong[0])}`);
  // The tasks of the beginning, the case, the certification, the reason.
  if (all.length !== tasks + 4) harness.fail(`There are ${all.length} texts, and ${tasks + 4} were there.`);
  await verifyAuditTrail(harness, database);
};
