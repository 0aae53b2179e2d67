import { createApplication, createOperatorApplication } from '@health-case/domain/application';
import type { Password } from '@health-case/domain/model/account';
import { parseEmail } from '@health-case/domain/model/email';
import type { Ports } from '@health-case/domain/ports/ports';
import { ok, type Result, refused } from '@health-case/domain/result';
import { CALL, fillClinic, LOGINS, must } from './clinic.ts';

type Options = {
  readonly password: Password;
  /** Whether the store can hold nothing but a demonstration; then its logins may get new passwords. */
  readonly ownStore: boolean;
  readonly report: (progress: string) => void;
};

/** The demonstration needs no invitations and meets no limits. */
const RULES = { registration: 'open', ratesPerMinute: { loginFailures: 0, registrations: 0, calls: 0 } } as const;

/**
 * Fills an empty store, or sets new passwords for its logins, in one unit of work: an interruption leaves nothing
 * behind. Refuses a store with accounts, unless it is the demonstration's own.
 */
export const demonstrate = async (
  ports: Ports,
  { password, ownStore, report }: Options,
): Promise<Result<'filled' | 'renewed', 'IN_USE'>> => {
  // All logins have one password, so the slow hash is made once.
  const hash = await ports.passwords.hash(password);
  const passwords = { ...ports.passwords, hash: async () => hash };
  return ports.storage.write(async (stores) => {
    // The use cases run in this unit of work instead of units of their own.
    const storage: Ports['storage'] = { ...ports.storage, read: stores, write: (work) => work(stores) };
    const inside: Ports = { ...ports, ...RULES, passwords, storage };
    if (!(await stores.accounts.any())) {
      await fillClinic(createApplication(inside), password, report);
      return ok('filled');
    }
    if (!ownStore) return refused('IN_USE');
    const { setPassword } = createOperatorApplication(inside);
    for (const { email } of LOGINS) {
      must(await setPassword({ ...CALL, email: must(parseEmail(email)), newPassword: password }));
    }
    return ok('renewed');
  });
};
