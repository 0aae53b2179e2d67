import type { ClosedTask, Task } from '../model/case.ts';
import type { TaskStore } from '../ports/storage.ts';
import { all, page, type Tables } from './tables.ts';

const isClosed = (task: Task): task is ClosedTask => task.status === 'closed';

export const memoryTasks = ({ tasks }: Tables): TaskStore => ({
  find: async (id) => tasks.get(id),
  ofCase: async (caseId, request) =>
    page(
      all(tasks, (task) => task.caseId === caseId),
      request,
    ),
  lastClosedOf: async (caseId) =>
    all(tasks, (task) => task.caseId === caseId)
      .filter(isClosed)
      .at(-1),
  anyOpenIn: async (caseId) => all(tasks, (task) => task.caseId === caseId && task.status === 'open').length > 0,
  insert: async (task) => {
    tasks.set(task.id, task);
  },
  save: async (task) => {
    tasks.delete(task.id);
    tasks.set(task.id, task);
  },
});
