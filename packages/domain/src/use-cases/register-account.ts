import { type Refusal, refuse } from '../errors.ts';
import type { Account, Role } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Password } from '../model/password.ts';
import type { PersonName } from '../model/text.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = {
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly email: EmailAddress;
  readonly password: Password;
  readonly role: Role;
};
type Outcome = Result<Account, Refusal<'EMAIL_TAKEN' | 'PASSWORD_COMMON'>>;

/** D-15. The first look at the address only spares the hash; the store decides between those who come at once. */
export const registerAccount =
  ({ storage, passwords, commonPasswords, ids, clock }: Ports) =>
  async ({ firstName, lastName, email, password, role }: Input): Promise<Outcome> => {
    if (await commonPasswords.includes(password)) return refuse('PASSWORD_COMMON');
    if (await storage.read.accounts.credentialsByEmail(email)) return refuse('EMAIL_TAKEN');
    const passwordHash = await passwords.hash(password);
    return storage.write(async ({ accounts }) => {
      const registeredAt = clock.now();
      const account: Account = { id: ids.account(), firstName, lastName, email, role, registeredAt };
      const inserted = await accounts.insert({ account, passwordHash });
      return inserted.ok ? ok(account) : inserted;
    });
  };
