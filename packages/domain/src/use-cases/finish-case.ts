import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { finishCase as finish } from '../model/case.ts';
import type { CaseId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { caseToWorkOn } from './case-to-work-on.ts';
import { remember } from './remember.ts';

type Input = { readonly actor: Account; readonly caseId: CaseId };
type Outcome = Result<undefined, Refusal<'CASE_FINISHED' | 'CASE_NOT_FOUND' | 'ROLE_NOT_ALLOWED' | 'TASKS_OPEN'>>;

export const finishCase =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, caseId }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      const found = await caseToWorkOn(stores, actor, caseId);
      if (!found.ok) return found;
      const finished = finish(found.value, clock.now());
      if (!finished.ok) return finished;
      if (await stores.tasks.anyOpenIn(caseId)) return refuse('TASKS_OPEN');
      await stores.cases.save(finished.value);
      await remember(stores, ids, { caseId, actor, action: 'case finished', at: finished.value.finishedAt });
      return ok(undefined);
    });
