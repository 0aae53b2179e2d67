import type {
  Account,
  AccountCode,
  CodeDigest,
  Colleague,
  Credentials,
  Invitation,
  KnownAccount,
  PasswordHash,
  Person,
  PersonInRole,
  Profile,
  Role,
  Session,
  SessionDigest,
} from '../../model/account.ts';
import type { JoinCode } from '../../model/child.ts';
import type { EmailAddress } from '../../model/email.ts';
import type { LoginProof } from '../../model/login-proof.ts';
import type { NoticeKind, WaitingMail } from '../../model/mail.ts';
import type { NameSearch } from '../../model/names.ts';
import type { PageRequest } from '../../model/pages.ts';
import type { ChallengeDigest, Passkey, PasskeyChallenge, PasskeyId } from '../../model/passkey.ts';
import type { SecondFactor } from '../../model/second-factor.ts';
import type { AccountId, ChildId, Instant, MailId } from '../../model/values.ts';
import type { Refusal, Result } from '../../result.ts';

/** People: their accounts, sessions, codes and mails. */
export type PeopleReads = {
  readonly accounts: {
    find(id: AccountId): Promise<Account | undefined>;
    /** D-32: if it can log in. Until the unit ends, nobody disables it. */
    findAvailable(id: AccountId): Promise<Account | undefined>;
    credentialsOf(id: AccountId): Promise<Credentials | undefined>;
    credentialsByEmail(email: EmailAddress): Promise<Credentials | undefined>;
    any(): Promise<boolean>;
    /** D-32: those who can log in. */
    doctors(request: PageRequest<AccountId>): Promise<readonly Person[]>;
    all(request: PageRequest<AccountId>): Promise<readonly KnownAccount[]>;
    /**
     * D-31: in the order of `foundBy`, then of ids. If the search does not find `after` any more, from the start.
     * `whom`: by default all.
     */
    search(
      role: Role,
      search: NameSearch,
      request: PageRequest<AccountId>,
      whom?: 'available',
    ): Promise<readonly KnownAccount[]>;
    /** Those of the accounts that were not erased, in any order. */
    namesOf(ids: readonly AccountId[]): Promise<readonly (PersonInRole & Colleague)[]>;
  };
  /** An account has at most one code for each purpose. A unit locks what it finds. */
  readonly accountCodes: {
    find(digest: CodeDigest): Promise<AccountCode | undefined>;
  };
  /** D-29. A unit locks what it finds, so a proof counts once. */
  readonly secondFactors: {
    find(of: AccountId): Promise<SecondFactor | undefined>;
  };
  /** D-38. */
  readonly passkeys: {
    /** A unit locks what it finds, so of two uses at once the second sees the counter of the first. */
    find(id: PasskeyId): Promise<Passkey | undefined>;
    /** Oldest first. They are few. */
    ofAccount(id: AccountId): Promise<readonly Passkey[]>;
  };
  /** D-27: the outbox. */
  readonly mails: {
    /** The mail that has waited longest among those due, unless another unit has it. A unit locks it. */
    nextDue(now: Instant): Promise<WaitingMail | undefined>;
    /** Whom mails that wait invite to become a parent of the child, and for whom, in any order. Locks nothing. */
    invitedTo(childId: ChildId): Promise<readonly Pick<JoinCode, 'email' | 'invitedBy'>[]>;
    /** Those to the address of the account that failed, in any order. They are few. */
    failedTo(account: AccountId): Promise<readonly WaitingMail[]>;
    /** Those that wait and those that failed. */
    all(request: PageRequest<MailId>): Promise<readonly WaitingMail[]>;
    /** `oldest`: since when the first of those that wait does. */
    counts(): Promise<{ readonly waiting: number; readonly failed: number; readonly oldest: Instant | undefined }>;
  };
  readonly sessions: {
    /** Finds a session also after its end by time. */
    find(digest: SessionDigest): Promise<{ readonly session: Session; readonly account: Account } | undefined>;
    ofAccount(id: AccountId, request: { after: SessionDigest | undefined; size: number }): Promise<readonly Session[]>;
  };
  readonly invitations: {
    find(digest: Invitation['digest']): Promise<Invitation | undefined>;
    /** At most `size` that were issued at the instant or later, oldest first. */
    issuedFrom(from: Instant, size: number): Promise<readonly Invitation[]>;
  };
  readonly assistants: {
    assists(assistantId: AccountId, doctorId: AccountId): Promise<boolean>;
    /** With a search, those of them that it finds, in the same order. */
    ofDoctor(doctorId: AccountId, request: PageRequest<AccountId>, search?: NameSearch): Promise<readonly Colleague[]>;
    /** The doctors whom the account assists, also those who cannot log in. Locks nothing. */
    doctorsOf(assistantId: AccountId, request: PageRequest<AccountId>): Promise<readonly { readonly id: AccountId }[]>;
  };
};

export type PeopleStores = PeopleReads & {
  readonly accounts: {
    /** D-07: the first account with an address stays; further ones are refused. */
    insert(credentials: Credentials): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    setPassword(id: AccountId, passwordHash: PasswordHash): Promise<void>;
    setProfile(id: AccountId, profile: Profile): Promise<void>;
    /**
     * Removes the person's data: names, address, password, and whom the account assists or is assisted by. The id and
     * the role stay, for what it did; nothing but its id finds or lists it any more.
     */
    erase(id: AccountId, at: Instant): Promise<void>;
    setSecondFactor(id: AccountId, isOn: boolean): Promise<void>;
    /** D-07, D-28: an address that another account has stays with that account. `provenAt` is of the new address. */
    setEmail(
      id: AccountId,
      email: EmailAddress,
      provenAt: Instant | undefined,
    ): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    setProven(id: AccountId, provenAt: Instant): Promise<void>;
    /** D-28: another account may have the address. The account is found by its id alone (`noAddressOf`). */
    freeEmail(id: AccountId): Promise<void>;
    /** `undefined` lets it log in again. Waits for the units that have found it with `findAvailable`. */
    setDisabled(id: AccountId, disabledAt: Instant | undefined): Promise<void>;
    setTakesNoChildren(id: AccountId, takesNone: boolean): Promise<void>;
  };
  readonly accountCodes: {
    /** Replaces the account's code for the same purpose. */
    save(code: AccountCode): Promise<void>;
    removeAll(of: AccountId, but?: AccountCode['purpose']): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<void>;
  };
  readonly secondFactors: {
    save(factor: SecondFactor): Promise<void>;
    remove(of: AccountId): Promise<void>;
    /** Encrypts the secrets of a page with the key in use, as `children.reencrypt` does. */
    reencrypt(
      request: PageRequest<AccountId>,
    ): Promise<{ readonly last: AccountId | undefined; readonly sealed: number }>;
  };
  readonly passkeys: {
    /** False if the id is known, whoever has it: the first passkey stays. */
    insert(passkey: Passkey): Promise<boolean>;
    /** Saves how often and when it was used. */
    saveUse(passkey: Pick<Passkey, 'id' | 'counter' | 'lastUsedAt'>): Promise<void>;
    /** False if the account has no such passkey. */
    remove(of: AccountId, id: PasskeyId): Promise<boolean>;
    /** Returns how many. */
    removeAll(of: AccountId): Promise<number>;
  };
  /** D-38. */
  readonly passkeyChallenges: {
    insert(challenge: PasskeyChallenge): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: ChallengeDigest): Promise<PasskeyChallenge | undefined>;
    sweep(expiredBefore: Instant, atMost: number): Promise<void>;
  };
  /** D-29. */
  readonly loginProofs: {
    insert(proof: LoginProof): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: CodeDigest): Promise<LoginProof | undefined>;
    removeAll(of: AccountId): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<void>;
  };
  readonly mails: {
    find(id: MailId): Promise<WaitingMail | undefined>;
    insert(mail: WaitingMail): Promise<void>;
    save(mail: WaitingMail): Promise<void>;
    remove(id: MailId): Promise<void>;
    removeAllTo(account: AccountId, email: EmailAddress): Promise<void>;
    /** The invitations of a parent. */
    removeAllBy(parent: AccountId): Promise<void>;
    /** Removes those that have failed. */
    sweep(failedBefore: Instant, atMost: number): Promise<void>;
  };
  /** D-43: of what an account was told since it last signed in. */
  readonly notices: {
    /** False if it was told of the kind already. */
    insert(of: AccountId, kind: NoticeKind): Promise<boolean>;
    remove(of: AccountId, kind: NoticeKind): Promise<void>;
    removeAll(of: AccountId): Promise<void>;
  };
  readonly sessions: {
    insert(session: Session): Promise<void>;
    touch(digest: SessionDigest, lastUsedAt: Instant): Promise<void>;
    end(digest: SessionDigest): Promise<void>;
    /** False if the account has no such session. */
    endOf(id: AccountId, digest: SessionDigest): Promise<boolean>;
    /** Removes all `loginProofs` of the account, too: nobody may go on whom a new password is to keep out. */
    endOthers(accountId: AccountId, keep: SessionDigest): Promise<void>;
    /** Returns how many sessions it has ended, those that have expired included. Removes all `loginProofs`, too. */
    endAll(of: AccountId | 'everybody'): Promise<number>;
    sweep(lastUsedBefore: Instant, atMost: number): Promise<void>;
  };
  readonly invitations: {
    insert(invitation: Invitation): Promise<void>;
    save(invitation: Invitation): Promise<void>;
  };
  readonly assistants: {
    link(doctorId: AccountId, assistantId: AccountId): Promise<void>;
    unlink(doctorId: AccountId, assistantId: AccountId): Promise<void>;
  };
};
