import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { preparing } from './driver.ts';

/** Pages of 4 KB. The more there are, the more often a page is in the log, and is copied only once. */
const MANY = 4000;

/**
 * Copies the write-ahead log into the database when it has `many` pages, and makes writers wait when it has twice as
 * many. This is done by a thread, which is started then: within a commit, it would stop the event loop (P-21). While a
 * reader needs the log, it grows.
 */
export const createCheckpoints = (file: string, many = MANY) => {
  let [pages, due] = [0, many];
  let [thread, copying]: [Worker | undefined, Promise<void> | undefined] = [undefined, undefined];

  const logOf = preparing((database, text) => database.prepare<[], { readonly log: number }>(text));

  const copy = async (): Promise<void> => {
    thread ??= new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file, execArgv: [] });
    thread.unref();
    thread.postMessage('copy');
    const [isDone] = await once(thread, 'message').catch(() => {
      thread = undefined;
      return [false];
    });
    due = isDone ? many : pages + many;
    copying = undefined;
  };

  return {
    /** Resolves when the log has room for a transaction. */
    room: async (): Promise<void> => (pages < 2 * many ? undefined : copying),
    /** To be called after each commit. */
    committed: (database: Database.Database): void => {
      try {
        pages = logOf(database, 'PRAGMA wal_checkpoint(NOOP)').get()?.log ?? 0;
      } catch {
        // What is committed stays committed.
        pages = 0;
      }
      if (pages >= due) copying ??= copy();
    },
    close: async (): Promise<void> => void (await thread?.terminate()),
  };
};
