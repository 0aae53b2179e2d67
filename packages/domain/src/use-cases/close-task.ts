import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { closeTask as close } from '../model/case.ts';
import type { TaskId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { caseToWorkOn } from './case-to-work-on.ts';
import { remember } from './remember.ts';

type Input = { readonly actor: Account; readonly taskId: TaskId };
type Outcome = Result<undefined, Refusal<'ROLE_NOT_ALLOWED' | 'TASK_ALREADY_CLOSED' | 'TASK_NOT_FOUND'>>;

export const closeTask =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, taskId }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      const task = await stores.tasks.find(taskId);
      if (!task) return refuse('TASK_NOT_FOUND');
      const found = await caseToWorkOn(stores, actor, task.caseId);
      if (!found.ok) return refuse(found.refusal.code === 'CASE_NOT_FOUND' ? 'TASK_NOT_FOUND' : found.refusal.code);
      const closed = close(task, clock.now());
      if (!closed.ok) return closed;
      await stores.tasks.save(closed.value);
      const { caseId, closedAt: at } = closed.value;
      await remember(stores, ids, { caseId, actor, action: 'task closed', at });
      return ok(undefined);
    });
