import { ActorErased } from '../errors.ts';
import type { Account, AccountCode, CodeDigest, Credentials, PasswordAttempt } from '../model/account.ts';
import type { EmailAddress } from '../model/email.ts';
import {
  type AttemptLimit,
  atMostPer,
  blockOf,
  growingDelay,
  type KnownNetwork,
  loginOf,
  mostOf,
  networksOf,
} from '../model/throttle.ts';
import { type AccountId, DAY, HOUR, type Instant, MINUTE } from '../model/values.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type Refusal, type Result, refuse } from '../result.ts';
import type { Caller, ClientAddress, Platform } from './declaration.ts';

const loginFrom = (email: EmailAddress, address: string): string => `${loginOf(email)} from ${blockOf(address)}`;

/**
 * Each network has a count of failed logins for the account. All networks but the known ones also share one count. So
 * failures in other networks cannot keep the owner out of a known network.
 */
export const loginLimits = (email: EmailAddress, address: string, { rules }: Platform): readonly AttemptLimit[] => {
  const [account, fromNetwork] = [loginOf(email), loginFrom(email, address)];
  return [
    { key: account, throttle: growingDelay, resetBySuccess: true, unlessKnown: fromNetwork },
    { key: fromNetwork, of: account, throttle: growingDelay, resetBySuccess: true },
    ...perAddress('logins', address, rules.ratesPerMinute.loginFailures),
  ];
};

export const perAddress = (
  what: 'logins' | 'registrations' | 'codes' | 'challenges',
  address: string,
  most: number,
): readonly AttemptLimit[] =>
  most === 0
    ? []
    : networksOf(address).map(({ name, share }) => {
        return { key: `${what} from ${name}`, throttle: atMostPer(MINUTE, most * share) };
      });

/** Of whoever types a code that was mailed. */
export const codeLimits = {
  of: ({ address }: ClientAddress, { rules }: Platform): readonly AttemptLimit[] =>
    perAddress('codes', address, rules.ratesPerMinute.loginFailures),
  failures: ['CODE_INVALID'] as const,
};

const MOST_MAILS = 20;
/** A day. Such accounts are made with any address, and any number of them. */
const MOST_MAILS_UNPROVEN = 5;

type Mailing = { readonly actor: Account; readonly email: EmailAddress };

/**
 * Of calls that send a mail to whatever address. So nobody fills the box of a stranger, or keeps others from it for more
 * than an hour. What is refused sends none, so it does not count.
 */
export const mailingLimits = (
  what: 'invitations' | 'address changes',
  { actor, email }: Mailing,
  ports: Pick<Platform, 'rules'>,
) => [
  isProven(actor, ports)
    ? mostOf(`${what} of ${actor.id}`, HOUR, MOST_MAILS)
    : mostOf(`${what} of ${actor.id}, unproven`, DAY, MOST_MAILS_UNPROVEN),
  mostOf(`${what} to ${email}`, HOUR, MOST_MAILS),
  mostOf(`${what} of ${actor.id} to ${email}`, DAY, MOST_MAILS),
];

export const issueCode = ({ secretCodes }: Pick<Platform, 'secretCodes'>) => {
  const code = secretCodes.issue();
  return { code, digest: secretCodes.digestOf(code) as CodeDigest };
};

/** The code of an account that was typed, while it is valid for this purpose. A unit locks it. */
export const validCode = async <Purpose extends AccountCode['purpose']>(
  purpose: Purpose,
  code: string,
  { accountCodes }: Reads,
  { secretCodes, clock }: Platform,
) => {
  const digest = secretCodes.digestOf(code);
  const found = digest && (await accountCodes.find(digest));
  const isValid = found?.purpose === purpose && clock.now() < found.expiresAt;
  return isValid ? (found as AccountCode & { readonly purpose: Purpose }) : undefined;
};

export const knownNetwork = (account: Account, address: string, at: Instant): KnownNetwork => {
  return { key: loginFrom(account.email, address), accountId: account.id, at };
};

/** Forgets the account's networks, and an address that a manager gives (P-39): it is not needed any more. */
export const forgetAccess = async (id: AccountId, { helps, knownNetworks }: Stores): Promise<void> => {
  await knownNetworks.forget(id);
  await helps.remove(id, 'pending');
};

/**
 * As `forgetAccess`, where the password is another. Whoever knew the one before may know the secret of a second factor that was
 * offered, and may have given addresses to others, if it is a manager's (P-39).
 */
export const endAccess = async ({ id, isManager, secondFactor }: Account, stores: Stores): Promise<void> => {
  await forgetAccess(id, stores);
  if (!secondFactor) await stores.secondFactors.remove(id);
  if (isManager) await stores.helps.removePending();
};

/** D-28: gives the account another address, and ends codes, networks and refused mails of the one before. */
export const moveTo = async (
  id: AccountId,
  email: EmailAddress,
  provenAt: Instant | undefined,
  stores: Stores,
): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>> => {
  const moved = await stores.accounts.setEmail(id, email, provenAt);
  if (!moved.ok) return moved;
  await stores.accountCodes.removeAll(id);
  await forgetAccess(id, stores);
  for (const mail of await stores.mails.failedTo(id)) await stores.mails.remove(mail.id);
  return moved;
};

/** D-28: whether the address of the account counts as proven. */
export const isProven = ({ provenAt }: Account, { rules }: Pick<Platform, 'rules'>): boolean =>
  rules.addressProof === 'waived' || provenAt !== undefined;

/** Locks the account of the caller ahead of what is its own. Of one that was erased since the call began, nothing is kept. */
export const lockOwn = async ({ id }: Pick<Account, 'id'>, { accounts }: Stores): Promise<Account> => {
  const known = await accounts.credentialsOf(id);
  if (!known) throw new ActorErased();
  return known.account;
};

/** The credentials of a caller who gives the password again. */
export const provePassword = async (
  { actor, password }: Caller & { readonly password: PasswordAttempt },
  { accounts }: Reads,
  { passwords }: Platform,
) => {
  const known = await accounts.credentialsOf(actor.id);
  const { matches } = await passwords.verify(password, known?.passwordHash);
  return known && matches ? ok(known) : refuse('PASSWORD_WRONG');
};

/** The credentials now, in a unit of work that locks them, unless the password is another by now. */
export const stillProven = async ({ account, passwordHash }: Credentials, { accounts }: Stores) => {
  const current = await accounts.credentialsOf(account.id);
  return current?.passwordHash === passwordHash ? ok(current) : refuse('PASSWORD_WRONG');
};

/** For a password given again. With a second factor it does not reset the count: codes could be guessed for ever. */
export const ownLimits = {
  of: ({ actor, address }: Caller & ClientAddress, ports: Platform): readonly AttemptLimit[] =>
    loginLimits(actor.email, address, ports).map((limit) =>
      actor.secondFactor ? { ...limit, resetBySuccess: false } : limit,
    ),
  failures: ['PASSWORD_WRONG', 'CODE_INVALID'] as const,
  hashes: ({ actor }: Caller) => actor.email,
};
