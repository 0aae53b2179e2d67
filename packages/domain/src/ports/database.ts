import type {
  AuditQuery,
  ChildList,
  PendingRecord,
  SealedEnd,
  SealedEntry,
  SealedSource,
  VerifyRanges,
} from '../model/audit.ts';
import type { PageRequest } from '../model/pages.ts';
import type { AuditRecordId, ChildId, ChildListId, Instant } from '../model/values.ts';
import type { Result } from '../result.ts';
import type { Stores } from './storage.ts';

/** How the audit trail is stored. What it keeps is sealed already. */
export type AuditTable = {
  records(query: AuditQuery, request: { after: number; size: number }): Promise<readonly SealedEntry[]>;
  /** As `audit` of `Reads` promises it. */
  aboutChild(child: ChildId, request: PageRequest<AuditRecordId>): Promise<readonly SealedEntry[]>;
  /**
   * `last` is the place of the last record, 0 without records. One transaction extends the trail at a time: a second
   * one that calls this waits until the first is committed or rolled back; with `ifFree` it finds no end.
   */
  end(ifFree?: boolean): Promise<{ readonly end: SealedEnd | undefined; readonly last: number }>;
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
  /** Removes at most `size` pending records and returns them by id. Those of one source are then in order of number. */
  takePending(size: number): Promise<readonly PendingRecord[]>;
  sources(ids: readonly string[]): Promise<readonly SealedSource[]>;
  /** Removes at most `atMost` whose last record is older. */
  sweepSources(olderThan: Instant, atMost: number): Promise<void>;
};

/** What a connection to a database offers: all stores but the audit trail, and the table of the trail. */
export type Connected = { readonly stores: Omit<Stores, 'audit'>; readonly trail: AuditTable };

/** No transaction changes a row that another running transaction has found by its id (see `Storage.write`). */
export interface Database {
  /** Each call sees what was committed before it, and nothing else. */
  readonly reader: Connected;
  /** Whether transactions run in parallel: their audit records are pending first, as the chain has one end. */
  readonly parallel?: boolean;
  /** If it is missing, the ranges are verified one after another. */
  readonly verifyRanges?: VerifyRanges | undefined;
  /**
   * Commits if `work` resolves to `ok`, and rolls back if it refuses or throws, as `Storage.write` does. It may run
   * again. The same `trail` is given to one transaction of a connection after another, and never again after one that
   * threw or whose commit failed.
   */
  transaction<T, R>(work: (inside: Connected) => Promise<Result<T, R>>): Promise<Result<T, R>>;
}
