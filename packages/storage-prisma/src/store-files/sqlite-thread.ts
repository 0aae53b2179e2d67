import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { distrust } from '../sqlite/schema.ts';

/** Copies a database, or else checks that it is sound. An error ends this thread with that error. */
const { file, copyTo } = workerData as { readonly file: string; readonly copyTo?: string };
const database = new Database(file, { readonly: true, timeout: 5000 });
distrust(database);
parentPort?.postMessage('loaded');
if (copyTo !== undefined) database.prepare('VACUUM INTO ?').run(copyTo);
else {
  const found = database.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new Error(String(found));
}
database.close();
