import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SqliteConnection } from './connection.ts';

/** Pages of 4 KB. With so many the log is copied into the database; with so many, writers wait until it is. */
const MANY = 1000;
const TOO_MANY = 4 * MANY;

/**
 * Copies the write-ahead log into the database in a thread of its own, which begins with the first log that is long: within a
 * commit, the copying would stop the event loop (P-21). As long as a reader needs the log, it grows.
 */
export const createCheckpoints = (file: string) => {
  let [pages, due] = [0, MANY];
  let [thread, copying]: [Worker | undefined, Promise<void> | undefined] = [undefined, undefined];

  const copy = async (): Promise<void> => {
    thread ??= new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file, execArgv: [] });
    thread.unref();
    thread.postMessage('copy');
    const [isDone] = await once(thread, 'message').catch(() => {
      thread = undefined;
      return [false];
    });
    due = isDone ? MANY : pages + MANY;
    copying = undefined;
  };

  return {
    /** Resolves when the log has room for a transaction. */
    room: async (): Promise<void> => (pages < TOO_MANY ? undefined : copying),
    /** To be called after each commit. */
    committed: async ({ sql }: SqliteConnection): Promise<void> => {
      // What is committed stays committed, whatever this answers.
      const [found] = await sql.change<{ readonly log: number }>('PRAGMA wal_checkpoint(NOOP)').catch(() => []);
      pages = found?.log ?? 0;
      if (pages >= due) copying ??= copy();
    },
    close: async (): Promise<void> => void (await thread?.terminate()),
  };
};
