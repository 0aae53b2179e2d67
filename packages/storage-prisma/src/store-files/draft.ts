import { once } from 'node:events';
import { statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreUnusable } from '../failures.ts';

/** The progress of the work on a file; `share` is from 0 to 1, where it can be known. */
export type Progress = { readonly step: 'copying' | 'checking'; readonly share?: number };

/** How the caller aborts the work and follows its progress. */
export type FileWork = { readonly signal: AbortSignal; readonly report: (progress: Progress) => void };

/** Files in which SQLite keeps what is not in the database file yet. */
const LOGS = ['-wal', '-shm', '-journal'];
const removeAll = (files: readonly string[]) => Promise.all(files.map((file) => rm(file, { force: true })));

/**
 * Creates a file beside its final place, for its owner alone. `work` fills it and gives it its final name; if `work`
 * fails, the file is removed. A second call for the same place is refused, since both would write one file.
 */
export const inDraft = async <T>(place: string, work: (draft: string) => Promise<T>): Promise<T> => {
  const draft = `${place}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StoreUnusable(`The file ${draft} is there: remove it, unless another command is just making it.`);
  });
  await handle.close();
  try {
    // A killed process may have left a log, which SQLite would write into the new file.
    await removeAll(LOGS.map((suffix) => draft + suffix));
    return await work(draft);
  } catch (error) {
    await removeAll(['', ...LOGS].map((suffix) => draft + suffix));
    throw error;
  }
};

/** Reports which share of the expected bytes a draft holds, while the work on it lasts. */
export const reportGrowth = async (
  draft: string,
  { expected, report }: { readonly expected: number; readonly report: FileWork['report'] },
  work: () => Promise<void>,
): Promise<void> => {
  const reportNow = () => {
    const size = statSync(draft, { throwIfNoEntry: false })?.size ?? 0;
    report({ step: 'copying', share: Math.min(1, size / Math.max(1, expected)) });
  };
  reportNow();
  const timer = setInterval(reportNow, 200);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
};

/** Copies a database into a draft, or else checks that it is sound. */
export type LongCall = { readonly file: string; readonly copyTo?: string };

/**
 * Makes one long call to SQLite in a thread of its own, since it blocks its thread until it is done. Rejects with the
 * error of SQLite, or at once when the signal aborts; the thread then ends as soon as it can.
 */
export const inThread = async (workerData: LongCall, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData });
  // After the signal nobody else listens for an error.
  thread.on('error', () => undefined);
  try {
    await once(thread, 'exit', { signal });
  } catch (error) {
    void thread.terminate();
    throw error;
  }
};

/** Opens a database file for one read. */
export const readFrom = <T>(file: string, read: (database: Database.Database) => T): T => {
  const database = new Database(file, { readonly: true, timeout: 5000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
};

/** The first part of an error's message. The rest names the draft, which the operator does not know. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/, |\n/)[0] ?? '';
