import type { Connection } from './client.ts';

/** The one way in which a process writes. */
export type Transactions = {
  /**
   * Runs `work` in one transaction that has the effect of running alone, among all processes over one store, and resolves
   * once it is committed, to survive a power loss. If it rejects, nothing was kept, unless the store says that it cannot
   * know. It ends before the `deadline`, a moment of `performance.now()`. `work` may be run more than once.
   */
  readonly alone: <T>(work: (connection: Connection) => Promise<T>, deadline?: number) => Promise<T>;
  readonly close: () => Promise<void>;
};
