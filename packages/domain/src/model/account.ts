import { missing, ok, oneOf, type Parsed, problem } from '../result.ts';
import type { EmailAddress } from './email.ts';
import { type AccountId, type Brand, type Instant, LENGTHS, lengthProblem, MINUTE, type PersonName } from './values.ts';

export const ROLES = ['Doc', 'Ast', 'Par'] as const;
/** Doctor, assistant, parent. */
export type Role = (typeof ROLES)[number];

export const parseRole = oneOf(ROLES);

export type Account = {
  readonly id: AccountId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly email: EmailAddress;
  readonly role: Role;
  readonly registeredAt: Instant;
};

/** D-18: an account as lists show it. */
export type Person = Pick<Account, 'id' | 'firstName' | 'lastName'>;

export type PasswordHash = Brand<string, 'PasswordHash'>;

/** An account together with what decides whether it may log in. Never leaves the domain. */
export type Credentials = {
  readonly account: Account;
  readonly passwordHash: PasswordHash;
  /** Since when the operator has disabled its logins. */
  readonly disabledAt?: Instant | undefined;
};

/** A password as typed at a login: NFKC, otherwise untouched. It may break rules that are younger than the account. */
export type PasswordAttempt = Brand<string, 'PasswordAttempt'>;
/** D-08: a password that may be set: 8–128 characters (code points, after NFKC), any characters, never trimmed. */
export type Password = PasswordAttempt & Brand<string, 'Password'>;

export const parsePasswordAttempt = (text: string): Parsed<PasswordAttempt> => {
  if (text.trim() === '') return missing;
  // UTF-8 encodes every lone surrogate as the same bytes, so different passwords would open the same account.
  if (!text.isWellFormed()) return problem('must be well-formed Unicode');
  return ok(text.normalize('NFKC') as PasswordAttempt);
};

export const parsePassword = (text: string): Parsed<Password> => {
  const attempt = parsePasswordAttempt(text);
  if (!attempt.ok) return attempt;
  return lengthProblem(attempt.value, LENGTHS.password) ?? ok(attempt.value as Password);
};

/** The operator gives it to a person: 128 random bits. Secret, stored nowhere. */
export type InvitationCode = Brand<string, 'InvitationCode'>;
/** The store holds this in place of the code. */
export type InvitationDigest = Brand<string, 'InvitationDigest'>;

/** D-15: lets one person register in one role, until it expires. */
export type Invitation = {
  readonly digest: InvitationDigest;
  readonly role: Role;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly usedBy: AccountId | undefined;
};

export const invitationState = ({ usedBy, expiresAt }: Invitation, now: Instant): 'open' | 'used' | 'expired' => {
  if (usedBy !== undefined) return 'used';
  return now < expiresAt ? 'open' : 'expired';
};

/** D-09: a client holds it: 32 random bytes, base64url. Secret, stored nowhere. */
export type SessionToken = Brand<string, 'SessionToken'>;
/** The store holds this in place of the token. */
export type SessionDigest = Brand<string, 'SessionDigest'>;

export type Session = {
  readonly digest: SessionDigest;
  readonly accountId: AccountId;
  readonly startedAt: Instant;
  readonly lastUsedAt: Instant;
};

/** In milliseconds: `idle` after the last use, `most` after the start however much the session is used. */
export type SessionLifetimes = { readonly idle: number; readonly most: number };

/** A moment far in the future comes from a wrong clock. Such a session has ended: it would live too long. */
export const hasEnded = ({ lastUsedAt, startedAt }: Session, { idle, most }: SessionLifetimes, now: Instant): boolean =>
  Math.abs(now - lastUsedAt) >= idle || Math.abs(now - startedAt) >= most;

/** D-09: at most once a minute, so that most reads write nothing. More often if sessions are short. */
export const isUseWorthWriting = ({ lastUsedAt }: Session, { idle }: SessionLifetimes, now: Instant): boolean =>
  Math.abs(now - lastUsedAt) >= Math.min(MINUTE, idle / 2);
