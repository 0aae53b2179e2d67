import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Select } from '../client.ts';
import { codeOf, StoreUnusable, unusable } from '../failures.ts';
import {
  type Migratable,
  type MigratingConnection,
  migrate,
  type ReadCatalog,
  readMigrated,
  SELECT_FIRST,
} from '../migrations.ts';
import { connected, LONG, postgresDatabase } from '../postgresql/migrate.ts';
import { catalogOf } from '../sqlite/driver.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { makeFile } from './back-up.ts';
import { type Digest, digestOf, insertInto, type OpenStore, type Rows, readTables } from './copied-tables.ts';
import { inUse, openExclusively } from './restore.ts';

type Place =
  | { readonly kind: 'sqlite'; readonly file: string; readonly shown: string }
  | { readonly kind: 'postgresql'; readonly url: string; readonly shown: string };

/**
 * Copies all rows of a store that nobody serves into an empty database, with the store's id. Schema, rows and
 * verification are one transaction (or one new file), so that a copy is there whole or not at all, whatever happens:
 * nobody can serve half of one. Throws `StoreUnusable`. Resolves to what was read from the source, and found again in
 * the copy.
 */
export const copyRows = async (from: Place, to: Place, signal: AbortSignal): Promise<readonly Digest[]> => {
  const failed = (error: unknown): never => {
    if (signal.aborted) throw error;
    const outcome = `could not be copied to ${to.shown}, which was left as it was (${quotingNothing(error)})`;
    throw unusable(error, `The store ${from.shown} ${outcome}.`);
  };
  const copy = (database: Migratable) =>
    database.transaction((connection) => fill({ ...database, ...connection }, from, signal).catch(failed));
  if (to.kind === 'postgresql') return copy(postgresDatabase(to.url));
  const store = from.kind === 'sqlite' ? from.file : undefined;
  return makeFile(to.file, store, `The copy ${to.file} is made`, (file) => copy(sqliteFile(file))).catch(failed);
};

type Target = Migratable & MigratingConnection;

const fill = async (target: Target, from: Place, signal: AbortSignal): Promise<readonly Digest[]> => {
  const tables = await readTables();
  const mayGoOn = async () => {
    // Signals arrive between two turns, and SQLite takes none.
    await nextTurn();
    signal.throwIfAborted();
  };
  await makeSchema(target);
  const copy = async (source: OpenStore): Promise<readonly Digest[]> => {
    await giveId(source, target);
    const digests: Digest[] = [];
    for (const table of tables) {
      const insert = insertInto(target, table);
      const copyPage = async (rows: Rows) => {
        await mayGoOn();
        await insert(rows);
      };
      digests.push(await digestOf(source, table, copyPage));
    }
    return digests;
  };
  const compare = async (read: readonly Digest[]): Promise<void> => {
    // Opening the store has given them places, so somebody has written since.
    if (read.some(({ table, rows }) => table === 'AuditPending' && rows > 0)) throw inUse(from.shown);
    for (const [nth, table] of tables.entries()) refuseDifference(read[nth], await digestOf(target, table, mayGoOn));
  };
  return reading(from, copy, compare);
};

/** Of what PostgreSQL says about values and rows only the code is passed on, as it quotes them. */
const quotingNothing = (error: unknown): string => {
  const { message } = error as Error;
  const code = error instanceof Error ? codeOf(error) : '';
  return /^2[23]/.test(code) ? code : message;
};

/** Makes the schema in the transaction of a connection. */
const makeSchema = async (database: Target): Promise<void> => {
  const { provider, name, all } = database;
  if ((await readMigrated(provider, all)).tables.length > 0) {
    throw new StoreUnusable(
      `The database ${name} is not empty: a copy that it holds is whole; otherwise name one that has no tables.`,
    );
  }
  await migrate({ ...database, read: (work) => work(all), transaction: (work) => work(database) });
};

/** The keys of a store are bound to it. */
const giveId = async (source: OpenStore, copy: OpenStore): Promise<void> => {
  const [[own], [made]] = [await source.all<Id>(SELECT_FIRST), await copy.all<Id>(SELECT_FIRST)];
  await copy.run('UPDATE _prisma_migrations SET id = $1 WHERE id = $2', own?.id ?? null, made?.id ?? null);
};
type Id = { readonly id: string };

const refuseDifference = (read: Digest | undefined, written: Digest): void => {
  if (read?.digest === written.digest && read.rows === written.rows) return;
  throw new Error(`the table ${written.table} has ${written.rows} rows that are not the ${read?.rows} of the store`);
};

/**
 * Reads one snapshot of a store while nobody else uses it. Refuses, after `compare`, if somebody has used a database of
 * PostgreSQL meanwhile: their changes would not be in the copy.
 */
const reading = async <T>(
  from: Place,
  read: (source: OpenStore) => Promise<T>,
  compare: (found: T) => Promise<void>,
): Promise<T> => {
  if (from.kind === 'postgresql') {
    return connected(from.url, LONG, async (connection) => {
      const { all, runScript } = connection;
      await refuseOthers(all, from.shown);
      await runScript('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const end = await all(END);
      const found = await read({ ...connection, provider: 'postgresql', name: from.shown });
      await runScript('COMMIT');
      await compare(found);
      await refuseOthers(all, from.shown);
      if (!isDeepStrictEqual(await all(END), end)) throw inUse(from.shown);
      return found;
    });
  }
  const database = openExclusively(from.file);
  try {
    const found = await read({ ...catalogOf(database), provider: 'sqlite', name: from.shown });
    await compare(found);
    return found;
  } finally {
    database.close();
  }
};

/** Where the audit trail ends. Whoever changes something leaves a record, with or without a place. */
const END: Select = `SELECT "place", "seal", (SELECT count(*) FROM "AuditPending") AS pending FROM "AuditEnd"`;

/** Processes of this program, as far as the server shows them. */
const OTHERS: Select = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND application_name = current_setting('application_name') LIMIT 1`;
/** A connection that this process has just closed may still be there. */
const [TRIES, PAUSE] = [20, 100];

const refuseOthers = async (all: ReadCatalog, shown: string): Promise<void> => {
  for (let tries = 1; (await all(OTHERS)).length > 0; tries += 1) {
    if (tries === TRIES) throw inUse(shown);
    await sleep(PAUSE);
  }
};
