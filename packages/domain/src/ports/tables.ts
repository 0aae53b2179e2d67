import type { ChildList, PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../model/audit.ts';
import type {
  Case,
  CaseEvent,
  Certification,
  ClosedTask,
  FinishedCase,
  IssuedCertification,
  ListedCase,
  ListedTask,
  OngoingCase,
  OpenTask,
  RequestedCertification,
  Task,
} from '../model/case.ts';
import type { Child } from '../model/child.ts';
import type { PageRequest } from '../model/pages.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import type { TextsOf } from '../model/texts.ts';
import type {
  AccountId,
  CaseEventId,
  CaseId,
  CaseOrTaskId,
  CertificationId,
  ChildId,
  ChildListId,
  Instant,
  TaskId,
} from '../model/values.ts';
import type { Refusal, Result } from '../result.ts';
import type { WrappedKey } from './security.ts';
import type { Stores } from './storage.ts';

/** The number is encrypted. */
export type StoredChild = Omit<Child, 'socSecNum'> & { readonly encryptedNumber: string | undefined };

/**
 * D-14: what numbers are compared by, among the children of one parent. Several of them can have one number, as another
 * parent may have corrected a number (D-30): then only one of them has the fingerprint.
 */
export type StoredParent = { readonly parentId: AccountId; readonly numberFingerprint: string | undefined };

/** D-36: texts are encrypted. */
type WithStored<Fact, Field extends PropertyKey> = Fact extends unknown
  ? {
      readonly [Name in keyof Fact]: Name extends Field
        ? undefined extends Fact[Name]
          ? string | undefined
          : string
        : Fact[Name];
    }
  : never;
export type StoredCase<Kind extends Case = Case> = WithStored<Kind, 'title'>;
export type StoredTask<Kind extends Task = Task> = WithStored<Kind, 'title'>;
export type StoredCertification<Kind extends Certification = Certification> = WithStored<Kind, 'reason' | 'statement'>;
/** For a change of what is not encrypted. */
export type Untitled<Fact> = Fact extends unknown ? Omit<Fact, 'title'> : never;
export type StoredEvent = WithStored<CaseEvent, 'reason'>;

/** The texts of a row that has any. */
export type StoredTexts = {
  readonly id: string;
  readonly texts: Readonly<Record<string, string>>;
};

export type StoredFactor = Omit<SecondFactor, 'secret'> & { readonly encryptedSecret: string };

type Replaced =
  | 'audit'
  | 'cases'
  | 'certifications'
  | 'children'
  | 'dataKeys'
  | 'history'
  | 'secondFactors'
  | 'signingKeys'
  | 'tasks'
  | 'texts';

type ListCases = (...wanted: Parameters<Stores['cases']['ofDoctor']>) => Promise<readonly StoredCase<ListedCase>[]>;

/**
 * What a storage adapter implements: stores without secrets. Numbers, second factors, titles, reasons and statements
 * arrive encrypted; the keys of throttles and known networks, and keys and requests of kept outcomes, arrive as
 * fingerprints; audit records arrive sealed.
 */
export type Tables = Omit<Stores, Replaced> & {
  readonly audit: {
    records(...wanted: Parameters<Stores['audit']['records']>): Promise<readonly SealedEntry[]>;
    aboutChild(...wanted: Parameters<Stores['audit']['aboutChild']>): Promise<readonly SealedEntry[]>;
    /**
     * `last` is the place of the last record, 0 without records. One transaction extends the trail at a time: a second
     * one that calls this waits until the first is committed or rolled back.
     */
    end(): Promise<{ readonly end: SealedEnd | undefined; readonly last: number }>;
    /** Does nothing if there is an end. */
    begin(end: SealedEnd): Promise<void>;
    /** A list that is stored already stays as it is. */
    append(
      entries: readonly SealedEntry[],
      end: SealedEnd,
      beside?: { readonly lists?: readonly ChildList[]; readonly sources?: readonly SealedSource[] },
    ): Promise<void>;
    /** Those that are stored, in any order. */
    lists(ids: readonly ChildListId[]): Promise<readonly ChildList[]>;
    addPending(records: readonly PendingRecord[]): Promise<void>;
    hasPending(): Promise<boolean>;
    /**
     * Removes at most `size` pending records and returns them by id. Those of one source are then in order of number.
     */
    takePending(size: number): Promise<readonly PendingRecord[]>;
    sources(ids: readonly string[]): Promise<readonly SealedSource[]>;
    /** Removes at most `atMost` whose last record is older. */
    sweepSources(olderThan: Instant, atMost: number): Promise<void>;
  };
  readonly cases: Omit<
    Stores['cases'],
    | 'find'
    | 'locate'
    | 'titlesOf'
    | 'ofDoctor'
    | 'ofAssistant'
    | 'ofParent'
    | 'ofChild'
    | 'finishedBefore'
    | 'insert'
    | 'rename'
    | 'save'
    | 'handOver'
  > & {
    find(id: CaseId): Promise<StoredCase | undefined>;
    locate(id: CaseOrTaskId): Promise<StoredCase | undefined>;
    titlesOf(ids: readonly CaseId[]): Promise<readonly Pick<StoredCase, 'id' | 'childId' | 'title'>[]>;
    readonly ofDoctor: ListCases;
    readonly ofAssistant: ListCases;
    readonly ofParent: ListCases;
    ofChild(childId: ChildId, request: PageRequest<CaseId>): Promise<readonly StoredCase[]>;
    finishedBefore(moment: Instant, request: PageRequest<CaseId>): Promise<readonly StoredCase<FinishedCase>[]>;
    insert(facts: StoredCase<OngoingCase>): Promise<void>;
    rename(facts: StoredCase<OngoingCase>): Promise<void>;
    save(facts: Untitled<Case>): Promise<void>;
    handOver(facts: Untitled<OngoingCase>, from: AccountId): Promise<void>;
  };
  readonly certifications: Pick<Stores['certifications'], 'toConfirmOf'> & {
    find(id: CertificationId): Promise<StoredCertification | undefined>;
    newestOf(id: CaseOrTaskId): Promise<StoredCertification | undefined>;
    newestOfEach(taskIds: readonly TaskId[]): Promise<readonly StoredCertification[]>;
    ofCase(caseId: CaseId, request: PageRequest<CertificationId>): Promise<readonly StoredCertification[]>;
    issuedBy(
      ...wanted: Parameters<Stores['certifications']['issuedBy']>
    ): Promise<readonly StoredCertification<IssuedCertification>[]>;
    waitingIn(caseId: CaseId): Promise<TaskId | undefined>;
    insertOnce(certification: RequestedCertification): Promise<StoredCertification>;
    save(certification: StoredCertification): Promise<void>;
  };
  readonly children: Omit<
    Stores['children'],
    'record' | 'all' | 'insert' | 'correct' | 'renumber' | 'addParent' | 'sameOfParent' | 'reencrypt'
  > & {
    find(id: ChildId): Promise<StoredChild | undefined>;
    all(
      request: PageRequest<ChildId>,
    ): Promise<readonly (StoredChild & { readonly parentIds: readonly AccountId[] })[]>;
    /** Refuses a second child of one parent with the same fingerprint. */
    insert(child: StoredChild, parent: StoredParent): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /**
     * `parents`: all of them, with the fingerprints of the corrected number. If another child of a parent has that
     * fingerprint already, this child gets none for the parent. For the parent `by` the correction is refused.
     */
    correct(
      child: StoredChild,
      parents: readonly StoredParent[],
      by?: AccountId,
    ): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    /** Without the fingerprint, if another child of the parent has it. */
    addParent(id: ChildId, parent: StoredParent): Promise<void>;
    /** The parent's children with a number, but without a fingerprint. A unit locks them. */
    uncompared(parentId: AccountId): Promise<readonly Pick<StoredChild, 'id' | 'encryptedNumber'>[]>;
    /** Sets the fingerprint, unless another child of the parent has it. */
    compare(id: ChildId, parent: StoredParent): Promise<void>;
    /** The parent's child whose number has the fingerprint. */
    ofParentByNumber(parentId: AccountId, numberFingerprint: string): Promise<ChildId | undefined>;
    /** A unit locks what it returns. */
    encryptedNumbers(request: PageRequest<ChildId>): Promise<readonly Pick<StoredChild, 'id' | 'encryptedNumber'>[]>;
    setEncryptedNumber(id: ChildId, encryptedNumber: string): Promise<void>;
  };
  readonly history: {
    ofCase(caseId: CaseId, request: PageRequest<CaseEventId>): Promise<readonly StoredEvent[]>;
    append(event: StoredEvent): Promise<void>;
  };
  readonly tasks: Omit<
    Stores['tasks'],
    'find' | 'ofCase' | 'ofDoctor' | 'ofAssistant' | 'meantBy' | 'insert' | 'rename' | 'save'
  > & {
    find(id: TaskId): Promise<StoredTask | undefined>;
    ofCase(caseId: CaseId, request: PageRequest<TaskId>): Promise<readonly StoredTask[]>;
    ofDoctor(
      doctorId: AccountId,
      request: PageRequest<TaskId>,
      status?: Task['status'],
    ): Promise<readonly StoredTask<ListedTask>[]>;
    ofAssistant(
      assistantId: AccountId,
      request: PageRequest<TaskId>,
      status?: Task['status'],
    ): Promise<readonly StoredTask<ListedTask>[]>;
    meantBy(id: CaseOrTaskId): Promise<StoredTask | undefined>;
    insert(task: StoredTask<OpenTask>): Promise<void>;
    rename(task: StoredTask<OpenTask>): Promise<void>;
    save(task: Untitled<ClosedTask>): Promise<void>;
  };
  readonly texts: {
    /** Rows that have any, in the order of ids. A unit locks what it returns. */
    page(of: TextsOf, request: PageRequest<string>): Promise<readonly StoredTexts[]>;
    /** Replaces all texts of a row. */
    replace(of: TextsOf, id: string, texts: StoredTexts['texts']): Promise<void>;
  };
  readonly secondFactors: {
    find(of: AccountId): Promise<StoredFactor | undefined>;
    save(factor: StoredFactor): Promise<void>;
    remove(of: AccountId): Promise<void>;
    encryptedSecrets(
      request: PageRequest<AccountId>,
    ): Promise<readonly Pick<StoredFactor, 'accountId' | 'encryptedSecret'>[]>;
    setEncryptedSecret(of: AccountId, encryptedSecret: string): Promise<void>;
  };
  readonly keys: {
    /** The number of keys that encrypt. Within a transaction it stays the same. */
    count(): Promise<number>;
    /** In the order in which they were appended. */
    all(): Promise<readonly WrappedKey[]>;
    append(keys: readonly WrappedKey[]): Promise<void>;
    /** Removes only a key that signs. */
    remove(id: WrappedKey['id']): Promise<void>;
    /** Does nothing if there are keys. */
    begin(keys: readonly WrappedKey[]): Promise<void>;
  };
};

/** No transaction changes a row that another running transaction has found by its id (see `Storage.write`). */
export interface Database {
  /** Never changes. Two stores differ in it, unless one is a copy of the other. */
  id(): Promise<string>;
  /** Each call sees what was committed before it, and nothing else. */
  readonly tables: Tables;
  /**
   * Whether transactions run in parallel. Their audit records are then pending at first: to extend the chain at once,
   * each transaction would wait for the one before.
   */
  readonly parallel?: boolean;
  /**
   * Commits if `work` resolves to `ok`, and rolls back if it refuses or throws, as `Storage.write` does. It may run
   * again. The same `tables` are given to one transaction after another, and never again after one that threw or whose
   * commit failed.
   */
  transaction<T, R>(work: (tables: Tables) => Promise<Result<T, R>>): Promise<Result<T, R>>;
}
