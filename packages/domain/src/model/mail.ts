import type { Account, AccountCode, Language, SecretCode } from './account.ts';
import { JOIN_CODE_LIFETIME } from './child.ts';
import type { EmailAddress } from './email.ts';
import { NOTICE_KINDS, type NoticeKind } from './notice.ts';
import {
  type AccountId,
  type CaseId,
  type ChildId,
  DAY,
  HOUR,
  type Instant,
  later,
  type MailId,
  MINUTE,
} from './values.ts';

/** D-43: in one mail a day. */
export const DAILY = 'daily';

/** D-27: to the account, whatever it wants to be told. */
const SECURITY = [
  'password changed',
  'address wanted',
  'address changed',
  'second factor on',
  'second factor off',
  'recovery code used',
  'recovery codes renewed',
  'passkey added',
  'passkey removed',
  // D-38: its signatures are not in their order.
  'passkey in doubt',
  'parent removed',
  // D-29: its second factor is asked for no more in some browser.
  'device trusted',
  // D-50.
  'own data shown',
  'account closed',
  // D-41: to whoever is to be a deputy, and to both doctors.
  'cover wanted',
  'cover changed',
] as const;
/** D-40: what managers do, and doctors with their assistants, told also to whoever cannot log in: a manager may have seen to that. */
const BY_MANAGERS = [
  // To a doctor or an assistant who waited.
  'account confirmed',
  'account declined',
  'account disabled',
  'account enabled',
  // To managers, of a doctor or a manager.
  'staff disabled',
  // P-39: to the address that the account has.
  'address given',
  'address kept',
  // To a doctor and the assistant.
  'team changed',
  // To whoever becomes or stops being one, and to all of them.
  'managers changed',
] as const;
/** D-28: with a code that is made when the mail is sent, so that it is kept nowhere. */
const WITH_CODE = ['reset', 'new address', 'parent invited', 'staff invited', 'account made'] as const;

export const MAIL_KINDS = [...NOTICE_KINDS, DAILY, ...SECURITY, ...BY_MANAGERS, ...WITH_CODE] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export type KindWithCode = (typeof WITH_CODE)[number];

/** D-33, D-40: in place of the code, to whoever cannot join. Which one a mail is, shows when it is sent. */
const WITHOUT_CODE = ['already a parent', 'no parent account', 'has an account'] as const;
export const LETTER_KINDS = [...MAIL_KINDS, ...WITHOUT_CODE] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];
const OF_INVITATION = ['parent invited', 'staff invited', ...WITHOUT_CODE] as const;
export type KindOfInvitation = (typeof OF_INVITATION)[number];

/** D-28: of the codes of an account, which mail brings each. That of a reset is for an address. */
const MAIL_WITH_CODE = { address: 'new address', proof: 'account made' } as const satisfies Readonly<
  Partial<Record<AccountCode['purpose'], KindWithCode>>
>;
export type MailedPurpose = keyof typeof MAIL_WITH_CODE;
export const mailsWithCode = (but?: MailedPurpose): readonly KindWithCode[] =>
  Object.entries(MAIL_WITH_CODE).flatMap(([purpose, kind]) => (purpose === but ? [] : [kind]));

export const isOfInvitation = (kind: LetterKind): kind is KindOfInvitation => OF_INVITATION.some((one) => one === kind);

export const isByManager = (kind: LetterKind): boolean => BY_MANAGERS.some((one) => one === kind);

/** D-40, D-41: managers also name who stands in for a doctor who cannot log in, and give the cases to others. */
const OF_CASES = ['cover changed', 'case handed over'] as const satisfies MailKind[];
/** Whether it is told to whoever cannot log in, too. */
export const isToldAnyway = (kind: LetterKind): boolean => isByManager(kind) || OF_CASES.some((one) => one === kind);

export const hasCode = (kind: LetterKind): kind is KindWithCode => WITH_CODE.some((one) => one === kind);
export const isNotice = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((one) => one === kind);

/** The account that a mail is for, or the address that was typed, whoever has it. With both, the account's other address. */
type Addressee =
  | { readonly accountId: AccountId; readonly to: EmailAddress | undefined }
  | { readonly accountId: undefined; readonly to: EmailAddress };

/** A mail that waits in the outbox. Its text is made when it is sent. */
export type WaitingMail = Addressee & {
  readonly id: MailId;
  readonly kind: MailKind;
  readonly at: Instant;
  /** Nobody tries to send it before. */
  readonly notBefore: Instant;
  readonly attempts: number;
  /** Which case it is about, if it is about one alone. */
  readonly caseId: CaseId | undefined;
  /** D-50: of a mail to somebody whose account is gone. */
  readonly language?: Language | undefined;
  /** D-43: of a daily mail: of what it tells. */
  readonly kinds?: readonly NoticeKind[] | undefined;
  /** D-33: whose parents have changed. */
  readonly childId?: ChildId | undefined;
  /** D-33: of a mail of the kind `parent invited`. */
  readonly invitation: Invitation | undefined;
  /** Nobody tries any more. */
  readonly failedAt: Instant | undefined;
  /** Why the last attempt failed, in the words of this project. */
  readonly problem: string | undefined;
};

/** `days`: for how many its code is valid, if not for as many as most (D-48). */
type Invitation = { readonly childId: ChildId; readonly invitedBy: AccountId; readonly days?: number | undefined };

/** D-33: whenever the mail is sent. */
export const invitedUntil = ({ at, invitation }: Pick<WaitingMail, 'at' | 'invitation'>): Instant =>
  later(at, invitation?.days === undefined ? JOIN_CODE_LIFETIME : invitation.days * DAY);

/** What a mail says, and to whom. */
export type Letter = {
  /** The same each time the mail is sent, so that a mail server can recognise it. */
  readonly id: MailId;
  readonly to: EmailAddress;
  readonly language: Language;
  /** D-39: the name of the practice, if a manager chose that mails have it. */
  readonly practice?: string | undefined;
} & (
  | {
      readonly kind: Exclude<MailKind, KindWithCode | typeof DAILY>;
      /** What it is about, if its reader still sees that. No other part of a mail says anything of it. */
      readonly about?: CaseId | ChildId | undefined;
      /** Missing: its reader can. */
      readonly canLogIn?: boolean;
    }
  | { readonly kind: typeof DAILY; readonly kinds: readonly NoticeKind[] }
  | { readonly kind: Exclude<KindWithCode, KindOfInvitation | 'account made'>; readonly code: SecretCode }
  | ({ readonly inviter: string | undefined } & (
      | { readonly kind: Exclude<KindOfInvitation, KindWithCode> }
      | {
          readonly kind: Extract<KindOfInvitation, KindWithCode>;
          readonly code: SecretCode;
          /** As its invitation. */
          readonly days?: number | undefined;
        }
    ))
  | { readonly kind: 'account made'; readonly code: SecretCode; readonly made: Made }
);

/** D-28: what the owner of an address is told of an account that was made with it. */
type Made = Pick<Account, 'role' | 'registeredAt' | 'madeThrough'>;

/** D-27: milliseconds for which a mail is tried. */
const TRIED_FOR = DAY;

/** Milliseconds in which an attempt ends. Only then may another process try. */
export const LONGEST_SENDING = MINUTE;

/** The mail while somebody tries to send it. */
export const underWay = (mail: WaitingMail, now: Instant): WaitingMail => ({
  ...mail,
  attempts: mail.attempts + 1,
  notBefore: later(now, LONGEST_SENDING),
});

/** Whether the mail, if it could not be sent before, is given up at that moment. */
export const isTooOld = ({ at }: WaitingMail, moment: Instant): boolean => Math.abs(moment - at) > TRIED_FOR;

/** Whether a server has refused it for good: it failed over an hour, the longest wait, before it was too old. */
export const isRefused = (mail: WaitingMail): boolean =>
  mail.failedAt !== undefined && !isTooOld(mail, later(mail.failedAt, HOUR));
