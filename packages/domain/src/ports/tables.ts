import type { Refusal } from '../errors.ts';
import type { SealedEnd, SealedEntry } from '../model/audit.ts';
import type { Child } from '../model/child.ts';
import type { KeptOutcome, PageRequest } from '../model/request-options.ts';
import type { ChildId, Instant } from '../model/values.ts';
import type { Result } from '../result.ts';
import type { WrappedKey } from './security.ts';
import type { AuditStore, ChildStore, RetryStore, Stores } from './storage.ts';

/** A child as it is stored: its number encrypted, and beside it the fingerprint by which numbers are compared. */
export type StoredChild = Omit<Child, 'socSecNum'> & {
  readonly encryptedNumber: string | undefined;
  readonly numberFingerprint: string | undefined;
};

export interface ChildTable extends Omit<ChildStore, 'record' | 'insert' | 'reencrypt'> {
  find(id: ChildId): Promise<StoredChild | undefined>;
  /** Refuses a second child of one parent with the same fingerprint. */
  insert(child: StoredChild): Promise<Result<undefined, Refusal<'CHILD_KNOWN'>>>;
  encryptedNumbers(
    request: PageRequest<ChildId>,
  ): Promise<readonly { readonly id: ChildId; readonly encryptedNumber: string | undefined }[]>;
  setEncryptedNumber(id: ChildId, encryptedNumber: string): Promise<void>;
}

export interface RetryTable extends Omit<RetryStore, 'find'> {
  /** What was kept under the key at `since` or later. */
  find(key: string, since: Instant): Promise<Pick<KeptOutcome, 'request' | 'outcome'> | undefined>;
}

/** The end of the trail as it is stored, and the place of the last record there is: 0 without records. */
export type StoredEnd = { readonly end: SealedEnd | undefined; readonly last: number };

export interface AuditTable extends Pick<AuditStore, 'records'> {
  /** At most `size` records that follow the place, in the order of their places. */
  page(after: number, size: number): Promise<readonly SealedEntry[]>;
  end(): Promise<StoredEnd>;
  /** Adds the records and replaces the end. */
  append(entries: readonly SealedEntry[], end: SealedEnd): Promise<void>;
}

export interface KeyTable {
  count(): Promise<number>;
  /** In the order in which they were appended. */
  all(): Promise<readonly WrappedKey[]>;
  append(keys: readonly WrappedKey[]): Promise<void>;
}

/**
 * What a storage adapter implements: stores without secrets. Numbers arrive encrypted; the keys of throttles, and keys
 * and requests of retries, arrive as fingerprints; audit records arrive sealed.
 */
export type Tables = Omit<Stores, 'audit' | 'children' | 'dataKeys' | 'retries'> & {
  readonly audit: AuditTable;
  readonly children: ChildTable;
  readonly keys: KeyTable;
  readonly retries: RetryTable;
};

/** What came of the work in a transaction, and whether to commit it. */
export type Ended<T> = { readonly result: T; readonly commit: boolean };

export interface Database {
  /** Outside transactions: each call sees what was committed before it, and nothing else. */
  readonly tables: Tables;
  /**
   * Runs `work` in one transaction with the effect of running alone, among all processes over one store. Resolves once
   * the transaction is committed, and survives a power loss, or is rolled back. Rolls back if `work` throws. `work` may
   * be run more than once.
   */
  transaction<T>(work: (tables: Tables) => Promise<Ended<T>>): Promise<T>;
}
