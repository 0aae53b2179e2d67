import type { Account } from '@health-case/domain/model/account';
import type { ListedTask, OpenTask, Task, Wish } from '@health-case/domain/model/case';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/cases.ts';
import { caseLists } from './case-lists.ts';
import { branded, ID, modelOf, type Stored, toInstant } from './rows.ts';

type TaskRow = Stored<Omit<Row.Task, 'doctorId' | 'closedPlace'>>;

const toTask = ({ id, caseId, title, closedAt, closedById, wishedById, neededBy }: TaskRow): Task => {
  const wish = wishedById === null ? undefined : branded<Wish>({ by: wishedById, neededBy: neededBy ?? undefined });
  const facts = { ...branded<Omit<OpenTask, 'status' | 'wish'>>({ id, caseId, title }), ...(wish && { wish }) };
  if (closedAt === null) return { ...facts, status: 'open' };
  const closedBy = closedById === null ? undefined : branded<Pick<Account, 'id'>>({ id: closedById }).id;
  return { ...facts, status: 'closed', closedAt: toInstant(closedAt), closedBy };
};

const toListedTask = ({ childId, ...row }: TaskRow & Pick<Row.Case, 'childId'>): ListedTask => ({
  ...toTask(row),
  ...branded<Pick<ListedTask, 'childId'>>({ childId }),
});

export const taskStore = (access: Access, { fieldsOf }: Sealer): Stores['tasks'] => {
  const { sql, read, write } = access;
  const { doctorsOf, tasksOf } = caseLists(access);
  const { opened, openedOne, seal } = fieldsOf('Task', 'title');
  return {
    find: async (id) => {
      const [, found] = await Promise.all([sql.lock(SQL.LOCK_CASE_OF_TASK, id), sql.rows(SQL.FIND_TASK, id)]);
      return modelOf(await openedOne(found[0]), toTask);
    },
    ofCase: async (caseId, { after = '', size }) =>
      (await opened(await sql.rows(SQL.TASKS_OF_CASE, caseId, after, size))).map(toTask),
    ofDoctor: async (doctorId, request, status) =>
      (await opened(await tasksOf([doctorId], request, status))).map(toListedTask),
    ofAssistant: async (assistantId, request, status) =>
      (await opened(await tasksOf(await doctorsOf(assistantId), request, status))).map(toListedTask),
    meantBy: async (id) => modelOf(await openedOne((await sql.rows(SQL.TASK_MEANT, id))[0]), toTask),
    anyOpenIn: async (caseId) => {
      const open = { where: { caseId, closedPlace: null }, select: ID };
      return (await read(({ task }) => task.findFirst(open))) !== null;
    },
    insert: async ({ id, caseId, title, wish }) => {
      const wished = [wish?.by ?? null, wish?.neededBy ?? null] as const;
      return sql.write(SQL.INSERT_TASK, id, caseId, await seal(id, 'title', title), ...wished);
    },
    rename: async ({ id, title }) => {
      const data = { title: await seal(id, 'title', title) };
      await write(({ task }) => task.updateMany({ where: { id }, data }));
    },
    save: ({ id, caseId, closedAt, closedBy = null }) =>
      sql.write(SQL.CLOSE_TASK, new Date(closedAt), caseId, id, closedBy),
    remove: (id) => write(({ task }) => task.deleteMany({ where: { id } })),
    reopen: ({ id }) => {
      const data = { closedAt: null, closedById: null, closedPlace: null };
      return write(({ task }) => task.updateMany({ where: { id }, data }));
    },
  };
};
