import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { reopenCase as reopen } from '../model/case.ts';
import type { CaseId, Reason } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { visibleCase } from './participation.ts';
import { remember } from './remember.ts';

type Input = { readonly actor: Account; readonly caseId: CaseId; readonly reason: Reason };
type Outcome = Result<undefined, Refusal<'CASE_NOT_FOUND' | 'CASE_ONGOING' | 'ROLE_NOT_ALLOWED'>>;

/** Only its doctor reopens a case, and says why. */
export const reopenCase =
  ({ storage, ids, clock }: Ports) =>
  ({ actor, caseId, reason }: Input): Promise<Outcome> =>
    storage.write(async (stores): Promise<Outcome> => {
      const found = await visibleCase(stores, actor, caseId);
      if (!found) return refuse('CASE_NOT_FOUND');
      if (actor.id !== found.doctorId) return refuse('ROLE_NOT_ALLOWED');
      const reopened = reopen(found);
      if (!reopened.ok) return reopened;
      await stores.cases.save(reopened.value);
      await remember(stores, ids, { caseId, actor, action: 'case reopened', at: clock.now(), reason });
      return ok(undefined);
    });
