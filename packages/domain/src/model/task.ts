import { type Refusal, refuse } from '../errors.ts';
import { ok, type Result } from '../result.ts';
import type { OngoingCase } from './case.ts';
import type { CaseId, TaskId } from './ids.ts';
import type { Instant } from './instant.ts';
import type { Title } from './text.ts';

type TaskFacts = { readonly id: TaskId; readonly caseId: CaseId; readonly title: Title };
export type OpenTask = TaskFacts & { readonly status: 'open' };
export type ClosedTask = TaskFacts & { readonly status: 'closed'; readonly closedAt: Instant };
export type Task = OpenTask | ClosedTask;

/** Only an ongoing case gets new tasks. */
export const openTask = ({ id: caseId }: OngoingCase, id: TaskId, title: Title): OpenTask => ({
  id,
  caseId,
  title,
  status: 'open',
});

/** open → closed. Nothing leads back. */
export const closeTask = (task: Task, closedAt: Instant): Result<ClosedTask, Refusal<'TASK_ALREADY_CLOSED'>> =>
  task.status === 'open' ? ok({ ...task, status: 'closed', closedAt }) : refuse('TASK_ALREADY_CLOSED');
