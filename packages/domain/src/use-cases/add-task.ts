import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { openTask } from '../model/case.ts';
import type { CaseId, TaskId, Title } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { caseToWorkOn } from './case-to-work-on.ts';
import { remember } from './remember.ts';

type Input = { readonly actor: Account; readonly caseId: CaseId; readonly title: Title };
type Outcome = Result<TaskId, Refusal<'CASE_FINISHED' | 'CASE_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

export const addTask =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, caseId, title }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      const found = await caseToWorkOn(stores, actor, caseId);
      if (!found.ok) return found;
      if (found.value.status === 'finished') return refuse('CASE_FINISHED');
      const task = openTask(found.value, ids.task(), title);
      await stores.tasks.insert(task);
      await remember(stores, ids, { caseId, actor, action: 'task added', at: clock.now() });
      return ok(task.id);
    });
