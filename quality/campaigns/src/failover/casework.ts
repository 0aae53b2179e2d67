import { type Api, keyed, member } from '@health-case/harness/client';
import { type Database, numberIn } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import type { Insist } from '../parents.ts';

export type People = {
  /** Sessions of a parent and of a doctor. */
  readonly parent: string;
  readonly doctor: string;
  readonly doctorId: string;
};

/** Cases and tasks that were acknowledged: their ids. */
export type Casework = {
  readonly done: Readonly<Record<'cases' | 'tasks' | 'closed', ReadonlySet<string>>>;
  /** Opens a case of a child, adds a task and closes it. The titles are the child's number. */
  readonly workOn: (child: { readonly id: string; readonly number: string }, insist: Insist) => Promise<void>;
};

export const createCasework = (api: Api, { parent, doctor, doctorId }: People): Casework => {
  const done = { cases: new Set<string>(), tasks: new Set<string>(), closed: new Set<string>() };
  const workOn: Casework['workOn'] = async ({ id: ChildID, number: title }, insist) => {
    const opening = { id: parent, ChildID, DocID: doctorId, title };
    const opened = await insist((to) => api.call(to, 'POST /api/Case', opening, keyed(`${title}-case`)));
    if (!opened) return;
    const id = member(opened, 'CaseID');
    done.cases.add(id);
    const adding = { id: doctor, title };
    const added = await insist((to) => api.call(to, `POST /api/Case/${id}/tasks`, adding, keyed(`${title}-task`)));
    if (!added) return;
    const task = member(added, 'TaskID');
    done.tasks.add(task);
    const closing = `POST /api/Task/${task}/close`;
    const closed = await insist((to) => api.call(to, closing, { id: doctor }), 'TASK_ALREADY_CLOSED');
    if (closed) done.closed.add(task);
  };
  return { done, workOn };
};

/** Every acknowledged case and task is kept under its id and none twice; a closed one is closed; each has its one record. */
export const judgeCasework = async (harness: Harness, database: Database, { done }: Casework): Promise<number> => {
  const counts = [
    await judge(harness, database, 'SELECT "id", "title" FROM "Case"', 'case opened', done.cases),
    await judge(harness, database, 'SELECT "id", "title" FROM "Task"', 'task added', done.tasks),
    await judge(
      harness,
      database,
      'SELECT "id", "title" FROM "Task" WHERE "closedAt" IS NOT NULL',
      'task closed',
      done.closed,
    ),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
};

/** Resolves to how many rows there are. */
const judge = async (
  { fail }: Harness,
  database: Database,
  sql: string,
  action: string,
  acknowledged: ReadonlySet<string>,
): Promise<number> => {
  const rows = await database.query(sql);
  const kept = new Set(rows.map((row) => row['id']));
  const lost = [...acknowledged].filter((id) => !kept.has(id)).length;
  if (lost > 0) fail(`${lost} acknowledged ones are lost: ${action}.`);
  const doubled = rows.length - new Set(rows.map((row) => row['title'])).size;
  if (doubled > 0) fail(`${doubled} are kept more than once: ${action}.`);
  const records = `FROM "AuditRecord" WHERE "action" = '${action}' AND "outcome" = 'OK'`;
  const [all, recorded] = [
    await numberIn(database, `SELECT count(*) ${records}`),
    await numberIn(database, `SELECT count(DISTINCT "on") ${records}`),
  ];
  if (all !== rows.length || recorded !== all) fail(`${rows.length} have ${all} records, of ${recorded}: ${action}.`);
  return rows.length;
};
