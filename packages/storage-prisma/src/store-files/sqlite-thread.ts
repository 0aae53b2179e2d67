import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { LongCall } from './draft.ts';

/** VACUUM leaves the free pages out of the copy. */
const SIZE_OF_COPY = `SELECT (page_count - freelist_count) * page_size
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

const given = workerData as LongCall;
const database = new Database(given.file, { readonly: true, timeout: 5000 });
try {
  if (given.call === 'copy') {
    parentPort?.postMessage(database.prepare(SIZE_OF_COPY).pluck().get());
    database.prepare('VACUUM INTO ?').run(given.draft);
  } else {
    const found = database.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(String(found));
  }
} finally {
  database.close();
}
