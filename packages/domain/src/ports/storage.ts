import type {
  Account,
  AccountCode,
  CodeDigest,
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
import type { AuditEntry, AuditQuery, AuditRecord, AuditVerdict, Checkpoint } from '../model/audit.ts';
import type { BacklogTask } from '../model/backlog.ts';
import type {
  Case,
  CaseEvent,
  CaseFilter,
  Certification,
  ClosedTask,
  FinishedCase,
  ListedCase,
  OngoingCase,
  OpenTask,
  RequestedCertification,
  Task,
} from '../model/case.ts';
import type { Certificate, Disclosure, StatusPlace } from '../model/certificate.ts';
import type { Child, ChildEntry, ChildNames, JoinCode, Parent } from '../model/child.ts';
import type { EmailAddress } from '../model/email.ts';
import type { KeptOutcome, KeptRequest } from '../model/idempotency.ts';
import type { WaitingMail } from '../model/mail.ts';
import type { NameSearch } from '../model/names.ts';
import type { PageRequest } from '../model/pages.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import type { TextsOf } from '../model/texts.ts';
import type { Attempts, KnownNetwork } from '../model/throttle.ts';
import type {
  AccountId,
  AuditRecordId,
  CaseEventId,
  CaseId,
  CertificateId,
  CertificationId,
  ChildId,
  Instant,
  MailId,
  TaskId,
} from '../model/values.ts';
import type { Refusal, Result } from '../result.ts';
import type { SigningKey } from './security.ts';

/**
 * What a unit of work may call. `save` replaces. `sweep` removes at most `atMost` entries that are older than the
 * instant. A method that changes or removes an entry does nothing if there is none.
 */
export type Stores = {
  readonly accounts: {
    find(id: AccountId): Promise<Account | undefined>;
    credentialsOf(id: AccountId): Promise<Credentials | undefined>;
    credentialsByEmail(email: EmailAddress): Promise<Credentials | undefined>;
    any(): Promise<boolean>;
    doctors(request: PageRequest<AccountId>): Promise<readonly Person[]>;
    all(request: PageRequest<AccountId>): Promise<readonly KnownAccount[]>;
    /** D-31: in the order of `foundBy`, then of ids. If the search does not find `after` any more, from the start. */
    search(role: Role, search: NameSearch, request: PageRequest<AccountId>): Promise<readonly KnownAccount[]>;
    /** Those of the accounts that were not erased, in any order. */
    namesOf(ids: readonly AccountId[]): Promise<readonly PersonInRole[]>;
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
    /** D-07, D-28: an address that another account has stays with that account. */
    setEmail(id: AccountId, email: EmailAddress): Promise<Result<undefined, Refusal<'EMAIL_TAKEN'>>>;
    /** `undefined` lets it log in again. */
    setDisabled(id: AccountId, disabledAt: Instant | undefined): Promise<void>;
  };
  /** An account has at most one code for each purpose. A unit locks what it finds. */
  readonly accountCodes: {
    find(digest: CodeDigest): Promise<AccountCode | undefined>;
    /** Replaces the account's code for the same purpose. */
    save(code: AccountCode): Promise<void>;
    removeAll(of: AccountId): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<void>;
  };
  /** D-33: a child has at most one code for an address. A unit locks what it finds. */
  readonly joinCodes: {
    find(digest: CodeDigest): Promise<JoinCode | undefined>;
    /** Replaces the code for the same child and address. */
    save(code: JoinCode): Promise<void>;
    remove(digest: CodeDigest): Promise<void>;
    removeAllTo(email: EmailAddress): Promise<void>;
    sweep(expiredBefore: Instant, atMost: number): Promise<void>;
  };
  /** D-29. A unit locks what it finds, so a proof counts once. */
  readonly secondFactors: {
    find(of: AccountId): Promise<SecondFactor | undefined>;
    save(factor: SecondFactor): Promise<void>;
    remove(of: AccountId): Promise<void>;
    /** Encrypts the secrets of a page with the key in use, as `children.reencrypt` does. */
    reencrypt(
      request: PageRequest<AccountId>,
    ): Promise<{ readonly last: AccountId | undefined; readonly sealed: number }>;
  };
  /** D-27: the outbox. */
  readonly mails: {
    find(id: MailId): Promise<WaitingMail | undefined>;
    insert(mail: WaitingMail): Promise<void>;
    /** The mail that has waited longest among those due, unless another unit has it. A unit locks it. */
    nextDue(now: Instant): Promise<WaitingMail | undefined>;
    save(mail: WaitingMail): Promise<void>;
    remove(id: MailId): Promise<void>;
    removeAllTo(account: AccountId, email: EmailAddress): Promise<void>;
    /** Those that wait and those that failed. */
    all(request: PageRequest<MailId>): Promise<readonly WaitingMail[]>;
    /** `oldest`: since when the first of those that wait does. */
    counts(): Promise<{ readonly waiting: number; readonly failed: number; readonly oldest: Instant | undefined }>;
    /** Removes those that have failed. */
    sweep(failedBefore: Instant, atMost: number): Promise<void>;
  };
  readonly sessions: {
    /** Finds a session also after its end by time. */
    find(digest: SessionDigest): Promise<{ readonly session: Session; readonly account: Account } | undefined>;
    insert(session: Session): Promise<void>;
    touch(digest: SessionDigest, lastUsedAt: Instant): Promise<void>;
    ofAccount(id: AccountId, request: { after: SessionDigest | undefined; size: number }): Promise<readonly Session[]>;
    end(digest: SessionDigest): Promise<void>;
    /** False if the account has no such session. */
    endOf(id: AccountId, digest: SessionDigest): Promise<boolean>;
    endOthers(accountId: AccountId, keep: SessionDigest): Promise<void>;
    /** Returns how many sessions it has ended, those that have expired included. */
    endAll(of: AccountId | 'everybody'): Promise<number>;
    sweep(lastUsedBefore: Instant, atMost: number): Promise<void>;
  };
  /** Keys hold addresses, so they are not stored in the clear. */
  readonly throttles: {
    find(key: string): Promise<Attempts | undefined>;
    /** `of`: what `takeAll` finds it by. */
    save(key: string, attempts: Attempts, of?: string): Promise<void>;
    remove(key: string): Promise<void>;
    /** Removes all entries that were saved with `of`, and returns them. */
    takeAll(of: string): Promise<readonly Attempts[]>;
    sweep(forgottenBefore: Instant, atMost: number): Promise<void>;
  };
  /** Keys hold addresses, so they are not stored in the clear. A unit does not lock what it finds. */
  readonly knownNetworks: {
    find(key: string): Promise<Instant | undefined>;
    /** Changes nothing if it was saved within the day before. An account keeps the latest few (`MOST_NETWORKS`). */
    save(network: KnownNetwork): Promise<void>;
    forget(accountId: AccountId): Promise<void>;
    sweep(lastUsedBefore: Instant, atMost: number): Promise<void>;
  };
  /** D-24. Neither keys nor requests are stored in the clear. */
  readonly keptOutcomes: {
    /** What was kept under the key at `since` or later: the outcome of this request, or that it was another request. */
    find(wanted: KeptRequest, since: Instant): Promise<{ readonly outcome: string } | 'other request' | undefined>;
    /** If another unit has meanwhile saved an outcome still answered, this unit is rolled back and runs again. */
    save(kept: KeptOutcome): Promise<void>;
    sweep(keptBefore: Instant, atMost: number): Promise<void>;
  };
  readonly invitations: {
    find(digest: Invitation['digest']): Promise<Invitation | undefined>;
    /** At most `size` that were issued at the instant or later, oldest first. */
    issuedFrom(from: Instant, size: number): Promise<readonly Invitation[]>;
    insert(invitation: Invitation): Promise<void>;
    save(invitation: Invitation): Promise<void>;
  };
  readonly assistants: {
    assists(assistantId: AccountId, doctorId: AccountId): Promise<boolean>;
    ofDoctor(doctorId: AccountId, request: PageRequest<AccountId>): Promise<readonly Person[]>;
    link(doctorId: AccountId, assistantId: AccountId): Promise<void>;
    unlink(doctorId: AccountId, assistantId: AccountId): Promise<void>;
  };
  readonly children: {
    /** A unit relies on the child: nobody erases or merges it meanwhile. */
    isOfParent(id: ChildId, parentId: AccountId): Promise<boolean>;
    /** A unit relies on the child, as with `isOfParent`. */
    isOfDoctor(id: ChildId, doctorId: AccountId): Promise<boolean>;
    /** Who has added it first, then in the order of joining. A unit locks the child, and with it who its parents are. */
    parents(id: ChildId): Promise<readonly Parent[]>;
    /** With the number in the clear, so it is for one child at a time. A unit locks the child. */
    record(id: ChildId): Promise<Child | undefined>;
    /** The child of a case. Locks nothing: a unit must have found the case before, so that nobody changes the child. */
    ofCase(id: CaseId): Promise<ChildNames | undefined>;
    /** Those that exist, in any order. */
    namesOf(ids: readonly ChildId[]): Promise<readonly ChildNames[]>;
    ofParent(parentId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-20: children with at least one case assigned to the doctor, ongoing or finished, each once. */
    ofDoctor(doctorId: AccountId, request: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-31: of these, in the order of `accounts.search`. */
    searchOfDoctor(
      doctorId: AccountId,
      search: NameSearch,
      request: PageRequest<ChildId>,
    ): Promise<readonly ChildEntry[]>;
    ofDoctorAndParent(doctor: AccountId, parent: AccountId, page: PageRequest<ChildId>): Promise<readonly ChildEntry[]>;
    /** D-37: with their parents, whose order tells nothing, and numbers in the clear. */
    all(request: PageRequest<ChildId>): Promise<readonly (Child & { readonly parentIds: readonly AccountId[] })[]>;
    /** D-14: compares the numbers of one parent's children, without separators and case. Stores none in the clear. */
    insert(child: Child, parentId: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** D-30: replaces what the child's record says. While the unit runs, nobody works on a case of the child. */
    correct(child: Child): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** Refused if another child of the parent has the child's number. */
    addParent(id: ChildId, parentId: AccountId): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    removeParent(id: ChildId, parentId: AccountId): Promise<void>;
    /** D-33: another child of this parent that has the number of the child. */
    sameOfParent(id: ChildId, parentId: AccountId): Promise<ChildId | undefined>;
    /**
     * D-33, D-37: moves the cases of a child to another one, with their parts and what was merged into it before,
     * revokes its certificates, and removes it. Its parents are not moved. Returns how many of both.
     */
    merge(from: ChildId, into: ChildId): Promise<{ readonly cases: number; readonly certificates: number }>;
    /** Where the child is now, if it was merged. */
    mergedInto(id: ChildId): Promise<ChildId | undefined>;
    /** Removes the child with its cases and their parts. False if there was no such child. */
    erase(id: ChildId): Promise<boolean>;
    /** Encrypts the numbers of a page of children with the key in use. `sealed`: how many another key had encrypted. */
    reencrypt(request: PageRequest<ChildId>): Promise<{ readonly last: ChildId | undefined; readonly sealed: number }>;
  };
  readonly cases: {
    find(id: CaseId): Promise<Case | undefined>;
    /** The parents of the case's child, in any order. Locks nothing, as `children.ofCase`. */
    parentsOf(id: CaseId): Promise<readonly AccountId[]>;
    ofDoctor(doctorId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    ofAssistant(
      assistantId: AccountId,
      request: PageRequest<CaseId>,
      filter?: CaseFilter,
    ): Promise<readonly ListedCase[]>;
    ofParent(parentId: AccountId, request: PageRequest<CaseId>, filter?: CaseFilter): Promise<readonly ListedCase[]>;
    ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly Case[]>;
    /** The first ones by id. */
    ongoingOf(doctorId: AccountId, size: number): Promise<readonly CaseId[]>;
    /** D-35: in the order in which they were finished. */
    finishedBefore(moment: Instant, request: PageRequest<CaseId>): Promise<readonly FinishedCase[]>;
    insert(facts: OngoingCase): Promise<void>;
    /** Everything but the doctor. */
    save(facts: Case): Promise<void>;
    /** D-32: `facts` names the new doctor. */
    handOver(facts: OngoingCase, from: AccountId): Promise<void>;
    /** D-35: removes at most so many, with their parts, and revokes their certificates. Returns how many. */
    eraseFinished(before: Instant, atMost: number): Promise<number>;
  };
  readonly tasks: {
    find(id: TaskId): Promise<Task | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly Task[]>;
    /** The task saved last, whatever the ids and moments. */
    lastClosedOf(caseId: CaseId): Promise<ClosedTask | undefined>;
    anyOpenIn(caseId: CaseId): Promise<boolean>;
    /** D-31: the tasks of the doctor's cases. */
    ofDoctor(doctorId: AccountId, request: PageRequest<TaskId>, status?: Task['status']): Promise<readonly Task[]>;
    /** D-31: the tasks of the cases of all doctors whom the account assists. */
    ofAssistant(
      assistantId: AccountId,
      request: PageRequest<TaskId>,
      status?: Task['status'],
    ): Promise<readonly Task[]>;
    insert(task: OpenTask): Promise<void>;
    rename(task: OpenTask): Promise<void>;
    /** Closes it. */
    save(task: ClosedTask): Promise<void>;
  };
  readonly certifications: {
    find(id: CertificationId): Promise<Certification | undefined>;
    /** The certification inserted last, whatever the ids and moments. */
    newestOf(taskId: TaskId): Promise<Certification | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly Certification[]>;
    /** D-22: at most one live certification per task. Of two that race, the first stays and both callers get it. */
    insertOnce(certification: RequestedCertification): Promise<Certification>;
    save(certification: Certification): Promise<void>;
  };
  /** Erasing a child revokes its certificates and removes them; their places stay taken and revoked. */
  readonly certificates: {
    /** One that was not revoked. */
    find(id: CertificateId): Promise<Certificate | undefined>;
    /** False, and nothing is inserted, if its place in the list is taken. */
    insert(certificate: Certificate): Promise<boolean>;
    ofCase(caseId: CaseId, request: PageRequest<CertificateId>): Promise<readonly Certificate[]>;
    countOf(id: CertificationId): Promise<number>;
    revokeAllOf(id: CertificationId): Promise<void>;
    /** D-30: revokes the child's certificates that disclose so much and are still valid. Returns how many. */
    revokeNaming(child: ChildId, disclosed: readonly Disclosure[], now: Instant): Promise<number>;
  };
  readonly statusLists: {
    /** The highest number of a list with a certificate in it, 0 without one. */
    newest(): Promise<number>;
    /** The count only grows, so it tells whether something was revoked since. */
    countRevoked(list: StatusPlace['list']): Promise<number>;
    /** At most `size` revoked places that follow `after`, in their order. */
    revoked(list: StatusPlace['list'], request: { after: number; size: number }): Promise<readonly number[]>;
  };
  readonly history: {
    /** In the order of appending, whatever their ids and moments. Empty if `after` is no event of the case. */
    ofCase(caseId: CaseId, request: PageRequest<CaseEventId>): Promise<readonly CaseEvent[]>;
    append(event: CaseEvent): Promise<void>;
  };
  readonly ids: {
    /** D-10: the greatest id in the store. Of the audit records in the trail, it looks at the last one only. */
    newest(): Promise<string | undefined>;
  };
  readonly audit: {
    /** At most `size` records that follow the place, in the order of their places. */
    records(query: AuditQuery, request: { after: number; size: number }): Promise<readonly AuditEntry[]>;
    /** D-34: of calls that were answered, newest first, those about children that were merged into this one included. */
    aboutChild(child: ChildId, request: PageRequest<AuditRecordId>): Promise<readonly AuditEntry[]>;
    /** Where the trail ends. `undefined` if its end is not what was written. */
    checkpoint(): Promise<Checkpoint | undefined>;
    /** Checks in bounded memory that the whole trail is what was written, and still contains the checkpoint. */
    verify(since?: Checkpoint): Promise<AuditVerdict>;
    /**
     * The unit of work does not see its own records. If somebody has changed the trail in the database itself, new
     * records follow its last one, and it stays unsound.
     */
    append(record: AuditRecord): Promise<void>;
  };
  /** D-36: titles, reasons and statements. */
  readonly texts: {
    /** Encrypts the texts of a page of rows with the key in use, as `children.reencrypt` does. */
    reencrypt(
      of: TextsOf,
      request: PageRequest<string>,
    ): Promise<{ readonly last: string | undefined; readonly sealed: number }>;
  };
  /** What a migration has left to do in a store of before. */
  readonly backlog: {
    /** Does so many rows of the first task. `undefined` if nothing is left, or if another unit is at it. */
    step(rows: number): Promise<'some rows' | 'files to clear' | undefined>;
    /** The files were cleared. */
    filesCleared(): Promise<void>;
    /** The tasks that are left, and how many rows of each. */
    left(): Promise<readonly { readonly task: BacklogTask; readonly rows: number }[]>;
  };
  /** From its commit on, every process encrypts with a new key. Texts of former keys stay readable. */
  readonly dataKeys: { rotate(): Promise<void> };
  readonly signingKeys: {
    /** In the order in which they were added. */
    all(): Promise<readonly SigningKey[]>;
    add(): Promise<SigningKey>;
    /** Removes only a key that signs. */
    remove(id: SigningKey['id']): Promise<void>;
  };
};

/** What may be called outside a unit of work. */
export type Reads = {
  readonly accountCodes: Pick<Stores['accountCodes'], 'find'>;
  readonly accounts: Pick<
    Stores['accounts'],
    'find' | 'credentialsOf' | 'credentialsByEmail' | 'any' | 'doctors' | 'all' | 'search' | 'namesOf'
  >;
  readonly assistants: Pick<Stores['assistants'], 'assists' | 'ofDoctor'>;
  readonly audit: Pick<Stores['audit'], 'records' | 'aboutChild' | 'checkpoint' | 'verify'>;
  readonly backlog: Pick<Stores['backlog'], 'left'>;
  readonly cases: Pick<
    Stores['cases'],
    'find' | 'parentsOf' | 'ofDoctor' | 'ofAssistant' | 'ofParent' | 'ofChild' | 'ongoingOf' | 'finishedBefore'
  >;
  readonly certificates: Pick<Stores['certificates'], 'find' | 'ofCase'>;
  readonly certifications: Pick<Stores['certifications'], 'find' | 'newestOf' | 'ofCase'>;
  readonly children: Pick<
    Stores['children'],
    | 'all'
    | 'isOfDoctor'
    | 'isOfParent'
    | 'mergedInto'
    | 'namesOf'
    | 'ofCase'
    | 'ofDoctor'
    | 'ofDoctorAndParent'
    | 'ofParent'
    | 'parents'
    | 'record'
    | 'searchOfDoctor'
  >;
  readonly history: Pick<Stores['history'], 'ofCase'>;
  readonly ids: Stores['ids'];
  readonly invitations: Pick<Stores['invitations'], 'find' | 'issuedFrom'>;
  readonly knownNetworks: Pick<Stores['knownNetworks'], 'find'>;
  readonly keptOutcomes: Pick<Stores['keptOutcomes'], 'find'>;
  readonly mails: Pick<Stores['mails'], 'nextDue' | 'all' | 'counts'>;
  readonly secondFactors: Pick<Stores['secondFactors'], 'find'>;
  readonly sessions: Pick<Stores['sessions'], 'find' | 'ofAccount'>;
  readonly signingKeys: Pick<Stores['signingKeys'], 'all'>;
  readonly statusLists: Stores['statusLists'];
  readonly tasks: Pick<Stores['tasks'], 'find' | 'ofCase' | 'ofDoctor' | 'ofAssistant' | 'lastClosedOf' | 'anyOpenIn'>;
  readonly throttles: Pick<Stores['throttles'], 'find'>;
};

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
   */
  write<T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>>;

  /**
   * Extends the audit trail with all committed records, in this order:
   * 1. a page of the records of units of work that have no place yet, by id;
   * 2. the given records, of calls that changed nothing, in the given order;
   * 3. the other records of units of work, by id.
   *
   * So places need not follow ids or moments. Call it often: if somebody removes a record without a place from the
   * database, nobody notices. Reads of the trail call it, too. If it throws, some of the given records may be stored (P-16):
   * call it again with the same records and `isAgain`.
   */
  sequence(records: readonly AuditRecord[], isAgain?: boolean): Promise<void>;

  /**
   * Clears the data of erased children or accounts, or texts that were in the clear, from the store's own files, except
   * a log that the database keeps.
   * Throws `Unavailable` while another transaction or process prevents it, `OperatorError` if the service may not do
   * it. Both say that the data is still there.
   */
  scrub(of: 'child' | 'account' | 'texts'): Promise<void>;
  /** Whether calls wait while `scrub` runs. */
  readonly isScrubbingSlow: boolean;
  /** Throws `NotReady`, or another `Unavailable`, while calls would fail: if the store cannot be reached or written. */
  ready(): Promise<void>;
  /** Waits for the units of work that have begun. Afterwards only `close` may be called, which does nothing. */
  close(): Promise<void>;
}
