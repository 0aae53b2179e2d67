import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { LongCall } from './back-up.ts';

/** Makes one long call to SQLite, then ends. An error of it ends this thread with that error. */
const { file, copyTo } = workerData as LongCall;
const database = new Database(file, { readonly: true, timeout: 5000 });
if (copyTo !== undefined) database.prepare('VACUUM INTO ?').run(copyTo);
else {
  const found = database.pragma('integrity_check(1)', { simple: true });
  if (found !== 'ok') throw new Error(String(found));
}
database.close();
