import type { MailedCode } from '../../model/child.ts';
import type { EmailAddress } from '../../model/email.ts';
import type { DAILY, NoticeKind, WaitingMail } from '../../model/mail.ts';
import type { NoticeChoice } from '../../model/notice.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { AccountId, ChildId, Instant, MailId } from '../../model/values.ts';

/** Mails, and who was told. */
export type MailReads = {
  /** D-27: the outbox. */
  readonly mails: {
    /** The mail that has waited longest among those due, unless another unit has it. A unit locks it. */
    nextDue(now: Instant): Promise<WaitingMail | undefined>;
    /** Whom mails that wait invite to become a parent of the child, and for whom, in any order. Locks nothing. */
    invitedTo(childId: ChildId): Promise<readonly Pick<MailedCode, 'email' | 'invitedBy'>[]>;
    /** Those to the address of the account that failed, in any order. They are few. */
    failedTo(account: AccountId): Promise<readonly WaitingMail[]>;
    /** Those that wait and those that failed. */
    all(request: PageRequest<MailId>): Promise<readonly WaitingMail[]>;
    /** `oldest`: since when the first of those that wait does. */
    counts(): Promise<{ readonly waiting: number; readonly failed: number; readonly oldest: Instant | undefined }>;
  };
  readonly notices: {
    /** D-43: where the account has chosen another time than for most, in any order. */
    choicesOf(account: AccountId): Promise<readonly NoticeChoice[]>;
  };
};

export type MailStores = MailReads & {
  readonly mails: {
    find(id: MailId): Promise<WaitingMail | undefined>;
    /** D-43: the daily mail to the account that nobody has tried to send. A unit locks it. */
    dailyTo(account: AccountId): Promise<WaitingMail | undefined>;
    removeDailyTo(account: AccountId): Promise<void>;
    insert(mail: WaitingMail): Promise<void>;
    save(mail: WaitingMail): Promise<void>;
    remove(id: MailId): Promise<void>;
    removeAllTo(account: AccountId, email: EmailAddress): Promise<void>;
    /** The invitations of a parent. */
    removeAllBy(parent: AccountId): Promise<void>;
    /** Removes those that have failed. */
    sweep(failedBefore: Instant, atMost: number): Promise<number>;
  };
  /** D-43: of what an account was told since it last signed in. */
  readonly notices: {
    /** In place of those before. */
    choose(of: AccountId, choices: readonly NoticeChoice[]): Promise<void>;
    /** False if it was told of the kind already, or a daily mail to it waits. */
    insert(of: AccountId, kind: NoticeKind | typeof DAILY): Promise<boolean>;
    remove(of: AccountId, kind: NoticeKind | typeof DAILY): Promise<void>;
    removeAll(of: AccountId): Promise<void>;
  };
};
