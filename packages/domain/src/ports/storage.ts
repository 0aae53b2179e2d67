import type {
  Account,
  AccountCode,
  CodeDigest,
  Colleague,
  Confirmed,
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
} from '../model/account.ts';
import type {
  AuditEntry,
  AuditLook,
  AuditQuery,
  AuditRecord,
  AuditVerdict,
  Checkpoint,
  NotedRecord,
} from '../model/audit.ts';
import type {
  Case,
  CaseEvent,
  CaseFilter,
  Certification,
  ClosedTask,
  FinishedCase,
  IssuedCertification,
  IssuedList,
  ListedCase,
  ListedTask,
  OngoingCase,
  OpenTask,
  RequestedCertification,
  Task,
  TaskFilter,
  ToConfirm,
  WaitingFilter,
} from '../model/case.ts';
import type { CaseAction } from '../model/case-action.ts';
import type { Certificate, NamedWrong, StatusPlace } from '../model/certificate.ts';
import type {
  Child,
  ChildEntry,
  ChildFacts,
  ChildNames,
  ChildOrder,
  JoinCode,
  LikeChild,
  Parent,
  Patient,
} from '../model/child.ts';
import type { Cover } from '../model/cover.ts';
import type { Draft } from '../model/draft.ts';
import type { EmailAddress } from '../model/email.ts';
import type { Counted, Month, Tally, Waiting, WaitingKind } from '../model/figures.ts';
import type { KeptOutcome, KeptRequest } from '../model/idempotency.ts';
import type { Import, ImportRow, ImportRowId, RowResult } from '../model/import.ts';
import type { LoginProof } from '../model/login-proof.ts';
import type { DAILY, MailedPurpose, MailKind, WaitingMail } from '../model/mail.ts';
import type { NameSearch } from '../model/names.ts';
import type { FoundNote, Note, UnreadNote } from '../model/note.ts';
import type { NoticeChoice, NoticeKind, Work } from '../model/notice.ts';
import type { PageRequest } from '../model/pages.ts';
import type { ChallengeDigest, Passkey, PasskeyChallenge, PasskeyId } from '../model/passkey.ts';
import type { Phrase } from '../model/phrase.ts';
import type { Practice, SetupCode } from '../model/practice.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import type { Help, StaffInvitation, StaffWork } from '../model/staff.ts';
import type { TextsOf } from '../model/texts.ts';
import type { Attempts, KnownNetwork } from '../model/throttle.ts';
import type {
  AccountId,
  AuditRecordId,
  CaseEventId,
  CaseId,
  CaseOrTaskId,
  CertificateId,
  CertificationId,
  ChildId,
  CoverId,
  Day,
  ImportId,
  Instant,
  MailId,
  NoteId,
  PhraseId,
  TaskId,
} from '../model/values.ts';
import type { Refusal, Result } from '../result.ts';
import type { SigningKey } from './security.ts';

export type UnitOfWork<T, R> = (stores: Stores, hasTime: () => Promise<boolean>) => Promise<Result<T, R>>;

/** A store that cannot do its work throws `Unavailable`. Lists are in the order of ids unless they say otherwise. */
export interface Storage {
  /** A read sees everything that was committed before the call, and nothing that is not committed. */
  readonly read: Reads;

  /**
   * One unit of work. If it resolves to `ok`, all of it is committed, and survives a crash and a power loss. If `work`
   * refuses or throws, all of it is rolled back. Units may run at once, and have the effect of running one after
   * another: what a unit finds by its id, and what belongs to a case that it has found, stays the same until it ends.
   * Each reads its own writes. A refusal by a store does not end the unit. `work` may be run more than once, so its
   * only effects are those on `stores`. If this throws `Unavailable`, the unit was rolled back, unless the store did
   * not answer the commit: then nobody can know (P-16).
   *
   * A unit of `many steps` asks between two whether it `hasTime` for the next. A store whose units wait for each other gives
   * others a turn meanwhile, and less time where they wait.
   */
  write<T, R>(work: UnitOfWork<T, R>, steps?: 'many steps'): Promise<Result<T, R>>;

  /**
   * Extends the audit trail with all committed records, in this order:
   * 1. a page of the records of units of work that have no place yet, by id;
   * 2. the given records, of calls that changed nothing, in the given order;
   * 3. the other records of units of work, by id, unless another process does so at this moment.
   *
   * So places need not follow ids or moments. Call it often: that somebody has removed a record without a place is noticed
   * by the process that wrote it, or by its next record. Reads of the trail call it, too. If it throws, some of the given records may be stored (P-16):
   * call it again with the same records and `isAgain`.
   */
  sequence(records: readonly NotedRecord[], isAgain?: boolean): Promise<void>;

  /**
   * Clears the data of erased children or accounts from the store's own files, except a log that the database keeps.
   * Throws `Unavailable` while another transaction or process prevents it, `OperatorError` if the service may not do
   * it. Both say that the data is still there.
   */
  scrub(of: 'child' | 'account'): Promise<void>;
  /** Throws `NotReady`, or another `Unavailable`, while calls would fail: if the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for the units of work that have begun. Afterwards only `close` may be called, which does nothing. */
  close(): Promise<void>;
}

/** What a unit of work may call. `save` replaces. Changing or removing what is not there does nothing. */
export type Stores = Reads & Changes;

/** Removes at most `atMost` entries that are older than the instant; of mails, those that have failed. Returns how many. */
type Swept = { sweep(olderThan: Instant, atMost: number): Promise<number> };
/** Those whose entries go some time after nobody asks for them any more. */
export type SweptStore = { [Name in keyof Stores]: 'sweep' extends keyof Stores[Name] ? Name : never }[keyof Stores];

/** Since when what waits is as old as each of `AGES`: days where it waits since a day. */
type Ages<Since extends Instant | Day> = readonly [Since, Since, Since, Since];

type Count<Id> = { readonly count: number; readonly last: Id | undefined };

/** `of`: what `takeAll` finds it by. */
export type KeptAttempts = { readonly key: string; readonly attempts: Attempts; readonly of?: string | undefined };

/** Sessions, and what a login takes beside the password. */
type FoundSession = { readonly session: Session; readonly account: Account; readonly coversUntil?: Day | undefined };

/** What may be called outside a unit of work, too. */
export interface Reads {
  readonly accounts: {
    find(id: AccountId): Promise<Account | undefined>;
    /** D-32: if it can log in. Until the unit ends, nobody disables it. */
    findAvailable(id: AccountId): Promise<Account | undefined>;
    credentialsOf(id: AccountId): Promise<Credentials | undefined>;
    credentialsByEmail(email: EmailAddress): Promise<Credentials | undefined>;
    any(): Promise<boolean>;
    /** D-40: those who can log in, in the order of their ids. Until the unit ends, nobody disables or unmakes one. */
    managers(): Promise<readonly Account[]>;
    /** D-40: doctors and assistants, in any order, but those who wait to be confirmed. They are few. */
    staff(): Promise<readonly KnownAccount[]>;
    /** D-40: doctors and assistants who can log in and wait to be confirmed. */
    unconfirmed(request: PageRequest<AccountId>): Promise<readonly Account[]>;
    /** D-32, D-40: those who can log in and are confirmed. */
    doctors(request: PageRequest<AccountId>): Promise<readonly Person[]>;
    all(request: PageRequest<AccountId>): Promise<readonly KnownAccount[]>;
    /**
     * D-31: in the order of `foundBy`, then of ids. If the search does not find `after` any more, from the start.
     * `whom`: those who can log in and are confirmed; by default all.
     */
    search(
      role: Role,
      search: NameSearch,
      request: PageRequest<AccountId>,
      whom?: 'available',
    ): Promise<readonly KnownAccount[]>;
    /** Those of the accounts that have names, in any order. */
    namesOf(ids: readonly AccountId[]): Promise<readonly (PersonInRole & Colleague)[]>;
  };
  /** An account has at most one code for each purpose. A unit locks what it finds. */
  readonly accountCodes: {
    find(digest: CodeDigest): Promise<AccountCode | undefined>;
    /** In the order of their purposes. Locks nothing. */
    ofAccount(id: AccountId): Promise<readonly AccountCode[]>;
  };
  readonly invitations: {
    find(digest: Invitation['digest']): Promise<Invitation | undefined>;
    /** At most `size` that were issued at the instant or later, oldest first. */
    issuedFrom(from: Instant, size: number): Promise<readonly Invitation[]>;
  };
  readonly audit: {
    /** At most `size` records that follow the place, in the order of their places. */
    records(query: AuditQuery, request: { after: number; size: number }): Promise<readonly AuditEntry[]>;
    /** D-34: of calls that were answered, newest first by their ids, those about children that were merged into this one included. */
    aboutChild(child: ChildId, request: PageRequest<AuditRecordId>): Promise<readonly AuditLook[]>;
    /** Where the trail ends. `undefined` if its end is not what was written. */
    checkpoint(): Promise<Checkpoint | undefined>;
    /** Checks in bounded memory that the whole trail is what was written, and still contains the checkpoint. */
    verify(since?: Checkpoint): Promise<AuditVerdict>;
  };
  readonly ids: {
    /** D-10: the greatest id in the store. Of the audit records in the trail, it looks at the last one only. */
    newest(): Promise<string | undefined>;
  };
  readonly cases: {
    find(id: CaseId): Promise<Case | undefined>;
    /** D-21: the case, or that of the task. */
    locate(id: CaseOrTaskId): Promise<Case | undefined>;
    /** The parents of the child whose case it is, or the task's, in any order. Locks nothing, as `children.ofCase`. */
    parentsOf(id: CaseOrTaskId): Promise<readonly AccountId[]>;
    /** Those that are there, in any order. Locks nothing. */
    titlesOf(ids: readonly CaseId[]): Promise<readonly Pick<Case, 'id' | 'childId' | 'doctorId' | 'title'>[]>;
    ofDoctors(
      doctorIds: readonly AccountId[],
      request: PageRequest<CaseId>,
      filter?: CaseFilter,
    ): Promise<readonly ListedCase[]>;
    ofParent(parentId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    /** D-46: how many cases these doctors have, which fit; by doctor the filter says nothing. */
    count(doctors: readonly AccountId[], filter: CaseFilter, atMost: number): Promise<number>;
    ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
    /**
     * D-43: what waits for an account: decisions for a doctor alone, for a parent only notes; for a deputy (D-41) also what waits
     * for the doctor. What has to be confirmed counts if it is valid today or longer. A doctor without `coversOn` is no deputy.
     */
    workOf(account: Pick<Account, 'id' | 'role' | 'coversOn'>, today: Day, atMost: number): Promise<Work>;
    /** How many cases the doctor has. */
    countOf(doctorId: AccountId): Promise<{ readonly ongoing: number; readonly finished: number }>;
    /** The first ones by id. */
    ongoingOf(doctorId: AccountId, size: number): Promise<readonly CaseId[]>;
    /** D-35: in the order in which they were finished. */
    finishedBefore(moment: Instant, request: PageRequest<CaseId>): Promise<readonly FinishedCase[]>;
  };
  readonly history: {
    /** In the order of appending, whatever their ids and moments. Empty if `after` is no event of the case. */
    ofCase(caseId: CaseId, request: PageRequest<CaseEventId>): Promise<readonly CaseEvent[]>;
  };
  /** Erasing a child revokes its certificates and removes them; their places stay taken and revoked. */
  readonly certificates: {
    /** One that was not revoked. */
    find(id: CertificateId): Promise<Certificate | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<CertificateId>): Promise<readonly Certificate[]>;
    /** Those of the case that were not revoked, in the order of their ids. */
    validOf(caseId: CaseId): Promise<readonly Certificate[]>;
  };
  readonly statusLists: {
    /** The highest number of a list with a certificate in it, 0 without one. */
    newest(): Promise<number>;
    /** The count only grows, so it tells whether something was revoked since. */
    countRevoked(list: StatusPlace['list']): Promise<number>;
    /** At most `size` revoked places that follow `after`, in their order. */
    revoked(list: StatusPlace['list'], request: { after: number; size: number }): Promise<readonly number[]>;
  };
  readonly certifications: {
    find(id: CertificationId): Promise<Certification | undefined>;
    /** The certification inserted last of the task that `meantBy` finds, whatever the ids and moments. Locks nothing, as that. */
    newestOf(id: CaseOrTaskId): Promise<Certification | undefined>;
    /** The certification inserted last of each task that has one, in any order. */
    newestOfEach(taskIds: readonly TaskId[]): Promise<readonly Certification[]>;
    ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly Certification[]>;
    /**
     * D-44: what was issued for the parent's children and is valid until `from` or longer, of which nobody has a certificate
     * that counts, or not the parent who asked for it, but can make one; at most so many, what was decided last at first,
     * then by id, backwards.
     */
    readyFor(parentId: AccountId, from: Day, atMost: number): Promise<readonly IssuedCertification[]>;
    /**
     * What is valid until `from` or longer, in the order of that day: what the doctor has issued, in a case that is another
     * doctor's by now (D-32), or of a child that is named otherwise by now (D-30); the latter also in the doctor's case, if
     * whoever issued it cannot log in.
     */
    issuedBy(
      doctorId: AccountId,
      list: IssuedList,
      from: Day,
      request: PageRequest<CertificationId>,
    ): Promise<readonly IssuedCertification[]>;
    /** D-30: those of a child that is named otherwise by now, in any order. Locks nothing. */
    toConfirmOf(childId: ChildId): Promise<readonly ToConfirm[]>;
    /** Those that are requested, and not decided, in the doctors' cases. */
    waitingFor(
      doctorIds: readonly AccountId[],
      request: PageRequest<CertificationId>,
      filter?: WaitingFilter,
    ): Promise<readonly RequestedCertification[]>;
    countWaiting(doctorIds: readonly AccountId[], filter: WaitingFilter, atMost: number): Promise<number>;
  };
  readonly children: {
    /** A unit relies on the child: nobody erases or merges it meanwhile. */
    isOfParent(id: ChildId, parentId: AccountId): Promise<boolean>;
    /** A unit relies on the child, as with `isOfParent`. */
    isOfDoctor(id: ChildId, doctorId: AccountId): Promise<boolean>;
    /** As `parents`, in any order, without a lock. */
    parentIds(id: ChildId): Promise<readonly AccountId[]>;
    /** Who has added it first, then in the order of joining. A unit locks the child, and with it who its parents are. */
    parents(id: ChildId): Promise<readonly Parent[]>;
    /** With the number in the clear, so it is for one child at a time. A unit locks the child. */
    record(id: ChildId): Promise<Child | undefined>;
    /** The child of a case or task. Locks nothing: ask for the case before, so that nobody changes the child. */
    ofCase(id: CaseOrTaskId): Promise<ChildNames | undefined>;
    /** Those that exist, in any order. */
    namesOf(ids: readonly ChildId[]): Promise<readonly ChildNames[]>;
    ofParent(parentId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-20: children with at least one case assigned to the doctor, ongoing or finished, each once. */
    ofDoctor(doctorId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-46: the children of these doctors, each once. */
    patients(
      doctors: readonly AccountId[],
      order: ChildOrder,
      request: PageRequest<ChildId>,
    ): Promise<readonly Patient[]>;
    countPatients(doctors: readonly AccountId[], atMost: number): Promise<number>;
    /** D-31: of these, in the order of `accounts.search`. */
    searchOfDoctor(
      doctorId: AccountId,
      search: NameSearch,
      request: PageRequest<ChildId>,
    ): Promise<readonly ChildEntry[]>;
    /** With a search, those of them that it finds, in the same order. */
    ofDoctorAndParent(
      doctor: AccountId,
      parent: AccountId,
      page: PageRequest<ChildId>,
      search?: NameSearch,
    ): Promise<readonly ChildEntry[]>;
    /** D-37: with their parents, whose order tells nothing, and numbers in the clear. */
    all(request: PageRequest<ChildId>): Promise<readonly (Child & { readonly parentIds: readonly AccountId[] })[]>;
    /**
     * D-42: the doctor's children with the same number, or with the same names (`nameKey`) and birth date, in any order. Of units
     * that look for some of one doctor, one waits for the other.
     */
    alikeOfDoctor(doctorId: AccountId, child: ChildFacts): Promise<readonly ChildNames[]>;
    /**
     * D-48: children that it may be, in any order, each once: the doctor's with the same number, or the same names and no birth
     * date on one side; and anybody's with the same names and birth date. Where more than `MOST_COMPARED` are born on the day,
     * only the doctor's who have the same place in the alphabet. `hasNumber`: the same number.
     */
    alikeInPractice(doctorId: AccountId, child: ChildFacts): Promise<readonly LikeChild[]>;
    /** Where the child is now, if it was merged. */
    mergedInto(id: ChildId): Promise<ChildId | undefined>;
  };
  /** D-41: who stands in for whom. */
  readonly covers: {
    find(id: CoverId): Promise<Cover | undefined>;
    /** Whether an agreed one counts on that day. Until a unit that has found one ends, nobody ends it. */
    counts(deputyId: AccountId, doctorId: AccountId, day: Day): Promise<boolean>;
    /** The doctors for whom the deputy stands in on that day, in the order of their ids. */
    doctorsOf(deputyId: AccountId, day: Day): Promise<readonly AccountId[]>;
    /** Who stands in for the doctor on that day. */
    deputiesOf(doctorId: AccountId, day: Day): Promise<readonly AccountId[]>;
    /** Who has agreed to, on that day or later, in any order. */
    deputiesFrom(doctorId: AccountId, day: Day): Promise<readonly AccountId[]>;
    /**
     * Those in which the account is doctor or deputy and which end on that day or later, by their first day. A unit locks the
     * account: meanwhile nobody else adds or changes one of them behind this lock.
     */
    ofAccount(account: AccountId, from: Day): Promise<readonly Cover[]>;
    /** The agreed one of the case's doctor that counts on that day. */
    ofCase(caseId: CaseId, day: Day): Promise<Cover | undefined>;
  };
  /** D-49: what is counted, in parts that are bounded by one doctor or by the size of a page. */
  readonly figures: {
    /** Of the first doctor behind `after`, by id, of whom something counts in the month; in any order. */
    ofNextDoctor(month: Month, after: AccountId | undefined): Promise<readonly Tally[]>;
    /** For the first doctor behind `after` who has such, or open tasks; what is older than each age. */
    waitingForNext(
      kind: WaitingKind,
      after: AccountId | undefined,
      ages: { readonly moments: Ages<Instant>; readonly days: Ages<Day> },
    ): Promise<Waiting | undefined>;
    countChildren(request: PageRequest<ChildId>): Promise<Count<ChildId>>;
    /** Who can log in. */
    countParents(request: PageRequest<AccountId>): Promise<Count<AccountId>>;
  };
  /** D-48. */
  readonly imports: {
    /** A unit locks it. */
    find(id: ImportId): Promise<Import | undefined>;
    /** The newest first. */
    all(request: PageRequest<ImportId>): Promise<readonly Import[]>;
    /** Those that are not closed, by id. They are few. */
    open(): Promise<readonly Import[]>;
    /** In the order of their numbers. */
    rows(of: ImportId, request: PageRequest<ImportRowId>, result?: RowResult): Promise<readonly ImportRow[]>;
    row(id: ImportRowId): Promise<ImportRow | undefined>;
    counts(of: ImportId): Promise<Readonly<Partial<Record<RowResult, number>>>>;
  };
  readonly signingKeys: {
    /** In the order in which they were added. */
    all(): Promise<readonly SigningKey[]>;
  };
  /** Keys hold addresses, so they are not stored in the clear. */
  readonly throttles: {
    /** In the order of the keys. A unit locks them all, also those that have no entry. */
    find(keys: readonly string[]): Promise<readonly (Attempts | undefined)[]>;
  };
  /** Keys hold addresses, so they are not stored in the clear. A unit does not lock what it finds. */
  readonly knownNetworks: { find(key: string): Promise<Instant | undefined> };
  /** Ids are not stored in the clear. */
  readonly drafts: {
    /** The text that was saved at `since` or later. */
    find(accountId: AccountId, id: Draft['id'], since: Instant): Promise<Draft['encrypted'] | undefined>;
  };
  /** D-24. Neither keys nor requests are stored in the clear. */
  readonly keptOutcomes: {
    /** What was kept under the key at `since` or later: the outcome of this request, or that it was another request. */
    find(wanted: KeptRequest, since: Instant): Promise<{ readonly outcome: string } | 'other request' | undefined>;
  };
  readonly sessions: {
    /** Finds a session also after its end by time. `coversUntil`: the last day of all covers to which its account agreed. */
    find(digest: SessionDigest): Promise<FoundSession | undefined>;
    ofAccount(id: AccountId, request: { after: SessionDigest | undefined; size: number }): Promise<readonly Session[]>;
  };
  /** D-29. Locks nothing. */
  readonly loginProofs: {
    find(digest: CodeDigest): Promise<LoginProof | undefined>;
    /** Of the second factor, also those that have expired, the last first. */
    trusted(of: AccountId): Promise<readonly LoginProof[]>;
  };
  /** D-29. A unit locks what it finds, so a proof counts once. */
  readonly secondFactors: { find(of: AccountId): Promise<SecondFactor | undefined> };
  /** D-27: the outbox. */
  readonly mails: {
    /** The mail that has waited longest among those due, unless another unit has it. A unit locks it. */
    nextDue(now: Instant): Promise<WaitingMail | undefined>;
    /** Those that invite to become a parent of the child, also those that failed, in any order. Locks nothing. */
    invitedTo(childId: ChildId): Promise<readonly WaitingMail[]>;
    /** Those that failed, to the address of the account or to this one, which nobody has, in any order. They are few. */
    failedTo(account: AccountId | undefined, address?: EmailAddress): Promise<readonly WaitingMail[]>;
    /** Those that wait and those that failed. */
    all(request: PageRequest<MailId>): Promise<readonly WaitingMail[]>;
    /** `oldest`: since when the first of those that wait does. */
    counts(): Promise<{ readonly waiting: number; readonly failed: number; readonly oldest: Instant | undefined }>;
  };
  readonly notices: {
    /** D-43: where the account has chosen another time than for most, in any order. */
    choicesOf(account: AccountId): Promise<readonly NoticeChoice[]>;
  };
  /** D-45: notes on cases. */
  readonly notes: {
    find(id: NoteId): Promise<Note | undefined>;
    /** In the opposite order of writing, whatever their ids and moments. Empty if `after` is no note of the case. */
    ofCase(caseId: CaseId, request: PageRequest<NoteId>, reader?: AccountId): Promise<readonly FoundNote[]>;
    /** Those that the account has not read, of cases in which it takes part today (D-41), oldest first. */
    unreadBy(
      reader: Pick<Account, 'id' | 'role'>,
      request: PageRequest<NoteId>,
      today: Day,
    ): Promise<readonly UnreadNote[]>;
    /** How many notes of each of the cases it has not read. A case without one is left out. */
    countUnread(
      reader: AccountId,
      cases: readonly CaseId[],
    ): Promise<readonly { readonly caseId: CaseId; readonly notes: number }[]>;
  };
  /** D-33: a child has at most one code for an address. A unit locks what it finds. */
  readonly joinCodes: {
    /** In any order, those that have expired included. Locks nothing. */
    ofChild(childId: ChildId): Promise<readonly JoinCode[]>;
    /** At most so many of those that the account has sent or printed, in any order. Locks nothing. */
    sentBy(id: AccountId, atMost: number): Promise<readonly JoinCode[]>;
  };
  /** D-38. */
  readonly passkeys: {
    /** A unit locks what it finds, so of two uses at once the second sees the counter of the first. */
    find(id: PasskeyId): Promise<Passkey | undefined>;
    /** Oldest first. They are few. */
    ofAccount(id: AccountId): Promise<readonly Passkey[]>;
  };
  /** D-47: phrases of doctors and of the practice. */
  readonly phrases: {
    /** In their order. They are few. Without an account, those of the practice. */
    of(id: AccountId | undefined): Promise<readonly Phrase[]>;
  };
  readonly practice: { find(): Promise<Practice | undefined> };
  /** There is one at most. A unit locks it. */
  readonly setupCodes: { find(digest: CodeDigest): Promise<SetupCode | undefined> };
  readonly assistants: {
    assists(assistantId: AccountId, doctorId: AccountId): Promise<boolean>;
    /** With a search, those of them that it finds, in the same order. */
    ofDoctor(doctorId: AccountId, request: PageRequest<AccountId>, search?: NameSearch): Promise<readonly Colleague[]>;
    /** The doctors whom the account assists, also those who cannot log in. Locks nothing. */
    doctorsOf(assistantId: AccountId, request: PageRequest<AccountId>): Promise<readonly { readonly id: AccountId }[]>;
  };
  /** An address has one at most. A unit locks what it finds. */
  readonly staffInvitations: {
    find(email: EmailAddress): Promise<StaffInvitation | undefined>;
    findByCode(digest: CodeDigest): Promise<StaffInvitation | undefined>;
    /** In the order of the addresses. */
    all(): Promise<readonly StaffInvitation[]>;
  };
  /** P-39: an account has the last one. Locks nothing: whoever changes one has found the account before. */
  readonly helps: {
    find(id: AccountId): Promise<Help | undefined>;
    /** Addresses that were given at the instant or before, the first ones. */
    due(givenUntil: Instant, size: number): Promise<readonly Help[]>;
  };
  readonly staffWork: {
    /** Of each of the accounts, in any order. */
    of(ids: readonly AccountId[]): Promise<readonly StaffWork[]>;
  };
  readonly tasks: {
    find(id: TaskId): Promise<Task | undefined>;
    /**
     * D-21: the task, or the one of the case that was closed last, whatever the ids and moments. Locks nothing: a unit
     * must have asked for the case before.
     */
    meantBy(id: CaseOrTaskId): Promise<Task | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly Task[]>;
    anyOpenIn(caseId: CaseId): Promise<boolean>;
    /** D-31: the tasks of the doctors' cases. */
    ofDoctors(
      doctorIds: readonly AccountId[],
      request: PageRequest<TaskId>,
      filter?: TaskFilter,
    ): Promise<readonly ListedTask[]>;
    /** D-46: how many tasks are of cases of these doctors, and fit. */
    count(doctors: readonly AccountId[], filter: TaskFilter, atMost: number): Promise<number>;
  };
}

/** What only a unit of work may call, beside the reads of the same subject. */
interface Changes {
  readonly nameIndex: {
    /**
     * D-31: makes anew what at most so many people are found by, if it was made with a lower `FOLDING`. Returns of how many
     * it was.
     */
    rebuild(atMost: number): Promise<number>;
  };
  readonly accounts: {
    /** D-07: the first account with an address stays; further ones are refused. */
    insert(credentials: Credentials): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    /**
     * True: the account still has these, no second factor, and can log in, and nobody changes that until the unit ends.
     * False: `credentialsOf` tells.
     */
    stillHas(credentials: Credentials): Promise<boolean>;
    /** Locks nothing. The answer may come only as the unit ends, so that within it nobody awaits it. */
    seenByEmail(email: EmailAddress): Promise<Credentials | undefined>;
    setPassword(id: AccountId, passwordHash: PasswordHash): Promise<void>;
    setProfile(id: AccountId, profile: Profile): Promise<void>;
    /**
     * Removes the person's data: names, address, password, and all that is the account's own or that it was sent or has sent,
     * but codes on paper. The id and the role stay, for what it did; nothing but its id finds or lists it any more. `keeps`:
     * its names stay, too (D-50).
     */
    erase(id: AccountId, at: Instant, keeps?: 'names'): Promise<void>;
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
    setConfirmed(id: AccountId, confirmed: Confirmed): Promise<void>;
    setManager(id: AccountId, isManager: boolean): Promise<void>;
  };
  readonly accountCodes: Swept & {
    /** Replaces the account's code for the same purpose. */
    save(code: AccountCode): Promise<void>;
    /** With the mails to the account that would bring one. */
    removeAll(of: AccountId, but?: MailedPurpose): Promise<void>;
  };
  readonly invitations: {
    insert(invitation: Invitation): Promise<void>;
    save(invitation: Invitation): Promise<void>;
  };
  readonly audit: {
    /**
     * The unit of work does not see its own records. If somebody has changed the trail in the database itself, new
     * records follow its last one, and it stays unsound.
     */
    append(record: AuditRecord): Promise<void>;
  };
  readonly cases: {
    /** `entered`: the child, if the same unit has entered it. */
    insert(facts: OngoingCase, entered?: Child): Promise<void>;
    rename(facts: OngoingCase): Promise<void>;
    /** Its status, and whether it is new. */
    save(facts: Case): Promise<void>;
    /** D-43: it is not new any more, unless it was handed over since it was found. */
    open(found: Pick<Case, 'id' | 'doctorId' | 'newSince'>): Promise<void>;
    /** D-32: `facts` names the new doctor. */
    handOver(facts: Case, from: AccountId): Promise<void>;
    /**
     * D-35: removes at most so many, with their parts, and revokes their certificates. A child that then has neither a case nor
     * a parent (D-42) goes with them: nobody would find it. Returns how many cases.
     */
    eraseFinished(before: Instant, atMost: number): Promise<number>;
  };
  readonly history: {
    /** Its unit throws `ActorErased` if the account whose event it is was erased, and nobody erases it meanwhile. */
    append(event: CaseEvent, counted?: Counted): Promise<void>;
    /** D-49: the last event of the case of that action, moment and `minutes` does not count any more, as it was undone. */
    uncount(caseId: CaseId, action: CaseAction, at: Instant, minutes?: number): Promise<void>;
  };
  readonly certificates: {
    /** False, and nothing is inserted, if its place in the list is taken. */
    insert(certificate: Certificate): Promise<boolean>;
    /** Those that the account has made, also the revoked ones. */
    countOf(id: CertificationId, madeBy: AccountId): Promise<number>;
    revoke(id: CertificateId): Promise<void>;
    revokeAllOf(id: CertificationId): Promise<void>;
    /** D-30: revokes the child's certificates that name one of these and are still valid. Returns how many. */
    revokeNaming(child: ChildId, wrong: NamedWrong, now: Instant): Promise<number>;
  };
  readonly certifications: {
    /**
     * D-22: at most one live certification per task. Of two that race, the first stays and both callers get it. It may be
     * decided at once; `of` as for `save`.
     */
    insertOnce(certification: Certification, of?: Pick<Case, 'doctorId'>): Promise<Certification>;
    /** D-47: saves what is revoked, and inserts what is issued instead. */
    replace(revoked: Certification, issued: Certification, of: Pick<Case, 'doctorId'>): Promise<void>;
    /** D-46: as if it had not been requested. */
    remove(certification: Certification): Promise<void>;
    /** `of`: its case, when it is issued: D-32 may hold from the beginning (D-41). */
    save(certification: Certification, of?: Pick<Case, 'doctorId'>): Promise<void>;
  };
  readonly children: {
    /**
     * D-14: refused if another child of the parent has the number, without separators and case. Stores none in the clear.
     * Its unit throws `ActorErased` if the parent was erased, and nobody erases the parent meanwhile.
     */
    insert(child: Child, parentId: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** D-42: one of staff, which has no parent until one is added. */
    enter(child: Child): Promise<void>;
    /** D-50: from now on it is one of staff. A unit has locked it. */
    leaveToStaff(id: ChildId): Promise<void>;
    /** D-30: replaces what the child's record says. While the unit runs, nobody works on a case of the child. */
    correct(child: Child): Promise<void>;
    /** As `correct`, with another number. Refused if another child of `by` has it; what a co-parent has is not asked. */
    renumber(child: Child, by: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** Also if another child of the parent has the number. Does nothing for a parent of the child. */
    addParent(id: ChildId, parentId: AccountId): Promise<void>;
    removeParent(id: ChildId, parentId: AccountId): Promise<void>;
    /** D-33: another child of this parent that has the number of the child. */
    sameOfParent(id: ChildId, parentId: AccountId): Promise<ChildId | undefined>;
    /**
     * D-33, D-37: moves the cases of a child to another one, with their parts and what was merged into it before,
     * revokes its certificates, and removes it. Its parents are not moved. Returns how many of both.
     */
    merge(from: ChildId, into: ChildId): Promise<{ readonly cases: number; readonly certificates: number }>;
    /** Removes the child with its cases and their parts. False if there was no such child. */
    erase(id: ChildId): Promise<boolean>;
  };
  readonly covers: {
    insert(cover: Cover): Promise<void>;
    agree(id: CoverId, at: Instant): Promise<void>;
    remove(id: CoverId): Promise<void>;
    /** Those of the doctor that ended before. */
    removePast(doctorId: AccountId, before: Day): Promise<void>;
  };
  readonly imports: {
    save(one: Import): Promise<void>;
    /** One that is there stays as it is. */
    addRows(rows: readonly ImportRow[]): Promise<void>;
    /** All but its texts. */
    settle(row: Omit<ImportRow, 'texts'>): Promise<void>;
    /** Removes the texts of some rows. Returns of how many. */
    clear(of: ImportId, atMost: number): Promise<number>;
  };
  readonly signingKeys: {
    add(): Promise<SigningKey>;
    /** Removes only a key that signs. */
    remove(id: SigningKey['id']): Promise<void>;
  };
  /** From its commit on, every process encrypts with a new key. Texts of former keys stay readable. */
  readonly dataKeys: { rotate(): Promise<void> };
  /** What `TEXTS` names. */
  readonly texts: {
    /** Encrypts the texts of a page of rows with the key in use. `encrypted`: of how many rows another key had encrypted some. */
    reencrypt(
      of: TextsOf,
      request: PageRequest<string>,
    ): Promise<{ readonly last: string | undefined; readonly encrypted: number }>;
  };
  readonly throttles: Swept & {
    /** True: they are saved, as none of the keys has an entry. False: `find` tells. */
    begin(all: readonly KeptAttempts[]): Promise<boolean>;
    /** True: they are removed, as each is still this one attempt under way. False: `find` tells. */
    end(keys: readonly string[], attempts: Attempts): Promise<boolean>;
    save(all: readonly KeptAttempts[]): Promise<void>;
    remove(keys: readonly string[]): Promise<void>;
    /** Removes all entries that were saved with `of`, and returns them. */
    takeAll(of: string): Promise<readonly Attempts[]>;
  };
  readonly knownNetworks: Swept & {
    /** Changes nothing if it was saved within the day before. An account keeps the latest few (`MOST_NETWORKS`). */
    save(network: KnownNetwork): Promise<void>;
    forget(accountId: AccountId): Promise<void>;
  };
  readonly drafts: Swept & {
    /** An account keeps the latest few (`MOST_DRAFTS`). */
    save(draft: Draft): Promise<void>;
    removeAll(of: AccountId | 'everybody'): Promise<void>;
  };
  readonly keptOutcomes: Swept & {
    /** If another unit has meanwhile saved an outcome still answered, this unit is rolled back and runs again. */
    save(kept: KeptOutcome): Promise<void>;
  };
  readonly sessions: Swept & {
    insert(session: Session): Promise<void>;
    touch(digest: SessionDigest, lastUsedAt: Instant): Promise<void>;
    end(digest: SessionDigest): Promise<void>;
    /** False if the account has no such session. */
    endOf(id: AccountId, digest: SessionDigest): Promise<boolean>;
    /** Removes all `loginProofs` of the account, too: nobody may go on whom a new password is to keep out. */
    endOthers(accountId: AccountId, keep: SessionDigest): Promise<void>;
    /** Returns how many sessions it has ended, those that have expired included. Removes all `loginProofs`, too. */
    endAll(of: AccountId | 'everybody'): Promise<number>;
  };
  /** D-29. */
  readonly loginProofs: Swept & {
    insert(proof: LoginProof): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: CodeDigest): Promise<LoginProof | undefined>;
    /** False if the account has none of its second factor. */
    remove(of: AccountId, digest: CodeDigest): Promise<boolean>;
    removeAll(of: AccountId): Promise<void>;
  };
  readonly secondFactors: {
    save(factor: SecondFactor): Promise<void>;
    remove(of: AccountId): Promise<void>;
    /** Encrypts the secrets of a page with the key in use, as `texts.reencrypt` does. */
    reencrypt(
      request: PageRequest<AccountId>,
    ): Promise<{ readonly last: AccountId | undefined; readonly encrypted: number }>;
  };
  readonly mails: Swept & {
    find(id: MailId): Promise<WaitingMail | undefined>;
    /** D-43: the daily mail to the account that nobody has tried to send. A unit locks it. */
    dailyTo(account: AccountId): Promise<WaitingMail | undefined>;
    removeDailyTo(account: AccountId): Promise<void>;
    insert(mail: WaitingMail): Promise<void>;
    save(mail: WaitingMail): Promise<void>;
    remove(id: MailId): Promise<void>;
    /** Those of these kinds, whose they ever are, also those that failed. Returns how many. */
    removeAll(kinds: readonly MailKind[]): Promise<number>;
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
  readonly notes: {
    insert(note: Note, unreadBy: readonly AccountId[]): Promise<void>;
    /** As entered in error. Nobody has to read it any more. */
    mark(note: Note): Promise<void>;
    read(reader: AccountId, notes: readonly NoteId[]): Promise<void>;
    /** D-45: all notes of the case but those that a reader has written, and those entered in error. */
    giveUnread(caseId: CaseId, readers: readonly AccountId[]): Promise<void>;
    /** D-41: what the doctor has not read of the own cases, but what the deputy has written. */
    shareUnread(doctorId: AccountId, deputyId: AccountId): Promise<void>;
  };
  readonly joinCodes: Swept & {
    find(digest: CodeDigest): Promise<JoinCode | undefined>;
    /** Replaces the code for the same child and address, or the child's on paper. */
    save(code: JoinCode): Promise<void>;
    remove(digest: CodeDigest): Promise<void>;
    removePaper(childId: ChildId): Promise<void>;
    /** Makes what one has sent another's: codes, and mails that wait. */
    passOn(childId: ChildId, from: AccountId, to: AccountId): Promise<void>;
    /** Ends what the account was sent or has sent to become a parent of the child: codes, and mails that wait. */
    withdrawAllOf(childId: ChildId, account: Pick<Account, 'id' | 'email'>): Promise<void>;
    /** Ends what these sent the address to become a parent of the child: the code, and mails that wait or have failed. */
    withdrawTo(childId: ChildId, email: EmailAddress, from: readonly AccountId[]): Promise<void>;
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
  readonly passkeyChallenges: Swept & {
    insert(challenge: PasskeyChallenge): Promise<void>;
    /** Removes what it finds, so of several units one gets it. */
    take(digest: ChallengeDigest): Promise<PasskeyChallenge | undefined>;
  };
  readonly phrases: {
    save(phrase: Phrase): Promise<void>;
    remove(id: PhraseId): Promise<void>;
  };
  readonly practice: { save(practice: Practice): Promise<void> };
  readonly setupCodes: {
    /** In place of the one before. */
    save(code: SetupCode): Promise<void>;
    remove(): Promise<void>;
  };
  readonly assistants: {
    link(doctorId: AccountId, assistantId: AccountId): Promise<void>;
    unlink(doctorId: AccountId, assistantId: AccountId): Promise<void>;
  };
  readonly staffInvitations: Swept & {
    /** In place of the one to that address. */
    save(invitation: StaffInvitation): Promise<void>;
    remove(email: EmailAddress): Promise<void>;
  };
  readonly helps: {
    /** In place of the one before. */
    save(help: Help): Promise<void>;
    /** `pending`: if it is an address that the account does not have yet. */
    remove(id: AccountId, which?: 'pending'): Promise<void>;
    /** Of all accounts. */
    removePending(): Promise<void>;
  };
  readonly tasks: {
    insert(task: OpenTask): Promise<void>;
    rename(task: OpenTask): Promise<void>;
    save(task: ClosedTask): Promise<void>;
    /** D-46: open tasks, due until that day, that were not taken yet: the doctor of each. At most so many, each by one unit. */
    takeDue(until: Day, atMost: number): Promise<readonly AccountId[]>;
    /** D-46: once it is closed again, it is closed last. */
    reopen(task: OpenTask): Promise<void>;
    /** D-44: one that was never closed. */
    remove(id: TaskId): Promise<void>;
  };
}
