import { type Account, isConfirmed } from '../model/account.ts';
import type { AccountId } from '../model/values.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, refuse } from '../result.ts';

/** D-40: whether the caller runs the practice now: it may have ended since the session was looked up. */
export const managing = async ({ accounts }: Reads, { id }: Pick<Account, 'id'>) => {
  const account = await accounts.findAvailable(id);
  return account?.isManager && isConfirmed(account) ? ok(account) : refuse('ROLE_NOT_ALLOWED');
};

/**
 * D-40: a manager gets no part in the cases of a doctor, as assistant, deputy or receiver, by the own act: that doctor or
 * another manager does it. Where none of them can log in, the manager does it alone, with a reason that the parents are
 * told. Asked only where the act is in the manager's own favour.
 */
export const ownInterest = async ({ accounts }: Reads, { id }: Account, doctorId: AccountId) => {
  if (id === doctorId) return ok(undefined);
  const others = (await accounts.managers()).some((manager) => manager.id !== id);
  return others || (await accounts.findAvailable(doctorId)) ? refuse('OWN_INTEREST') : ok(undefined);
};

/** D-40: whether another manager can log in. Of units that end managers, one waits for the other. */
export const isLastManager = async ({ accounts }: Reads, { id, isManager }: Pick<Account, 'id' | 'isManager'>) =>
  isManager && (await accounts.managers()).every((manager) => manager.id === id);
