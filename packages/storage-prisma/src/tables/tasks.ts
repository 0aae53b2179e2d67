import type { ListedTask, OpenTask } from '@health-case/domain/model/case';
import type { StoredTask, Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/cases.ts';
import { caseLists } from './case-lists.ts';
import { branded, ID, modelOf, type Stored, toInstant } from './rows.ts';

type TaskRow = Stored<Omit<Row.Task, 'doctorId' | 'closedPlace'>>;

const toTask = ({ id, caseId, title, closedAt }: TaskRow): StoredTask => {
  const facts = branded<Omit<StoredTask<OpenTask>, 'status'>>({ id, caseId, title });
  if (closedAt === null) return { ...facts, status: 'open' };
  return { ...facts, status: 'closed', closedAt: toInstant(closedAt) };
};

const toListedTask = ({ childId, ...row }: TaskRow & Pick<Row.Case, 'childId'>): StoredTask<ListedTask> => ({
  ...toTask(row),
  ...branded<Pick<ListedTask, 'childId'>>({ childId }),
});

export const taskTable = (access: Access): Tables['tasks'] => {
  const { sql, read, write } = access;
  const { doctorsOf, tasksOf } = caseLists(access);
  return {
    find: async (id) => {
      const [, found] = await Promise.all([sql.lock(SQL.LOCK_CASE_OF_TASK, id), sql.rows(SQL.FIND_TASK, id)]);
      return modelOf(found[0], toTask);
    },
    ofCase: async (caseId, { after = '', size }) =>
      (await sql.rows(SQL.TASKS_OF_CASE, caseId, after, size)).map(toTask),
    ofDoctor: async (doctorId, request, status) => (await tasksOf([doctorId], request, status)).map(toListedTask),
    ofAssistant: async (assistantId, request, status) =>
      (await tasksOf(await doctorsOf(assistantId), request, status)).map(toListedTask),
    meantBy: async (id) => modelOf((await sql.rows(SQL.TASK_MEANT, id))[0], toTask),
    anyOpenIn: async (caseId) => {
      const open = { where: { caseId, closedPlace: null }, select: ID };
      return (await read(({ task }) => task.findFirst(open))) !== null;
    },
    insert: ({ id, caseId, title }) => sql.write(SQL.INSERT_TASK, id, caseId, title),
    rename: ({ id, title }) => write(({ task }) => task.updateMany({ where: { id }, data: { title } })),
    save: ({ id, caseId, closedAt }) => sql.write(SQL.CLOSE_TASK, new Date(closedAt), caseId, id),
  };
};
