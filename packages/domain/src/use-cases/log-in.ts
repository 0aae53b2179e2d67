import { Fault, type Refusal, refuse } from '../errors.ts';
import type { Account, Password, PasswordAttempt, PasswordHash, SessionToken } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import { later } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { PasswordCheck, PasswordHasher } from '../ports/security.ts';
import { ok, type Result } from '../result.ts';
import { againIfReplaced, hashWasReplaced, type Replaced } from './verified-hash.ts';

type Input = { readonly email: EmailAddress; readonly password: PasswordAttempt };
type Output = { readonly token: SessionToken; readonly account: Account };
type Outcome = Result<Output, Refusal<'ACCOUNT_DISABLED' | 'CREDENTIALS_WRONG'>>;

/** Each login adds one session and clears away more than one, so ended sessions cannot pile up. */
const SWEPT_PER_LOGIN = 10;

/** D-08: a password that matched can be hashed anew without asking for it, whatever rules are younger than it. */
const renewed = async (passwords: PasswordHasher, password: PasswordAttempt, { outdated }: PasswordCheck) =>
  outdated ? passwords.hash(password as Password) : undefined;

/**
 * D-16: a wrong password and an unknown address are one reply, in the same time. That an account is disabled is told to
 * whoever knows its password, and to nobody else.
 */
export const logIn =
  (ports: Ports) =>
  (input: Input): Promise<Outcome> =>
    againIfReplaced(() => logInOnce(ports, input), refuse('CREDENTIALS_WRONG'));

type Kept = Result<Output, Refusal<'ACCOUNT_DISABLED'> | Replaced>;

const logInOnce = async (
  { storage, passwords, sessionTokens, sessionLifetimes, clock }: Ports,
  { email, password }: Input,
): Promise<Outcome | typeof hashWasReplaced> => {
  const known = await storage.read.accounts.credentialsByEmail(email);
  const verification = await passwords.verify(password, known?.passwordHash);
  if (!known || !verification.matches) return refuse('CREDENTIALS_WRONG');
  const renewedHash: PasswordHash | undefined = await renewed(passwords, password, verification);

  const token = sessionTokens.issue();
  const digest = sessionTokens.digestOf(token);
  if (digest === undefined) throw new Fault('A session token that was just issued has no digest.');
  return storage.write(async ({ accounts, sessions }): Promise<Kept> => {
    const current = await accounts.credentialsOf(known.account.id);
    if (current?.passwordHash !== known.passwordHash) return hashWasReplaced;
    if (current.disabledAt !== undefined) return refuse('ACCOUNT_DISABLED');
    if (renewedHash !== undefined) await accounts.setPassword(current.account.id, renewedHash);
    const now = clock.now();
    await sessions.insert({ digest, accountId: current.account.id, startedAt: now, lastUsedAt: now });
    await sessions.sweep(later(now, -sessionLifetimes.idle), SWEPT_PER_LOGIN);
    return ok({ token, account: current.account });
  });
};
