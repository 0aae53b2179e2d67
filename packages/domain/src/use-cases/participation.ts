import { type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import type { AccountId, CaseId } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';
import type { Trace } from './declaration.ts';

export const isDoctor = async (accounts: Reads['accounts'], id: AccountId): Promise<boolean> =>
  (await accounts.find(id))?.role === 'Doc';

/** The doctor, or one who assists the doctor. */
export const worksFor = async (
  assistants: Reads['assistants'],
  actor: Account,
  doctorId: AccountId,
): Promise<boolean> => {
  if (actor.role === 'Doc') return actor.id === doctorId;
  return actor.role === 'Ast' && assistants.assists(actor.id, doctorId);
};

/** D-23: its doctor, those who assist the doctor, and the child's parent take part in a case. */
const takesPart = async (
  assistants: Reads['assistants'],
  actor: Account,
  { doctorId, parentId }: Case,
): Promise<boolean> => (actor.role === 'Par' ? actor.id === parentId : worksFor(assistants, actor, doctorId));

/** The case, for those who take part in it; for all others it does not exist. The audit record names its child to both. */
export const visibleCase = async (
  { cases, assistants }: Pick<Reads, 'cases' | 'assistants'>,
  actor: Account,
  id: CaseId,
  trace: Trace,
): Promise<Case | undefined> => {
  const found = await cases.find(id);
  if (found) trace.child = found.childId;
  return found && (await takesPart(assistants, actor, found)) ? found : undefined;
};

type ToWorkOn = Result<Case, Refusal<'CASE_NOT_FOUND' | 'ROLE_NOT_ALLOWED'>>;

/** D-23: its doctor and their assistants work on a case. The child's parent sees it and may not. */
export const caseToWorkOn = async (reads: Reads, actor: Account, id: CaseId, trace: Trace): Promise<ToWorkOn> => {
  const found = await visibleCase(reads, actor, id, trace);
  if (!found) return refuse('CASE_NOT_FOUND');
  return actor.role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : ok(found);
};
