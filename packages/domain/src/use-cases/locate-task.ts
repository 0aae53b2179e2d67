import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case, ClosedTask, Task } from '../model/case.ts';
import type { CaseId, CaseOrTaskId, TaskId } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import { visibleCase } from './participation.ts';

/** D-21: what names the task of a certification: a case or a task, and with a case possibly one of its tasks. */
export type TaskReference = { readonly id: CaseOrTaskId; readonly taskId?: TaskId | undefined };
type Located = { readonly case: Case; readonly task: ClosedTask };
type Outcome = Result<Located, Refusal<'CASE_NOT_FOUND' | 'TASK_NOT_CLOSED' | 'TASK_NOT_FOUND'>>;

/** The case that is meant, and the task if the reference names one. To those without a part in the case neither exists. */
export const locateCase = async (
  reads: Reads,
  actor: Account,
  id: CaseOrTaskId,
): Promise<Result<{ readonly case: Case; readonly task: Task | undefined }, Refusal<'CASE_NOT_FOUND'>>> => {
  const task = await reads.tasks.find(id as TaskId);
  const found = await visibleCase(reads, actor, task ? task.caseId : (id as CaseId));
  return found ? ok({ case: found, task }) : refuse('CASE_NOT_FOUND');
};

/** D-21, D-23: the closed task that is meant, and its case. */
export const locateTask = async (reads: Reads, actor: Account, { id, taskId }: TaskReference): Promise<Outcome> => {
  const located = await locateCase(reads, actor, id);
  if (!located.ok) return located;
  const { case: found, task: named } = located.value;
  if (named) return taskId === undefined || taskId === named.id ? closed(found, named) : refuse('TASK_NOT_FOUND');
  if (taskId === undefined) return closed(found, await reads.tasks.lastClosedOf(found.id));
  const task = await reads.tasks.find(taskId);
  return task?.caseId === found.id ? closed(found, task) : refuse('TASK_NOT_FOUND');
};

const closed = (found: Case, task: Task | undefined): Outcome =>
  task?.status === 'closed' ? ok({ case: found, task }) : refuse('TASK_NOT_CLOSED');
