import type { Account } from '../model/account.ts';
import type { Case } from '../model/case.ts';
import type { AccountId, CaseId } from '../model/values.ts';
import type { AccountReads, AssistantReads, Reads } from '../ports/storage.ts';

export const isDoctor = async (accounts: AccountReads, id: AccountId): Promise<boolean> =>
  (await accounts.find(id))?.role === 'Doc';

/** The doctor, or one who assists the doctor. */
export const worksFor = async (assistants: AssistantReads, actor: Account, doctorId: AccountId): Promise<boolean> => {
  if (actor.role === 'Doc') return actor.id === doctorId;
  return actor.role === 'Ast' && assistants.assists(actor.id, doctorId);
};

/** D-23: its doctor, those who assist the doctor, and the child's parent have a part in a case. */
export const takesPart = async (
  assistants: AssistantReads,
  actor: Account,
  { doctorId, parentId }: Case,
): Promise<boolean> => (actor.role === 'Par' ? actor.id === parentId : worksFor(assistants, actor, doctorId));

/** The case, for those who have a part in it; for all others it does not exist. */
export const visibleCase = async (
  { cases, assistants }: Pick<Reads, 'cases' | 'assistants'>,
  actor: Account,
  id: CaseId,
): Promise<Case | undefined> => {
  const found = await cases.find(id);
  return found && (await takesPart(assistants, actor, found)) ? found : undefined;
};
