import type { Refusal } from '../errors.ts';
import type { PendingRecord, SealedEnd, SealedEntry } from '../model/audit.ts';
import type { Child } from '../model/child.ts';
import type { PageRequest } from '../model/pages.ts';
import type { ChildId } from '../model/values.ts';
import type { Result } from '../result.ts';
import type { WrappedKey } from './security.ts';
import type { Stores } from './storage.ts';

/** A child as it is stored: its number encrypted, and beside it the fingerprint by which numbers are compared. */
export type StoredChild = Omit<Child, 'socSecNum'> & {
  readonly encryptedNumber: string | undefined;
  readonly numberFingerprint: string | undefined;
};

/**
 * What a storage adapter implements: stores without secrets. Numbers arrive encrypted; the keys of throttles, and keys
 * and requests of retries, arrive as fingerprints; audit records arrive sealed.
 */
export type Tables = Omit<Stores, 'audit' | 'children' | 'dataKeys'> & {
  readonly audit: {
    /** At most `size` records that follow the place, in the order of their places. */
    records(...wanted: Parameters<Stores['audit']['records']>): Promise<readonly SealedEntry[]>;
    /**
     * The end of the trail as it is stored, and the place of the last record there is: 0 without records. Only one transaction
     * may extend the trail at a time: a second one that calls this waits until the first is committed or rolled back.
     */
    end(): Promise<{ readonly end: SealedEnd | undefined; readonly last: number }>;
    /** Stores the end of a trail without records, unless there is an end. */
    begin(end: SealedEnd): Promise<void>;
    /** Adds the records and replaces the end. */
    append(entries: readonly SealedEntry[], end: SealedEnd): Promise<void>;
    /** Adds records that have no place yet. */
    addPending(records: readonly PendingRecord[]): Promise<void>;
    hasPending(): Promise<boolean>;
    /** Removes at most `size` pending records, and returns them in the order of their ids. */
    takePending(size: number): Promise<readonly PendingRecord[]>;
  };
  readonly children: Omit<Stores['children'], 'record' | 'insert' | 'reencrypt'> & {
    find(id: ChildId): Promise<StoredChild | undefined>;
    /** Refuses a second child of one parent with the same fingerprint. */
    insert(child: StoredChild): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
    encryptedNumbers(request: PageRequest<ChildId>): Promise<readonly Pick<StoredChild, 'id' | 'encryptedNumber'>[]>;
    setEncryptedNumber(id: ChildId, encryptedNumber: string): Promise<void>;
  };
  readonly keys: {
    /** In a transaction that counts the keys, their number stays the same until it ends. */
    count(): Promise<number>;
    /** In the order in which they were appended. */
    all(): Promise<readonly WrappedKey[]>;
    append(keys: readonly WrappedKey[]): Promise<void>;
    /** Appends the first keys, unless there are some. */
    begin(keys: readonly WrappedKey[]): Promise<void>;
  };
};

/**
 * A database that stores everything. In a transaction, what it has found by the id of an entry stays as it is until it ends, as
 * `Storage.write` says; on a database that runs one transaction after another that is so anyway.
 */
export interface Database {
  /** Outside transactions: each call sees what was committed before it, and nothing else. */
  readonly tables: Tables;
  /** Transactions run at once. Then records are pending until they are sequenced, because a chain would put all in one line. */
  readonly parallel?: boolean;
  /**
   * Runs `work` in one transaction, among all processes over one store. If `work` resolves
   * to `ok`, the transaction is committed before this resolves, and survives a power loss. If `work` refuses or throws, it
   * is rolled back. `work` may be run more than once.
   */
  transaction<T, R>(work: (tables: Tables) => Promise<Result<T, R>>): Promise<Result<T, R>>;
}
