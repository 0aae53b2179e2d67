import type { Connection } from './client.ts';

/** What came of the work in a transaction, and whether what it changed is to be kept. */
export type Ended<T> = {
  readonly result: T;
  readonly kept: boolean;
  /** Nothing but the audit trail has changed. */
  readonly onlyAudited?: boolean;
};

/** The one way in which a process writes. */
export type Transactions = {
  /**
   * Runs `work` in one transaction that has the effect of running alone, among all processes over one store, and resolves
   * once it is committed, to survive a power loss, or taken back because it is not to be kept. If it rejects, nothing was kept, unless the store says that it cannot
   * know. It ends before the `deadline`, a moment of `performance.now()`. `work` may be run more than once.
   */
  readonly alone: <T>(work: (connection: Connection) => Promise<Ended<T>>, deadline?: number) => Promise<T>;
  readonly close: () => Promise<void>;
};
