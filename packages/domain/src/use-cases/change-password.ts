import { type Refusal, refuse } from '../errors.ts';
import type { Account, Password, PasswordAttempt, SessionDigest } from '../model/account.ts';
import type { Ports } from '../ports/ports.ts';
import { ok, type Result } from '../result.ts';
import { againIfReplaced, hashWasReplaced } from './verified-hash.ts';

type Input = {
  readonly actor: Account;
  readonly session: SessionDigest;
  readonly password: PasswordAttempt;
  readonly newPassword: Password;
};
type Outcome = Result<undefined, Refusal<'PASSWORD_COMMON' | 'PASSWORD_WRONG'>>;

/** D-09: ends every other session of the account. Of two changes at once with one old password, the second is refused. */
export const changePassword =
  (ports: Ports) =>
  (input: Input): Promise<Outcome> =>
    againIfReplaced(() => changePasswordOnce(ports, input), refuse('PASSWORD_WRONG'));

const changePasswordOnce = async (
  { storage, passwords, commonPasswords }: Ports,
  { actor, session, password, newPassword }: Input,
): Promise<Outcome | typeof hashWasReplaced> => {
  const known = await storage.read.accounts.credentialsOf(actor.id);
  const { matches } = await passwords.verify(password, known?.passwordHash);
  if (!known || !matches) return refuse('PASSWORD_WRONG');
  if (await commonPasswords.includes(newPassword)) return refuse('PASSWORD_COMMON');
  const passwordHash = await passwords.hash(newPassword);
  return storage.write(async ({ accounts, sessions }) => {
    const current = await accounts.credentialsOf(actor.id);
    if (current?.passwordHash !== known.passwordHash) return hashWasReplaced;
    await accounts.setPassword(actor.id, passwordHash);
    await sessions.endOthers(actor.id, session);
    return ok(undefined);
  });
};
