import type { ChildProcess } from 'node:child_process';

/** What a campaign stands on. */
export type Ground = {
  /** Whatever a campaign starts, it ends here: in reverse order, however the campaign itself ends. */
  readonly ending: AsyncDisposableStack;
  /** The processes that run by now: they end with this one, however that ends, short of being killed. */
  readonly children: Set<ChildProcess>;
  /** Aborted once the campaign is over, so that nothing of it goes on trying. */
  readonly over: AbortSignal;
  /** The URL of a PostgreSQL server that all campaigns of a run share. */
  readonly serverUrl: () => Promise<string>;
  /** Notes in one sentence what should not be; the campaign goes on, and fails at its end. */
  readonly wrong: (sentence: string) => void;
};
