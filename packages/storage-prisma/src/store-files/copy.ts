import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import type { Select } from '../access.ts';
import { codeOf, printable, StoreUnusable, unusable } from '../failures.ts';
import {
  type Migratable,
  type MigratingConnection,
  migrate,
  migrationsOf,
  type Provider,
  type ReadCatalog,
  readMigrated,
  readMigrations,
  SELECT_FIRST,
} from '../migrations.ts';
import { connected, LONG, postgresDatabase } from '../postgresql/migrate.ts';
import { catalogOf } from '../sqlite/driver.ts';
import { sqliteFile } from '../sqlite/migrate.ts';
import { insertRow, insertRows } from '../statement.ts';
import { inUse, makeFile, openExclusively } from './back-up.ts';

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

/** Reads one snapshot. Refuses, after `compare`, if somebody has used the database: the copy would lack changes. */
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

/** An open database with the schema of this program. */
type OpenStore = Pick<Migratable, 'provider' | 'name'> & Pick<MigratingConnection, 'all' | 'run'>;

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly key: number };
type Table = { readonly name: string; readonly columns: readonly Column[]; readonly key: readonly string[] };

const COLUMNS = `SELECT m.name AS "table", c.name, c.type, c.pk AS "key"
  FROM sqlite_master m JOIN pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid`;
const REFERENCES = `SELECT m.name AS "from", r."table" AS "to"
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) r WHERE m.type = 'table'`;

/** All tables of the migrations, each behind those that it refers to. Those of SQLite, in memory, have the same. */
const readTables = async (): Promise<readonly Table[]> => {
  const migrations = await readMigrations(migrationsOf('sqlite'));
  using memory = disposing(new Database(':memory:'));
  for (const { script } of migrations) memory.database.exec(script);
  const columns = Map.groupBy(memory.database.prepare<[], Column>(COLUMNS).all(), ({ table }) => table);
  const references = memory.database.prepare<[], { readonly from: string; readonly to: string }>(REFERENCES).all();
  const ordered = new Map<string, Table>();
  const add = (name: string): void => {
    for (const { from, to } of references) if (from === name && !ordered.has(to)) add(to);
    ordered.set(name, tableOf(name, columns.get(name) ?? []));
  };
  for (const name of columns.keys()) if (!ordered.has(name)) add(name);
  return [...ordered.values()];
};

const disposing = (database: Database.Database) => ({ database, [Symbol.dispose]: () => void database.close() });

const tableOf = (name: string, columns: readonly Column[]): Table => {
  const key = columns.filter((column) => column.key > 0).sort((one, other) => one.key - other.key);
  return { name, columns, key: key.map((column) => column.name) };
};

/** Each value as text, alike for both providers: decimals, milliseconds since 1970, `1` or `0` for a boolean. */
type Row = Readonly<Record<string, string | null>>;
type Rows = readonly Row[];

/** The driver would replace bytes of a text that are no UTF-8, so SQLite's texts come as bytes. */
const AS_TEXT: Readonly<Record<Provider, (column: Column) => string>> = {
  sqlite: ({ name }) => `CAST(t."${name}" AS BLOB)`,
  postgresql: ({ name, type }) => {
    if (type === 'DATETIME') return `(extract(epoch FROM t."${name}") * 1000)::bigint::text`;
    return type === 'BOOLEAN' ? `t."${name}"::int::text` : `t."${name}"::text`;
  },
};

const PAGE = 500;

async function* pagesOf({ provider, all }: OpenStore, table: Table): AsyncGenerator<Rows> {
  const { name, columns, key } = table;
  const values = columns.map((column) => `${AS_TEXT[provider](column)} AS "${column.name}"`);
  const keys = key.map((column) => `t."${column}"`);
  const select: Select = `SELECT ${values} FROM "${name}" t`;
  const behind = `WHERE (${keys}) > (${keys.map((_, index) => `$${index + 1}`)})`;
  const order = `ORDER BY ${keys} LIMIT ${PAGE}`;
  let [page] = [await all<Found>(`${select} ${order}`)];
  while (page.length > 0) {
    const rows = page.map((found) => rowOf(table, found));
    yield rows;
    const last = rows.at(-1);
    page =
      page.length < PAGE
        ? []
        : await all<Found>(`${select} ${behind} ${order}`, ...key.map((column) => last?.[column] ?? null));
  }
}

type Found = Readonly<Record<string, Uint8Array | string | null>>;

const rowOf = ({ name, key }: Table, found: Found): Row => {
  const texts: Record<string, string | null> = {};
  for (const [column, value] of Object.entries(found)) {
    const text = value?.toString() ?? null;
    texts[column] = text;
    if (value instanceof Uint8Array && (!isUtf8(value) || value.includes(0))) {
      const id = printable(key.map((part) => found[part]?.toString()).join());
      throw new StoreUnusable(
        `The row ${id} of the table ${name} has a text in the column ${column} that PostgreSQL cannot hold (U+0000, or half of a character); replace it first.`,
      );
    }
  }
  return texts;
};

type Digest = { readonly table: string; readonly rows: number; readonly digest: string };

/** Counts the rows of a table and hashes them in the order of their keys. `take` is given one page after another. */
const digestOf = async (store: OpenStore, table: Table, take: (rows: Rows) => Promise<void>): Promise<Digest> => {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pagesOf(store, table)) {
    await take(page);
    rows += page.length;
    for (const row of page) hash.update(JSON.stringify(row));
  }
  return { table: table.name, rows, digest: hash.digest('hex') };
};

/** Numbers are inserted as texts: SQLite converts them to the type of the column. */
const insertInto = ({ provider, run }: OpenStore, { name, columns }: Table) => {
  const names = columns.map((column) => column.name);
  const moments = columns.filter(({ type }) => type === 'DATETIME').map((column) => column.name);
  if (provider === 'sqlite') {
    const statement = insertRow(name, names);
    return async (rows: Rows): Promise<void> => {
      for (const row of rows) await run(statement, ...names.map((column) => row[column] ?? null));
    };
  }
  const statement = insertRows(name, names);
  return async (rows: Rows): Promise<void> => {
    const parsed = rows.map((row) => ({
      ...row,
      ...Object.fromEntries(moments.map((name) => [name, momentOf(row[name])])),
    }));
    await run(statement, JSON.stringify(parsed));
  };
};

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(Number(text)) : null);
