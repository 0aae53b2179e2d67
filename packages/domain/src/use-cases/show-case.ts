import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case, Task } from '../model/case.ts';
import { type PageRequest, type Pages, pagesOf } from '../model/request-options.ts';
import type { CaseId, TaskId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { visibleCase } from './participation.ts';

type Input = { readonly actor: Account; readonly caseId: CaseId };
type Output = { readonly case: Case; readonly tasks: Pages<Task> };
type Outcome = Result<Output, Refusal<'CASE_NOT_FOUND'>>;

/** For those who have a part in the case. */
export const showCase =
  ({ storage }: Ports) =>
  async ({ actor, caseId }: Input): Promise<Outcome> => {
    const found = await visibleCase(storage.read, actor, caseId);
    if (!found) return refuse('CASE_NOT_FOUND');
    const tasksOfCase = (request: PageRequest<TaskId>) => storage.read.tasks.ofCase(caseId, request);
    return ok({ case: found, tasks: pagesOf(tasksOfCase, {}) });
  };
