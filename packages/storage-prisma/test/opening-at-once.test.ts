import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { ChildId } from '@health-case/domain/model/values';
import { openSealedStorage } from '@health-case/domain/sealed-storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMigrations } from '../src/migrations.ts';
import { tablesOf } from '../src/prisma-storage.ts';
import { openReader } from '../src/sqlite/connection.ts';
import { SQLITE_MIGRATIONS } from '../src/sqlite/storage.ts';
import { openSqliteTransactions } from '../src/sqlite/transactions.ts';
import { keyring } from './support/keyring.ts';
import { finished, start } from './support/programs.ts';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/sqlite.ts';

const PROGRAM = new URL('support/open-at-program.ts', import.meta.url);

const appliedIn = (file: string) =>
  openBeside(file).prepare('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name').pluck().all();
const migrations = async () => (await readMigrations(SQLITE_MIGRATIONS)).map(({ name }) => name);

describe('a file whose lock another process holds while it is opened', () => {
  it('is waited for to switch to the write-ahead log', async () => {
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

  it('is waited for, also where nobody may even read meanwhile', async () => {
    const file = await migratedFile();
    const other = openBeside(file);
    other.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    const opening = openSqliteTransactions({ file, lockTimeout: 5000 });
    await sleep(100);
    other.exec('COMMIT');
    await (await opening).close();
  });

  it('is waited for to make keys, and the keys that the other made meanwhile are used', async () => {
    const file = await migratedFile();
    const transactions = await openSqliteTransactions({ file, lockTimeout: 5000 });
    const reader = await openReader(file);
    onTestFinished(async () => {
      await Promise.all([transactions.close(), reader.close()]);
    });
    const other = openBeside(file);
    other.exec('CREATE TEMP TABLE made AS SELECT * FROM WrappedKey; DELETE FROM WrappedKey; BEGIN IMMEDIATE');
    const opening = openSealedStorage(
      {
        tables: tablesOf(reader),
        transaction: (work) => transactions.transaction((connection) => work(tablesOf(connection))),
      },
      keyring(),
    );
    await sleep(100);
    other.exec('INSERT INTO WrappedKey SELECT * FROM made; COMMIT');
    await opening;
    const keys = (table: string) => other.prepare(`SELECT * FROM ${table} ORDER BY id`).all();
    expect(keys('WrappedKey')).toEqual(keys('made'));
  });
});

describe('a new file that is opened several times at once', () => {
  it('is migrated once, and all of one process can work with it', async () => {
    const file = scratchFile();
    const storages = await Promise.all([1, 2, 3].map(() => openSqlite(file)));
    for (const storage of storages) await keepAccount(storage, 'Par');
    expect(appliedIn(file)).toEqual(await migrations());
    expect(openBeside(file).prepare('SELECT count(*) FROM Account').pluck().get()).toBe(3);
  });

  it('is migrated once by processes that start together, and each reads what the others sealed', async () => {
    const file = scratchFile();
    const moment = Date.now() + 600;
    const processes = [1, 2, 3].map(() => {
      const childId = randomUUID() as ChildId;
      return { childId, process: start(PROGRAM, file, String(moment), randomUUID(), childId) };
    });
    const ends = await Promise.all(processes.map(({ process }) => finished(process)));
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(appliedIn(file)).toEqual(await migrations());
    const storage = await openSqlite(file);
    for (const { childId } of processes) {
      expect((await storage.read.children.record(childId))?.socSecNum).toBe('756.1234');
    }
    expect(readdirSync(dirname(file)).filter((name) => !/\.db(-wal|-shm)?$/.test(name))).toEqual([]);
  });
});
