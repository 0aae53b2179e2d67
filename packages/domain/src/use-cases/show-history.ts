import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { CaseEvent } from '../model/case.ts';
import { type PageRequest, type Pages, type Paging, pagesOf } from '../model/request-options.ts';
import type { CaseEventId, CaseId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { visibleCase } from './participation.ts';

type Input = { readonly actor: Account; readonly caseId: CaseId; readonly paging: Paging<CaseEventId> };
type Outcome = Result<Pages<CaseEvent>, Refusal<'CASE_NOT_FOUND'>>;

/** For those who have a part in the case: every change of it, oldest first. */
export const showHistory =
  ({ storage }: Ports) =>
  async ({ actor, caseId, paging }: Input): Promise<Outcome> => {
    if (!(await visibleCase(storage.read, actor, caseId))) return refuse('CASE_NOT_FOUND');
    const ofCase = (request: PageRequest<CaseEventId>) => storage.read.history.ofCase(caseId, request);
    return ok(pagesOf(ofCase, paging));
  };
