import type { Account } from '@health-case/domain/model/account';
import type { ListedTask, OpenTask, Task } from '@health-case/domain/model/case';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { CHANGE, columnsOf, hot, lock, race, SKIP } from '../statement.ts';
import { OF_CERTIFICATION } from './case.ts';
import { caseLists, TASK } from './case-lists.ts';
import { branded, ID, type Stored, toInstant } from './rows.ts';

export const FIND_TASK = hot<[id: string]>('Each call about a task asks for it.').selecting(TASK)`WHERE "id" = $1`;
export const MEANT = `COALESCE((SELECT "id" FROM "Task" WHERE "id" = $1),
    (SELECT "id" FROM "Task" WHERE "caseId" = $1 AND "closedPlace" IS NOT NULL ORDER BY "closedPlace" DESC LIMIT 1))`;
export const TASK_MEANT = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).selecting(TASK)`WHERE "id" = ${MEANT}`;
export const TASKS_OF_CASE = hot<[caseId: string, after: string, size: number]>(
  'A list of the specification.',
).selecting(TASK)`WHERE "caseId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
export const LOCK_CASE_OF_TASK = lock<[taskId: string]>('What is found stays as it is.').sql`
  SELECT 1 FROM "Case" WHERE "id" = (SELECT "caseId" FROM "Task" WHERE "id" = $1)${CHANGE}`;

type Nullable = string | null;
type Added = [id: string, caseId: string, title: string, dueOn: Nullable, wishedById: Nullable];
/** If there is no such case, it fails. */
export const INSERT_TASK = hot<Added>('It is the doctor of the case who has the task: one statement looks and inserts.')
  .sql`
  INSERT INTO "Task" ("id", "caseId", "doctorId", "title", "dueOn", "wishedById")
  VALUES ($1, $2, (SELECT "doctorId" FROM "Case" WHERE "id" = $2), $3, $4, $5)`;
type Closed = [closedAt: Date, caseId: string, id: string, closedById: string | null];
export const CLOSE_TASK = race<Closed>('Its place follows the last.').sql`
  UPDATE "Task" SET "closedAt" = $1, "closedById" = $4,
    "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
  WHERE "id" = $3`;

const DUE = columnsOf('Task', 'id', 'doctorId', 'dueOn');
/** Those that have been due for longest. */
export const TAKE_DUE = race<[until: string, atMost: number]>('Each task is taken by one unit.').selecting(DUE)`
  WHERE "dueOn" <= $1 AND "closedAt" IS NULL AND "toldDueOn" IS DISTINCT FROM "dueOn"
  ORDER BY "dueOn", "id" LIMIT $2${SKIP}`;

type TaskRow = Stored<Omit<Row.Task, 'doctorId' | 'closedPlace' | 'toldDueOn'>>;

const toTask = ({ id, caseId, title, dueOn, wishedById, closedAt, closedById }: TaskRow): Task => {
  const facts = branded<Omit<OpenTask, 'status'>>({
    id,
    caseId,
    title,
    dueOn: dueOn ?? undefined,
    ...(wishedById !== null && { wishedBy: wishedById }),
  });
  if (closedAt === null) return { ...facts, status: 'open' };
  const closedBy = closedById === null ? undefined : branded<Pick<Account, 'id'>>({ id: closedById }).id;
  return { ...facts, status: 'closed', closedAt: toInstant(closedAt), closedBy };
};

const toListedTask = ({ childId, ...row }: TaskRow & Pick<Row.Case, 'childId'>): ListedTask => ({
  ...toTask(row),
  ...branded<Pick<ListedTask, 'childId'>>({ childId }),
});

export const taskStore = (access: Access, { fieldsOf }: Encryption): Stores['tasks'] => {
  const { sql, read, write } = access;
  const { tasksOf, countTasks } = caseLists(access);
  const { decrypted, decryptedOne, encrypt } = fieldsOf('Task');
  return {
    find: async (id) => {
      const [, found] = await Promise.all([sql.lock(LOCK_CASE_OF_TASK, id), sql.rows(FIND_TASK, id)]);
      return decryptedOne(found[0], toTask);
    },
    ofCase: async (caseId, { after = '', size }) =>
      decrypted(await sql.rows(TASKS_OF_CASE, caseId, after, size), toTask),
    ofDoctors: async (doctors, request, filter) => decrypted(await tasksOf(doctors, request, filter), toListedTask),
    count: countTasks,
    meantBy: async (id) => decryptedOne(await sql.one(TASK_MEANT, id), toTask),
    anyOpenIn: async (caseId) => {
      const open = { where: { caseId, closedPlace: null }, select: ID };
      return (await read(({ task }) => task.findFirst(open))) !== null;
    },
    insert: async ({ id, caseId, title, dueOn = null, wishedBy = null }) =>
      sql.write(INSERT_TASK, id, caseId, await encrypt(id, 'title', title), dueOn, wishedBy),
    rename: async ({ id, title, dueOn = null }) => {
      const data = { title: await encrypt(id, 'title', title), dueOn };
      await write(({ task }) => task.updateMany({ where: { id }, data }));
    },
    takeDue: async (until, atMost) => {
      const due = await sql.rows(TAKE_DUE, until, atMost);
      for (const { id, dueOn } of due)
        await write(({ task }) => task.updateMany({ where: { id }, data: { toldDueOn: dueOn } }));
      return due.map(({ doctorId }) => branded<Pick<Account, 'id'>>({ id: doctorId }).id);
    },
    save: ({ id, caseId, closedAt, closedBy = null }) =>
      sql.write(CLOSE_TASK, new Date(closedAt), caseId, id, closedBy),
    remove: (id) => write(({ task }) => task.deleteMany({ where: { id } })),
    reopen: ({ id }) => {
      const data = { closedAt: null, closedById: null, closedPlace: null };
      return write(({ task }) => task.updateMany({ where: { id }, data }));
    },
  };
};
