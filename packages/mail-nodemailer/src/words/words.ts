import { CODE_LIFETIME, type Maker, PROOF_LIFETIME, type Role } from '@health-case/domain/model/account';
import { JOIN_CODE_LIFETIME } from '@health-case/domain/model/child';
import type { DAILY, KindOfInvitation, KindWithCode, LetterKind } from '@health-case/domain/model/mail';
import { ADDRESS_WAITS, STAFF_INVITATION_LIFETIME } from '@health-case/domain/model/staff';
import { DAY, HOUR, MINUTE } from '@health-case/domain/model/values';

type Notice = { readonly subject: string; readonly paragraphs: readonly string[] };
/** The code stands between the two. */
type MailWithCode = { readonly subject: string; readonly before: string; readonly after: readonly string[] };

/** D-43: of what it tells stands between the two. */
type DailyMail = { readonly subject: string; readonly before: string; readonly after: string };

/** D-28: the link stands between `before` and `after`, and `code` behind it, for a browser that does not pass it on. */
type ProofMail = {
  readonly subject: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly makers: Readonly<Record<Maker, string>>;
  readonly made: (role: string, moment: string, maker: string) => string;
  readonly before: string;
  readonly after: readonly string[];
  readonly code: string;
};

/** D-27: all that mails say in one language. No mail names a child, a case or anything of health. */
export type Words = {
  readonly greeting: string;
  /** Before the link. */
  readonly service: string;
  readonly ending: string;
  readonly mails: Readonly<
    Record<Exclude<LetterKind, KindWithCode | KindOfInvitation | typeof DAILY>, Notice> &
      Record<Exclude<KindWithCode, KindOfInvitation | 'account made'>, MailWithCode> & {
        'account made': ProofMail;
        daily: DailyMail;
      }
  >;
  /** D-33: who invites, if a mail cannot name them. */
  readonly somebody: string;
  /** D-40: the same of staff. */
  readonly colleague: string;
  /** D-33: by who invites. */
  readonly invitations: Readonly<
    Record<Exclude<KindOfInvitation, KindWithCode>, (inviter: string) => Notice> &
      Record<Extract<KindOfInvitation, KindWithCode>, (inviter: string, days?: number) => MailWithCode>
  >;
};

/** How long a code in a mail is valid (D-28). */
export const MINUTES = CODE_LIFETIME / MINUTE;
/** How long an invitation is valid (D-33). */
export const DAYS = JOIN_CODE_LIFETIME / DAY;
/** D-40: how long an invitation of staff is valid. */
export const STAFF_DAYS = STAFF_INVITATION_LIFETIME / DAY;
/** P-39: how long an address that a manager gives waits. */
export const HOURS_TO_KEEP = ADDRESS_WAITS / HOUR;
/** How long an address can be proven by a link (D-28). */
export const DAYS_TO_PROVE = PROOF_LIFETIME / DAY;
