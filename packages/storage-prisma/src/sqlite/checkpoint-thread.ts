import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Nobody can write while this waits so many milliseconds for a reader that needs the log, such as a backup. */
const TIMEOUT = 50;

const database = new Database(workerData as string, { timeout: TIMEOUT, fileMustExist: true });

/** While a reader needs the log, not all of it is copied: that is no failure. */
export type Reply = { readonly isDone?: boolean; readonly failure?: string };

/** Most is copied while others write; they wait for the rest, and the next commit begins the log again. */
const copyLog = (): Reply => {
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
    return { isDone: database.pragma('wal_checkpoint(FULL)', { simple: true }) === 0 };
  } catch (error) {
    // What the disk does not take stays in the log.
    return { failure: (error as Error).message };
  }
};

parentPort?.on('message', () => parentPort?.postMessage(copyLog()));
