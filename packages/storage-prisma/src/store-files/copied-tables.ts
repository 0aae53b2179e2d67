import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Select } from '../client.ts';
import { printable, StoreUnusable } from '../failures.ts';
import {
  type Migratable,
  type MigratingConnection,
  migrationsOf,
  type Provider,
  readMigrations,
} from '../migrations.ts';
import { insertRow, insertRows } from '../statement.ts';

/** An open database with the schema of this program. */
export type OpenStore = Pick<Migratable, 'provider' | 'name'> & Pick<MigratingConnection, 'all' | 'run'>;

type Column = { readonly table: string; readonly name: string; readonly type: string; readonly key: number };
export type Table = { readonly name: string; readonly columns: readonly Column[]; readonly key: readonly string[] };

const COLUMNS = `SELECT m.name AS "table", c.name, c.type, c.pk AS "key"
  FROM sqlite_master m JOIN pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid`;
const REFERENCES = `SELECT m.name AS "from", r."table" AS "to"
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) r WHERE m.type = 'table'`;

/**
 * All tables that the migrations make, each behind those that it refers to. Both providers' migrations make the same
 * models; the ones of SQLite are asked, in memory.
 */
export const readTables = async (): Promise<readonly Table[]> => {
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

/**
 * Every value as text, the same for both providers: a number in decimals, a moment in milliseconds since 1970, `1` or
 * `0` for true and false.
 */
type Row = Readonly<Record<string, string | null>>;
export type Rows = readonly Row[];

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

export type Digest = { readonly table: string; readonly rows: number; readonly digest: string };

/** Counts the rows of a table and hashes them in the order of their keys. `take` is given one page after another. */
export const digestOf = async (
  store: OpenStore,
  table: Table,
  take: (rows: Rows) => Promise<void>,
): Promise<Digest> => {
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
export const insertInto = ({ provider, run }: OpenStore, { name, columns }: Table) => {
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
