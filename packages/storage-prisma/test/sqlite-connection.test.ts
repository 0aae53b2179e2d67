import { once } from 'node:events';
import fs, { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { account, credentials, insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { ok } from '@health-case/domain/result';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client } from '../src/access.ts';
import { sharedClient } from '../src/shared-client.ts';
import { openReader } from '../src/sqlite/connection.ts';
import { applySqliteMigrations } from '../src/sqlite/storage.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import {
  migratedFile,
  migrationsFolder,
  onPrepare,
  openBeside,
  openSqlite,
  refusalOf,
  scratchFile,
  scratchFolder,
  sqlitePlace,
} from './support/stores.ts';

/** A store, and the connections that it has to its file. */
const opened = async (options = {}) => {
  const file = await migratedFile();
  const used = new Set<Database.Database>();
  onPrepare((text, database) => {
    used.add(database);
    return text;
  });
  const storage = await openSqlite(file, options);
  // A read beside a transaction uses the second connection.
  await storage.write(async () => ok(await storage.read.accounts.any()));
  const connections = () => {
    const open = [...used].filter((database) => database.open);
    const [writer, reader] = [open.find(({ readonly }) => !readonly), open.find(({ readonly }) => readonly)];
    if (!writer || !reader || open.length > 2) throw new Error('A store has one connection to write and one to read.');
    return { writer, reader };
  };
  return { file, storage, connections };
};

const SETTINGS = {
  journal_mode: 'wal',
  // Each commit is flushed.
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  // In memory: no file outside of the store gets what a savepoint keeps.
  temp_store: 2,
  // Waiting inside SQLite would stop the whole process.
  busy_timeout: 0,
};

it('the connection that writes has its settings, and so has the one that replaces it after a lock was held for too long', async () => {
  const { file, storage, connections } = await opened({ lockTimeout: 0 });
  const settings = (database: Database.Database) =>
    Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, database.pragma(name, { simple: true })]));
  await insert(storage);
  const { writer } = connections();
  expect(settings(writer)).toEqual(SETTINGS);
  const other = openBeside(file);
  other.exec('BEGIN IMMEDIATE');
  const late = account('Par');
  await expect(insert(storage, late)).rejects.toMatchObject({ name: 'Unavailable', reason: 'store' });
  other.exec('ROLLBACK');
  expect(await insert(storage)).toEqual(ok(undefined));
  expect(await storage.read.accounts.find(late.id)).toBeUndefined();
  expect(connections().writer).not.toBe(writer);
  expect(settings(connections().writer)).toEqual(SETTINGS);
});

it('the connection that reads cannot write', async () => {
  const { reader } = (await opened()).connections();
  expect(() => reader.prepare('DELETE FROM "WrappedKey"').run()).toThrow(/readonly/);
});

it('a read that meets a lock is made again, on the connection that waits for a moment', async () => {
  const { storage, connections } = await opened();
  const someone = await keepAccount(storage, 'Doc');
  const { writer } = connections();
  const prototype = Object.getPrototypeOf(writer.prepare('SELECT 1')) as Database.Statement;
  const { all } = prototype;
  const failing = vi.spyOn(prototype, 'all').mockImplementation(function (this: Database.Statement, ...given) {
    if (this.database === writer) throw new Database.SqliteError('database is locked', 'SQLITE_BUSY_RECOVERY');
    return all.apply(this, given);
  });
  onTestFinished(() => failing.mockRestore());
  expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
});

it("Prisma's client is loaded once for all who ask, and again where that failed", async () => {
  const client = {} as Client;
  const make = vi.fn(async () => client).mockRejectedValueOnce(new Error('EMFILE'));
  const { over } = sharedClient(make);
  const askTwice = () => Promise.all([over({}, async (loaded) => loaded), over({}, async (loaded) => loaded)]);
  await expect(askTwice()).rejects.toThrow('EMFILE');
  for (let times = 0; times < 2; times += 1) expect(await askTwice()).toEqual([client, client]);
  expect(make).toHaveBeenCalledTimes(2);
});

it('a store is not opened without a write-ahead log', async () => {
  const file = await migratedFile();
  const spy = vi.spyOn(Database.prototype, 'pragma').mockReturnValue('delete');
  onTestFinished(() => spy.mockRestore());
  await expect(openSqlite(file)).rejects.toThrow('its file system allows no write-ahead log');
});

it.each([
  ['', 'EACCES'],
  ['-wal', 'EPERM'],
  ['/..', 'EROFS'],
])(
  'a store whose files this user may not write is refused in a sentence that names what to give whom: %s',
  async (end, code) => {
    const file = fs.realpathSync(await migratedFile());
    const shut = end === '/..' ? dirname(file) : `${file}${end}`;
    const access = vi.spyOn(fs, 'accessSync').mockImplementation((path) => {
      if (path === shut) throw Object.assign(new Error('no'), { code });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      access.mockRestore();
      syncBuiltinESMExports();
    });
    const user = process.geteuid?.();
    expect(await refusalOf(openSqlite(file))).toBe(
      `The database ${file} cannot be opened: the user with id ${user}, also in a container, may not read and write ${shut}; give this user the folder and all files in it (chown ${user}).`,
    );
  },
);

it.each([
  ['SQLITE_CANTOPEN', 'name a SQLite file in DATABASE_URL'],
  ['SQLITE_FULL', 'make room on its disk'],
])('a store that cannot read is refused in one sentence, and leaves nothing open: %s', async (code, advice) => {
  const file = await migratedFile();
  onPrepare((text, { readonly }) => {
    if (readonly && text.endsWith('sqlite_master LIMIT 1')) throw new Database.SqliteError('lost', code);
    return text;
  });
  expect(await refusalOf(openSqlite(file))).toBe(`The database ${file} cannot be opened (lost); ${advice}.`);
  // Whoever closes last removes the log.
  expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
});

it('a unit of work whose transaction SQLite itself rolls back keeps nothing, and the next one is kept and read', async () => {
  const { file, storage } = await opened();
  const someone = await keepAccount(storage, 'Doc');
  openBeside(file).exec(`CREATE TRIGGER full AFTER INSERT ON Account WHEN NEW.role = 'Ast'
    BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`);
  const [before, next] = [account('Par'), account('Par')];
  const unit = storage.write(async ({ accounts }) => {
    await accounts.insert(credentials(before));
    return accounts.insert(credentials(account('Ast')));
  });
  await expect(unit).rejects.toThrow();
  expect(await storage.read.accounts.find(before.id)).toBeUndefined();
  expect(await storage.read.accounts.find(someone.id)).toEqual(someone);
  expect(await insert(storage, next)).toEqual(ok(undefined));
  expect(await storage.read.accounts.find(next.id)).toEqual(next);
});

describe('a SQLite file', () => {
  it('is waited for to switch to WAL mode, while another process holds its lock', async () => {
    const file = await migratedFile();
    const other = openBeside(file);
    other.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    const opening = openSqlite(file);
    await sleep(100);
    other.exec('COMMIT');
    await keepAccount(await opening, 'Par');
    expect(other.prepare('SELECT count(*) FROM Account').pluck().get()).toBe(1);
    expect(other.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  it('that is up to date is only read, even while another process writes', async () => {
    const file = await migratedFile();
    const before = readFileSync(file);
    openBeside(file).exec('BEGIN IMMEDIATE');
    expect(await applySqliteMigrations(file)).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that another process migrates is waited for, and migrated if that process did not do it', async () => {
    const file = scratchFile();
    const other = openBeside(file);
    other.exec('BEGIN EXCLUSIVE');
    const migrating = applySqliteMigrations(file);
    await sleep(100);
    other.close();
    expect(await migrating).not.toEqual([]);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
  });

  it('whose first writer died in its transaction is rolled back and migrated, also by a link', async () => {
    const file = scratchFile();
    const writer = openBeside(file);
    // With hardly any cache, uncommitted pages are in the file already.
    writer.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE notes (text TEXT)');
    for (let nth = 0; nth < 20; nth += 1) writer.exec('INSERT INTO notes VALUES (randomblob(4000))');
    const [left, link] = [scratchFile(), scratchFile()];
    for (const suffix of ['', '-journal']) copyFileSync(file + suffix, left + suffix);
    expect(readFileSync(left).length).toBeGreaterThan(0);
    symlinkSync(left, link);
    expect(await applySqliteMigrations(link)).not.toEqual([]);
  });

  it('refuses a migration that leaves references to missing rows', async () => {
    const { migrate, query } = await sqlitePlace('nothing');
    const dangling = `
      CREATE TABLE parent (id TEXT PRIMARY KEY);
      CREATE TABLE child (parent TEXT REFERENCES parent (id));
      INSERT INTO child VALUES ('nobody');`;
    const migrating = migrate(migrationsFolder(['20260101000000_one', dangling]));
    await expect(migrating).rejects.toThrow('A migration leaves references to what is not there.');
    expect(await query('SELECT name FROM sqlite_master')).toEqual([]);
  });

  it.each([
    ['that is no database', /not a database/, (file: string) => writeFileSync(file, 'Dear diary, '.repeat(500))],
    ['in a missing folder', /cannot be opened/, () => undefined, 'missing/health-case.db'],
    ['that is a folder', /is no file; name a SQLite file in DATABASE_URL\.$/, () => undefined, ''],
  ])('%s is refused in one sentence, and nothing is changed', async (_, sentence, make, path = 'health-case.db') => {
    const folder = scratchFolder();
    const file = join(folder, path);
    make(file);
    const before = readdirSync(folder);
    const message = await refusalOf(openSqlite(file));
    expect(message).toMatch(sentence);
    expect(message.split(file)).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(before);
  });
});

it('the log stays when the connection that writes closes after a failure, as the reader has it open', async () => {
  const file = await migratedFile();
  const transactions = await openSqliteTransactions(file, 1000);
  onTestFinished(transactions.close);
  const reader = await openReader(file);
  onTestFinished(reader.close);
  const failing = transactions.transaction(() => Promise.reject(new Error('the disk failed')));
  await expect(failing).rejects.toThrow('the disk failed');
  expect(existsSync(`${file}-wal`)).toBe(true);
});

/** In a thread, which has loaded nothing: opens a store, and says whether the client was loaded when it is ready. */
const OPENS = `
  import { registerHooks } from 'node:module';
  import { parentPort, workerData } from 'node:worker_threads';
  const { client, storage, keyring, file } = workerData;
  let loaded = 0;
  registerHooks({
    load(url, context, next) {
      if (url === client) loaded += 1;
      return next(url, context);
    },
  });
  const { openSqliteStorage } = await import(storage);
  const { createAesGcmKeyring } = await import(keyring);
  const { ready, close } = await openSqliteStorage({ file, keyring: createAesGcmKeyring(async () => new Uint8Array(32)) });
  await ready();
  parentPort.postMessage(loaded);
  await close();`;

it("Prisma's client is loaded before a store is ready, so that no call waits for it", async () => {
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(OPENS)}`), {
    workerData: {
      client: import.meta.resolve('../src/generated/sqlite/client.ts'),
      storage: import.meta.resolve('../src/sqlite/storage.ts'),
      keyring: import.meta.resolve('@health-case/node-platform/aes-gcm-keyring'),
      file: scratchFile(),
    },
  });
  const ended = once(thread, 'exit');
  expect(await once(thread, 'message')).toEqual([1]);
  await ended;
});
