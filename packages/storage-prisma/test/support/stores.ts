import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cell, Harness, RawHarness, TrailRows } from '@health-case/domain/contracts/storage/harness';
import { account, credentials } from '@health-case/domain/contracts/storage/samples';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { ok, type Result } from '@health-case/domain/result';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import Database from 'better-sqlite3';
import { Client, Query, type QueryConfig, TypeOverrides, types } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { StoreUnusable } from '../../src/failures.ts';
import { migrate } from '../../src/migrations.ts';
import { BOUNDS } from '../../src/postgresql/host-client.ts';
import { postgresDatabase } from '../../src/postgresql/migrate.ts';
import { openPostgresStorage } from '../../src/postgresql/storage.ts';
import { sqliteFile } from '../../src/sqlite/migrate.ts';
import { openMigrated, openSqliteStorage } from '../../src/sqlite/storage.ts';
import { insertRow } from '../../src/statement.ts';
import { createTestDatabase } from '../../testing/postgres-databases.ts';

/*
 * Stores of both providers, and other connections to their databases. Everything closes and is removed with the test
 * that asked for it.
 */

/** The keyring of a service whose secret key is this byte, 32 times. */
export const keyring = (fill = 7) => createAesGcmKeyring(async () => new Uint8Array(32).fill(fill));

export { scratchFolder };

/** The path of a file that is not there yet. */
export const scratchFile = (): string => join(scratchFolder(), 'health-case.db');

let emptyStore: Promise<Uint8Array> | undefined;

const makeEmptyStore = async (): Promise<Uint8Array> => {
  const file = scratchFile();
  await (await openSqliteStorage({ file, keyring: keyring() })).close();
  return readFileSync(file);
};

/** The file of an empty store, which is made once and copied. */
export const migratedFile = async (): Promise<string> => {
  emptyStore ??= makeEmptyStore();
  const file = scratchFile();
  writeFileSync(file, await emptyStore);
  return file;
};

export const migratedDatabase = async (content: 'schema' | 'nothing' = 'schema'): Promise<string> => {
  const { url, drop } = await createTestDatabase(content);
  onTestFinished(() => drop());
  return url;
};

const closing = <Opened extends { readonly close: () => Promise<void> }>(opened: Opened): Opened => {
  onTestFinished(() => opened.close());
  return opened;
};

type SqliteOptions = Partial<Parameters<typeof openSqliteStorage>[0]>;
type PostgresOptions = Partial<Parameters<typeof openPostgresStorage>[0]>;

export const openSqlite = async (file: string, options: SqliteOptions = {}) =>
  closing(await openSqliteStorage({ file, keyring: keyring(), ...options }));

export const openPostgres = async (url: string, options: PostgresOptions = {}) =>
  closing(await openPostgresStorage({ url, keyring: keyring(), ...options }));

/** Begins a unit of work that inserts a person, and ends with `rest` when it is told to go on. */
export const beginUnit = async (
  storage: Storage,
  rest: (stores: Stores) => Promise<Result<unknown, unknown>> = async () => ok(undefined),
) => {
  const [inserted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const person = account('Par');
  const unit = storage.write(async (stores) => {
    await stores.accounts.insert(credentials(person));
    inserted.resolve();
    await goOn.promise;
    return rest(stores);
  });
  unit.catch(() => undefined);
  await inserted.promise;
  return { person, unit, goOn: goOn.resolve };
};

const besides = new WeakSet<Database.Database>();

/** Gives each statement that a store prepares on SQLite to `change` first. */
export const onPrepare = (change: (text: string, database: Database.Database) => string): void => {
  const { prepare } = Database.prototype;
  // A spy of vitest would keep each statement and what it returned.
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    return prepare.call(this, besides.has(this) ? text : change(text, this));
  } as typeof prepare;
  onTestFinished(() => void Object.assign(Database.prototype, { prepare }));
};

/** Gives each statement that a store sends to PostgreSQL to `change` first. */
export const onSend = (change: (text: string) => string): void => {
  const query = Client.prototype.query as (this: Client, given: unknown, ...more: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, given, ...more) {
    if (given instanceof Query) Object.assign(given, { text: change((given as Query & QueryConfig).text) });
    return query.call(this, typeof given === 'string' ? change(given) : given, ...more) as never;
  } as typeof query as never);
  onTestFinished(() => spy.mockRestore());
};

/** Another connection to a SQLite file, with nothing of ours in between. */
export const openBeside = (file: string): Database.Database => {
  const database = new Database(file, { timeout: 0 });
  onTestFinished(() => void database.close());
  besides.add(database);
  return database;
};

/** Numbers as SQLite has them, and moments as texts that can be inserted again without a loss. */
const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, Number);
parsers.setTypeParser(types.builtins.TIMESTAMP, String);

/** So that no call fails because the machine is busy. */
const LONG = 100_000;
export const PATIENT = {
  ...BOUNDS,
  call: LONG,
  connecting: LONG,
  statement: LONG,
  lock: LONG,
  idleInTransaction: LONG,
};

export const openClient = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, types: parsers });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Another connection to a PostgreSQL database, with nothing of ours in between. */
export const connectBeside = async (url: string): Promise<Client> => {
  const client = await openClient(url);
  onTestFinished(() => client.end());
  return client;
};

type Row = NonNullable<TrailRows['end']>;

/** A database of either provider. */
export type Place = {
  /** The path of a SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  readonly open: (options?: Omit<SqliteOptions & PostgresOptions, 'file'>) => ReturnType<typeof openPostgres>;
  readonly migrate: (folder?: string) => Promise<readonly string[]>;
  /** Runs a statement on another connection. */
  readonly query: (statement: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;
};

/** The same with nothing to migrate, which is not compared again: that takes as long as many a test. */
export const migratedPlace = async (): Promise<Place> => {
  const place = await sqlitePlace();
  const open = async () => closing(await openMigrated({ file: place.database, keyring: keyring() }));
  return { ...place, open };
};

export const sqlitePlace = async (content: 'schema' | 'nothing' = 'schema'): Promise<Place> => {
  const file = content === 'schema' ? await migratedFile() : scratchFile();
  let beside: Database.Database | undefined;
  return {
    database: file,
    open: (options) => openSqlite(file, options),
    migrate: (folder) => migrate(sqliteFile(file), folder),
    query: async (statement, ...values) => {
      beside ??= openBeside(file);
      const prepared = beside.prepare<unknown[], Row>(statement.replaceAll(/\$\d+/g, '?'));
      if (prepared.reader) return prepared.all(values);
      prepared.run(values);
      return [];
    },
  };
};

/** A database of its own, or the one that `url` names. */
export const postgresPlace = async (content: 'schema' | 'nothing' = 'schema', url?: string): Promise<Place> => {
  const database = url ?? (await migratedDatabase(content));
  return postgresPlaceOf(database, await connectBeside(database));
};

export const postgresPlaceOf = (database: string, beside: Client): Place => ({
  database,
  open: (options) => openPostgres(database, options),
  migrate: (folder) => migrate(postgresDatabase(database), folder),
  // Without values, it may be several statements.
  query: async (statement, ...values) =>
    (await (values.length > 0 ? beside.query<Row>(statement, [...values]) : beside.query<Row>(statement))).rows,
});

export const PLACES = [
  { provider: 'SQLite', openPlace: sqlitePlace },
  { provider: 'PostgreSQL', openPlace: postgresPlace },
] as const;

export const insertRows = async (query: Place['query'], table: string, rows: readonly object[]): Promise<void> => {
  for (const row of rows) await query(insertRow(table, Object.keys(row)), ...Object.values(row));
};

const TRAIL = {
  records: 'AuditRecord',
  end: 'AuditEnd',
  pending: 'AuditPending',
  sources: 'AuditSource',
  lists: 'ListedChild',
} as const;

/** An empty store, and how to change its audit trail on another connection. */
export const harnessOf = async ({ open, query }: Place): Promise<Harness> => {
  const storage = await open();
  const tamper: Harness['tamper'] = async (change, pendingStay) => {
    if (!pendingStay) await storage.sequence([]);
    await query('BEGIN');
    const stored = {
      records: await query('SELECT * FROM "AuditRecord" ORDER BY "place"'),
      end: (await query('SELECT * FROM "AuditEnd"'))[0],
      pending: await query('SELECT * FROM "AuditPending"'),
      sources: await query('SELECT * FROM "AuditSource"'),
      lists: await query('SELECT * FROM "ListedChild"'),
    };
    const changed = { ...stored, ...change(stored) };
    for (const name of Object.keys(TRAIL) as (keyof typeof TRAIL)[]) {
      if (changed[name] === stored[name]) continue;
      await query(`DELETE FROM "${TRAIL[name]}"`);
      await insertRows(query, TRAIL[name], [changed[name] ?? []].flat());
    }
    await query('COMMIT');
    return storage;
  };
  return { storage, tamper };
};

/** The key and the column of a text, where they are called otherwise than in the model. */
const columnOf = ([entity, , field]: Cell) =>
  entity === 'SecondFactor' ? { key: 'accountId', column: 'encryptedSecret' } : { key: 'id', column: field };

const FINGERPRINTS = {
  Parenthood: ['socSecFingerprint'],
  KeptOutcome: ['key', 'request'],
  Throttled: ['key', 'of'],
  KnownNetwork: ['key'],
  Draft: ['key'],
};

export const rawHarnessOf = async (place: Place): Promise<RawHarness> => {
  const { database, open, query } = place;
  const valuesOf = async (table: string, columns: readonly string[]) =>
    (await query(`SELECT * FROM "${table}"`)).flatMap((row) => columns.map((column) => String(row[column])));
  return {
    ...(await harnessOf(place)),
    another: () => open(),
    bytes: async () => (database.startsWith('postgres') ? rowsOf(query) : bytesOf(database)),
    stored: async (cell) => {
      const { key, column } = columnOf(cell);
      return (await query(`SELECT "${column}" FROM "${cell[0]}" WHERE "${key}" = $1`, cell[1]))[0]?.[column];
    },
    replace: async (cell, text) => {
      const { key, column } = columnOf(cell);
      await query(`UPDATE "${cell[0]}" SET "${column}" = $1 WHERE "${key}" = $2`, text, cell[1]);
    },
    fingerprints: async () => {
      const found: string[] = [];
      for (const [table, columns] of Object.entries(FINGERPRINTS)) found.push(...(await valuesOf(table, columns)));
      return found;
    },
    wipeTrail: async () => {
      for (const table of ['AuditRecord', 'AuditEnd']) await query(`DELETE FROM "${table}"`);
    },
  };
};

/** All that stands in the tables of a PostgreSQL database. */
const rowsOf = async (query: Place['query']): Promise<Buffer> => {
  const tables = await query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const rows: object[] = [];
  for (const { relname } of tables) rows.push(...(await query(`SELECT * FROM "${relname}"`)));
  return Buffer.from(JSON.stringify(rows));
};

/** A folder of migrations in Prisma's layout. */
export const migrationsFolder = (...migrations: readonly (readonly [name: string, script: string])[]): string => {
  const folder = scratchFolder();
  for (const [name, script] of migrations) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), script);
  }
  return folder;
};

/** Every byte of the files of a SQLite store. */
export const bytesOf = (file: string): Buffer => {
  const folder = dirname(file);
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
};

/** The one sentence with which a store, a file or a database is refused. It quotes no password. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const refusal: unknown = await work.catch((error) => error);
  expect(refusal).toBeInstanceOf(StoreUnusable);
  const { message } = refusal as StoreUnusable;
  expect(message).not.toMatch(/\n|hush/);
  return message;
};
