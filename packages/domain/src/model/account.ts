import { missing, ok, oneOf, type Parser, parser, problem } from '../result.ts';
import type { DeviceName } from './device.ts';
import type { EmailAddress } from './email.ts';
import { bareCode } from './typed-text.ts';
import {
  type AccountId,
  type Brand,
  DAY,
  type Day,
  type Instant,
  LENGTHS,
  lengthParser,
  lengthProblem,
  longestOf,
  MINUTE,
  type PersonName,
} from './values.ts';

export const ROLES = ['Doc', 'Ast', 'Par'] as const;
/** Doctor, assistant, parent. */
export type Role = (typeof ROLES)[number];

export const parseRole = oneOf(ROLES);

export const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
/** D-27: in which mails are written (ISO 639-1). */
export type Language = (typeof LANGUAGES)[number];
export const parseLanguage = oneOf(LANGUAGES);
/** BCP 47: how dates and numbers are written for its readers. Plain `en` would begin with the month. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** A day or a moment of `Intl` in words: it does not know that French counts the first day of a month otherwise. */
export const datedIn = (language: Language, text: string): string =>
  language === 'fr' ? text.replace(/^1 /, '1er ') : text;

export const NOTICES = ['all', 'security'] as const;
/** D-27: which mails an account wants. It always gets those that concern its security. */
type Notices = (typeof NOTICES)[number];
export const parseNotices = oneOf(NOTICES);

export const MAKERS = ['A', 'B', 'portal', 'operator', 'other'] as const;
/** D-28: through what an account was made: a variant, the portal, the operator's commands, or another transport. */
export type Maker = (typeof MAKERS)[number];

export const CONFIRMED = ['before', 'open', 'invitation', 'manager', 'operator'] as const;
/** D-40: why staff counts as confirmed: from before, by open registration, by an invitation, or by whom. */
export type Confirmed = (typeof CONFIRMED)[number];

export type Account = {
  readonly id: AccountId;
  readonly firstName: PersonName;
  readonly lastName: PersonName;
  readonly email: EmailAddress;
  readonly role: Role;
  readonly registeredAt: Instant;
  readonly language: Language;
  readonly notices: Notices;
  /** D-29: whether its logins ask for a second factor. */
  readonly secondFactor: boolean;
  /** Of a doctor: nobody opens a case for a child that has none with the doctor. */
  readonly takesNoChildren: boolean;
  /** D-28: since when it is known that whoever uses the account reads the mails of its address. */
  readonly provenAt: Instant | undefined;
  readonly madeThrough: Maker;
  /** D-40: of a doctor or an assistant. They wait for it; parents need none. */
  readonly confirmed: Confirmed | undefined;
  /** D-40: whether the doctor or assistant runs the practice, too. */
  readonly isManager: boolean;
  /** D-41: of a doctor who calls and may be somebody's deputy: today. */
  readonly coversOn?: Day;
};

/** What an account is until somebody says otherwise, and once it is erased. */
export const AT_FIRST = {
  ...({ language: 'en', notices: 'all', secondFactor: false, takesNoChildren: false } as const),
  provenAt: undefined,
  isManager: false,
} satisfies Partial<Account>;

/** D-28: in place of an address that belongs to somebody else. Nobody can type it at a login, and no mail goes there. */
export const noAddressOf = (id: AccountId): EmailAddress => id as string as EmailAddress;
export const hasAddress = ({ id, email }: Pick<Account, 'id' | 'email'>): boolean => email !== noAddressOf(id);

export const isConfirmed = ({ role, confirmed }: Pick<Account, 'role' | 'confirmed'>): boolean =>
  role === 'Par' || confirmed !== undefined;

/** D-28: what its owner changes at will. */
export const PROFILE = ['firstName', 'lastName', 'language', 'notices'] as const;
export type Profile = Pick<Account, (typeof PROFILE)[number]>;
export const profileOf = (known: Profile): Profile =>
  Object.fromEntries(PROFILE.map((name) => [name, known[name]])) as Profile;

/** D-18: an account as lists show it. */
export type Person = Pick<Account, 'id' | 'firstName' | 'lastName'>;

/** D-31: who did something. */
export type PersonInRole = Person & Pick<Account, 'role'>;

/** D-32: somebody who takes part in something, also if the account cannot log in any more. */
export type Colleague = Person & { readonly isAvailable: boolean };

export type PasswordHash = Brand<string, 'PasswordHash'>;

/** An account together with what decides whether it may log in. Never leaves the domain. */
export type Credentials = {
  readonly account: Account;
  readonly passwordHash: PasswordHash;
  /** Since when the operator has disabled its logins. */
  readonly disabledAt?: Instant | undefined;
};

/** An account as the operator sees it. */
export type KnownAccount = Omit<Credentials, 'passwordHash'>;

/** A password as typed at a login: NFKC, otherwise untouched. It may break rules that are younger than the account. */
export type PasswordAttempt = Brand<string, 'PasswordAttempt'>;
/** D-08: a password that may be set: 8–128 characters (code points, after NFKC), any characters, never trimmed. */
export type Password = PasswordAttempt & Brand<string, 'Password'>;

/** Compared in place of what is too long to be a password: nothing tells it from a wrong one (D-16, P-02). */
const NO_PASSWORD = '' as PasswordAttempt;

export const parsePasswordAttempt: Parser<PasswordAttempt> = parser(
  longestOf(LENGTHS.password),
  ok(NO_PASSWORD),
  (text) => {
    if (text.trim() === '') return missing;
    // UTF-8 encodes every lone surrogate as the same bytes, so different passwords would open the same account.
    if (!text.isWellFormed()) return problem('must be well-formed Unicode');
    return ok(text.normalize('NFKC') as PasswordAttempt);
  },
);

export const parsePassword: Parser<Password> = lengthParser(LENGTHS.password, (text) => {
  const attempt = parsePasswordAttempt(text);
  if (!attempt.ok) return attempt;
  return lengthProblem(attempt.value, LENGTHS.password) ?? ok(attempt.value as Password);
});

/** An invitation, a code in a mail or a recovery code: 128 random bits. Secret, stored nowhere. */
export type SecretCode = Brand<string, 'SecretCode'>;
/** The store holds this in place of the code. */
export type CodeDigest = Brand<string, 'CodeDigest'>;

/** Of 39 characters, however a person spaces them, or a link that a mail program has put into another. */
export const LONGEST_CODE = 1000;
/** Whatever is typed is compared: a text of another form is wrong, not malformed. */
export const parseCode: Parser<string> = parser(LONGEST_CODE, ok('too long'), (text) => {
  const code = text.trim();
  return code === '' ? missing : ok(code);
});

/** Of 128 bits in hexadecimal. */
const CODE_DIGITS = 32;
const NO_CODE = problem(`must have ${CODE_DIGITS} letters and digits`);
/** As `parseCode`, where one that a person has not typed whole must not count as a guess. */
export const parseTypedCode: Parser<string> = parser(LONGEST_CODE, NO_CODE, (text) => {
  const code = parseCode(text);
  return code.ok && bareCode(code.value).length < CODE_DIGITS ? NO_CODE : code;
});

/** D-15: lets one person register in one role, until it expires. */
export type Invitation = {
  readonly digest: CodeDigest;
  readonly role: Role;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  readonly usedBy: AccountId | undefined;
};

export const invitationState = ({ usedBy, expiresAt }: Invitation, now: Instant): 'open' | 'used' | 'expired' => {
  if (usedBy !== undefined) return 'used';
  return now < expiresAt ? 'open' : 'expired';
};

/** D-28: lets whoever reads the mails of the account do one thing, once, until it expires. */
export type AccountCode = {
  readonly digest: CodeDigest;
  readonly accountId: AccountId;
  readonly expiresAt: Instant;
} & ({ readonly purpose: 'reset' } | { readonly purpose: 'address' | 'proof'; readonly email: EmailAddress });

/** D-28: in milliseconds. */
export const CODE_LIFETIME = 30 * MINUTE;
/** D-28: of a code that proves an address, in milliseconds. */
export const PROOF_LIFETIME = 7 * DAY;

/** D-09: a client holds it: 32 random bytes, base64url. Secret, stored nowhere. */
export type SessionToken = Brand<string, 'SessionToken'>;
/** The store holds this in place of the token. */
export type SessionDigest = Brand<string, 'SessionDigest'>;

const DIGEST = /^[A-Za-z0-9_-]{43}$/;
const NO_LOGIN = problem('is no LoginID that this service gave out');
const digestParser = <Digest extends string>(): Parser<Digest> =>
  parser(43, NO_LOGIN, (text) => (DIGEST.test(text) ? ok(text as Digest) : NO_LOGIN));

/** D-28: the owner of a session names it so. Nobody can call by it. */
export const parseSessionDigest = digestParser<SessionDigest>();
/** D-29: so the owner of a device that is trusted names that. */
export const parseCodeDigest = digestParser<CodeDigest>();

export type Session = {
  readonly digest: SessionDigest;
  readonly accountId: AccountId;
  readonly startedAt: Instant;
  readonly lastUsedAt: Instant;
  /** Of the browser in which it began. */
  readonly device?: DeviceName | undefined;
};

/** In milliseconds: `idle` after the last use, `most` after the start however much the session is used. */
export type SessionLifetimes = { readonly idle: number; readonly most: number };

/** A moment far in the future comes from a wrong clock. Such a session has ended: it would live too long. */
export const hasEnded = ({ lastUsedAt, startedAt }: Session, { idle, most }: SessionLifetimes, now: Instant): boolean =>
  Math.abs(now - lastUsedAt) >= idle || Math.abs(now - startedAt) >= most;

/** D-09: at most once a minute, so that most reads write nothing. More often if sessions are short. */
export const isUseWorthWriting = ({ lastUsedAt }: Session, { idle }: SessionLifetimes, now: Instant): boolean =>
  Math.abs(now - lastUsedAt) >= Math.min(MINUTE, idle / 2);
