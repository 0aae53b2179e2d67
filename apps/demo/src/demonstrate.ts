import { createApplication } from '@health-case/domain/application';
import type { Password } from '@health-case/domain/model/account';
import { parseEmail } from '@health-case/domain/model/email';
import { createOperatorApplication } from '@health-case/domain/operator-application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, type Result, refused } from '@health-case/domain/result';
import { CALL, fillClinic, must } from './fill-clinic.ts';
import { emailOf, LOGINS } from './people.ts';

type Options = {
  readonly password: Password;
  /** Whether nothing but a demonstration can be in the store: then there it gets new passwords. */
  readonly ownStore: boolean;
  readonly report: (progress: string) => void;
};

/** Whoever may start this may also let people in: neither invitations nor limits are meant for it. */
const RULES = { registration: 'open', ratesPerMinute: { loginFailures: 0, registrations: 0, calls: 0 } } as const;

/**
 * Fills an empty store, or sets the passwords of the logins anew, in one unit of work: an interruption leaves nothing
 * behind. Refuses a store with accounts that may be anybody's.
 */
export const demonstrate = async (
  ports: Ports,
  { password, ownStore, report }: Options,
): Promise<Result<'filled' | 'renewed', 'IN_USE'>> => {
  // Everyone has the same password, and hashing is what would take long.
  const hash = await ports.passwords.hash(password);
  const passwords = { ...ports.passwords, hash: async () => hash };
  return ports.storage.write(async (stores) => {
    const inside = { ...ports, ...RULES, passwords, storage: storageWithin(ports, stores) };
    if (!(await stores.accounts.any())) {
      await fillClinic(createApplication(inside), password, report);
      return ok('filled');
    }
    if (!ownStore) return refused('IN_USE');
    const { setPassword } = createOperatorApplication(inside);
    for (const { person } of LOGINS) {
      must(await setPassword({ ...CALL, email: must(parseEmail(emailOf(person))), newPassword: password }));
    }
    return ok('renewed');
  });
};

/** The storage as a unit of work sees it, for use cases whose units are then parts of that one. */
const storageWithin = ({ storage }: Ports, stores: Stores): Ports['storage'] => ({
  ...storage,
  read: stores,
  write: (work) => work(stores),
});
