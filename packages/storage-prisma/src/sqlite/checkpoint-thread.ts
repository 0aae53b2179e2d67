import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Nobody can write while this waits so many milliseconds for a reader that needs the log, such as a backup. */
const TIMEOUT = 50;

const database = new Database(workerData as string, { timeout: TIMEOUT, fileMustExist: true });

/** Most is copied while others write; they wait for the rest, and the next commit begins the log again. */
const copyLog = (): boolean => {
  try {
    database.pragma('wal_checkpoint(PASSIVE)');
    return database.pragma('wal_checkpoint(FULL)', { simple: true }) === 0;
  } catch {
    // What the disk does not take stays in the log.
    return false;
  }
};

parentPort?.on('message', () => parentPort?.postMessage(copyLog()));
