import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import type { CaseId } from '../model/values.ts';
import type { Stores } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import { visibleCase } from './participation.ts';

type Outcome = Result<Case, Refusal<'CASE_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** D-23: its doctor and their assistants work on a case; the child's parent, who sees it, may not. */
export const caseToWorkOn = async (stores: Stores, actor: Account, id: CaseId): Promise<Outcome> => {
  const found = await visibleCase(stores, actor, id);
  if (!found) return refuse('CASE_NOT_FOUND');
  return actor.role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : ok(found);
};
