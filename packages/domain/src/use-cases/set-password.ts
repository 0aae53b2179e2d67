import { type Refusal, refuse } from '../errors.ts';
import type { Account, Password } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';

type Input = { readonly email: EmailAddress; readonly newPassword: Password };
type Output = { readonly account: Account; readonly sessionsEnded: number };
type Outcome = Result<Output, Refusal<'ACCOUNT_NOT_FOUND' | 'PASSWORD_COMMON'>>;

/** For the operator, without the old one. Ends every session of the account, as whoever knew the old one may hold one. */
export const setPassword =
  ({ storage, passwords, commonPasswords }: Ports) =>
  async ({ email, newPassword }: Input): Promise<Outcome> => {
    const known = await storage.read.accounts.credentialsByEmail(email);
    if (!known) return refuse('ACCOUNT_NOT_FOUND');
    if (await commonPasswords.includes(newPassword)) return refuse('PASSWORD_COMMON');
    const passwordHash = await passwords.hash(newPassword);
    return storage.write(async ({ accounts, sessions }) => {
      await accounts.setPassword(known.account.id, passwordHash);
      return ok({ account: known.account, sessionsEnded: await sessions.endAll(known.account.id) });
    });
  };
