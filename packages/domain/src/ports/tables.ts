import type { PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../model/audit.ts';
import type { Child } from '../model/child.ts';
import type { PageRequest } from '../model/pages.ts';
import type { SecondFactor } from '../model/second-factor.ts';
import type { AccountId, ChildId, Instant } from '../model/values.ts';
import type { Refusal, Result } from '../result.ts';
import type { WrappedKey } from './security.ts';
import type { Stores } from './storage.ts';

/** The number is encrypted. Numbers are compared by the fingerprint. */
export type StoredChild = Omit<Child, 'socSecNum'> & {
  readonly encryptedNumber: string | undefined;
  readonly numberFingerprint: string | undefined;
};

export type StoredFactor = Omit<SecondFactor, 'secret'> & { readonly encryptedSecret: string };

/**
 * What a storage adapter implements: stores without secrets. Numbers and second factors arrive encrypted; the keys of throttles and known
 * networks, and keys and requests of kept outcomes, arrive as fingerprints; audit records arrive sealed.
 */
export type Tables = Omit<Stores, 'audit' | 'children' | 'dataKeys' | 'secondFactors' | 'signingKeys'> & {
  readonly audit: {
    records(...wanted: Parameters<Stores['audit']['records']>): Promise<readonly SealedEntry[]>;
    /**
     * `last` is the place of the last record, 0 without records. One transaction extends the trail at a time: a second
     * one that calls this waits until the first is committed or rolled back.
     */
    end(): Promise<{ readonly end: SealedEnd | undefined; readonly last: number }>;
    /** Does nothing if there is an end. */
    begin(end: SealedEnd): Promise<void>;
    append(entries: readonly SealedEntry[], end: SealedEnd, sources?: readonly SealedSource[]): Promise<void>;
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
  readonly children: Omit<Stores['children'], 'record' | 'insert' | 'reencrypt'> & {
    find(id: ChildId): Promise<StoredChild | undefined>;
    /** Refuses a second child of one parent with the same fingerprint. */
    insert(child: StoredChild): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    encryptedNumbers(request: PageRequest<ChildId>): Promise<readonly Pick<StoredChild, 'id' | 'encryptedNumber'>[]>;
    setEncryptedNumber(id: ChildId, encryptedNumber: string): Promise<void>;
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
