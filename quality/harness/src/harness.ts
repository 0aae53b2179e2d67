import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a campaign or a benchmark starts, it starts through its harness, which ends it again. */
export type Harness = {
  /** Registers a cleanup. Cleanups run in reverse order, also if the run fails or is interrupted. */
  readonly defer: (cleanup: () => unknown) => void;
  /** Records in one sentence what should not be. The run goes on and fails at its end. */
  readonly fail: (sentence: string) => void;
  /** Aborted when the run is over, so that no loop of it goes on. */
  readonly signal: AbortSignal;
};

/** The harness of one run. `end` aborts its signal and runs its cleanups. */
export const createHarness = (fail: Harness['fail']): Harness & { readonly end: () => Promise<void> } => {
  const cleanups = new AsyncDisposableStack();
  const over = new AbortController();
  return {
    defer: (cleanup) => cleanups.defer(async () => void (await cleanup())),
    fail,
    signal: over.signal,
    end: async () => {
      over.abort();
      await cleanups.disposeAsync();
    },
  };
};

/** A harness whose failures begin with the name of the part of the run that they come from. */
export const within = (harness: Harness, part: string): Harness => ({
  ...harness,
  fail: (sentence) => harness.fail(`${part}: ${sentence}`),
});

/** An empty folder, removed at the end of the run. */
export const scratchFolder = ({ defer }: Harness): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-harness-'));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
