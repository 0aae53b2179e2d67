import { parentPort, workerData } from 'node:worker_threads';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { LongWork } from './in-thread.ts';

const WITHOUT_FREE_PAGES = `SELECT (page_count - freelist_count) * page_size
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

const first = async (database: SqlDriverAdapter, sql: string): Promise<unknown> =>
  (await database.queryRaw({ sql, args: [], argTypes: [] })).rows[0]?.[0];

const copy = async (database: SqlDriverAdapter, draft: string): Promise<void> => {
  parentPort?.postMessage(await first(database, WITHOUT_FREE_PAGES));
  await database.executeRaw({
    sql: 'VACUUM INTO ?',
    args: [draft],
    argTypes: [{ scalarType: 'string', arity: 'scalar' }],
  });
};

const check = async (database: SqlDriverAdapter): Promise<void> => {
  const found = await first(database, 'PRAGMA integrity_check(1)');
  if (found !== 'ok') throw new Error(String(found));
};

const wanted = workerData as LongWork;
const database = await new PrismaBetterSqlite3({ url: wanted.file, readonly: true, timeout: 5000 }).connect();
try {
  await (wanted.work === 'copy' ? copy(database, wanted.draft) : check(database));
} finally {
  await database.dispose();
}
