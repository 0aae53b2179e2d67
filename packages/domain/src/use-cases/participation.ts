import { refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Case, CaseEvent } from '../model/case.ts';
import type { AccountId, CaseId } from '../model/values.ts';
import type { IdSource } from '../ports/platform.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok } from '../result.ts';
import type { Trace } from './declaration.ts';

export const isDoctor = async ({ accounts }: Reads, id: AccountId): Promise<boolean> =>
  (await accounts.find(id))?.role === 'Doc';

/** The doctor, or one who assists the doctor. */
export const worksFor = async ({ assistants }: Reads, actor: Account, doctorId: AccountId): Promise<boolean> => {
  if (actor.role === 'Doc') return actor.id === doctorId;
  return actor.role === 'Ast' && assistants.assists(actor.id, doctorId);
};

/**
 * D-23: the case, for its doctor, those who assist the doctor, and the child's parent; for all others it does not exist.
 * The audit record names its child to both.
 */
export const visibleCase = async (
  reads: Reads,
  actor: Account,
  id: CaseId,
  trace: Trace,
): Promise<Case | undefined> => {
  const found = await reads.cases.find(id);
  if (!found) return undefined;
  trace.child = found.childId;
  const takesPart = actor.role === 'Par' ? actor.id === found.parentId : await worksFor(reads, actor, found.doctorId);
  return takesPart ? found : undefined;
};

/** D-23: its doctor and their assistants work on a case. The child's parent sees it and may not. */
export const caseToWorkOn = async (reads: Reads, actor: Account, id: CaseId, trace: Trace) => {
  const found = await visibleCase(reads, actor, id, trace);
  if (!found) return refuse('CASE_NOT_FOUND');
  return actor.role === 'Par' ? refuse('ROLE_NOT_ALLOWED') : ok(found);
};

type Event = Omit<CaseEvent, 'id' | 'by' | 'reason'> & Partial<CaseEvent> & { readonly actor: Account };

/** Appends a change to the history of its case, in the unit of work that makes the change. */
export const recordEvent = (
  { history }: Stores,
  ids: IdSource,
  { caseId, actor, action, at, reason }: Event,
): Promise<void> => history.append({ id: ids.caseEvent(), caseId, at, by: actor.id, action, reason });
