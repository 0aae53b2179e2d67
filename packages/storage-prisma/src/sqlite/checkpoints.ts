import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '@health-case/domain/errors';
import type Database from 'better-sqlite3';
import type { Reply } from './checkpoint-thread.ts';
import { preparing } from './driver.ts';

/** Pages of 4 KB. The more there are, the more often a page is in the log, and is copied only once. */
const MANY = 4000;

/** After so many failures, one after another, nobody can hope that the next copy succeeds. */
const MOST_FAILURES = 3;

/** Bytes that the log can come to have while it is copied. */
const MOST_OF_LOG = 2 * MANY * 4120;

/** Throws `Unavailable` if the log has no room to grow: SQLite would write until the log is too small. */
export const checkRoom = async (file: string): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(file);
  // Some file systems do not tell their size.
  if (blocks === 0 || bavail * bsize >= MOST_OF_LOG) return;
  throw new Unavailable('store', `The disk of ${file} has ${bavail * bsize} bytes left.`, { retryAfterSeconds: 1 });
};

/**
 * Copies the write-ahead log into the database when it has `many` pages, and makes writers wait when it has twice as
 * many. This is done by a thread, which is started then: within a commit, it would stop the event loop (P-21). While a
 * reader needs the log, it grows.
 */
export const createCheckpoints = (file: string, many = MANY) => {
  let [pages, due, failures, why] = [0, many, 0, ''];
  let [thread, copying]: [Worker | undefined, Promise<void> | undefined] = [undefined, undefined];

  const logOf = preparing((database, text) => database.prepare<[], { readonly log: number }>(text));

  const start = (): Worker => {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: file, execArgv: [] });
    started.unref();
    // Another one is started for the next copy.
    started.on('error', () => {
      thread = undefined;
    });
    return started;
  };
  const copyInThread = async (): Promise<Reply> => {
    try {
      thread ??= start();
      thread.postMessage('copy');
      const [reply] = await once(thread, 'message');
      return reply;
    } catch (error) {
      return { failure: (error as Error).message };
    }
  };
  const copy = async (): Promise<void> => {
    const { isDone = false, failure } = await copyInThread();
    due = isDone ? many : pages + many;
    failures = failure === undefined ? 0 : failures + 1;
    why = failure ?? '';
    copying = undefined;
  };

  return {
    /** What to wait for until the log has room for a transaction; nothing if it has some. */
    room: (): Promise<void> | undefined => (pages < 2 * many ? undefined : copying),
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
    /** To be called after each failed commit: it may have found no room, and the next one begins the log again. */
    failed: (): void => {
      copying ??= copy();
    },
    /** Throws `Unavailable` while the log cannot be copied, and tries again. */
    check: (): void => {
      if (failures < MOST_FAILURES) return;
      copying ??= copy();
      throw new Unavailable('store', `The log of ${file} cannot be copied (${why}).`, { retryAfterSeconds: 1 });
    },
    close: async (): Promise<void> => {
      // To end a thread while it loads the addon would abort the process.
      await copying;
      await thread?.terminate();
    },
  };
};
