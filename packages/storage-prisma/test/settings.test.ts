import { inspect } from 'node:util';
import { account, child, hash } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { AccountId, Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../src/client.ts';
import { openReader, openWriter, type SqliteConnection } from '../src/sqlite/connection.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const closing = ({ prisma, close }: SqliteConnection): Promise<Client> => {
  onTestFinished(close);
  return prisma();
};

/** The one value that a pragma answers. */
const pragma = async (client: Client, name: string): Promise<unknown> => {
  const [row] = await client.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`);
  const value = Object.values(row ?? {})[0];
  return typeof value === 'bigint' ? Number(value) : value;
};

const newAccount = () => {
  const { registeredAt, ...person } = account('Par');
  return { ...person, registeredAt: new Date(registeredAt), passwordHash: 'hash' };
};

describe('the connection that writes', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1],
  ])('has %s = %s', async (name, value) => {
    expect(await pragma(await closing(await openWriter(await migratedFile())), name)).toBe(value);
  });

  it('is none where there can be no write-ahead log', async () => {
    await expect(openWriter(':memory:')).rejects.toThrow('its file system allows no write-ahead log');
  });

  it('never waits inside SQLite, where the whole process would wait with it', async () => {
    expect(await pragma(await closing(await openWriter(await migratedFile())), 'busy_timeout')).toBe(0);
  });
});

describe('the connection that reads', () => {
  it('cannot write, whoever asks it to', async () => {
    const file = await migratedFile();
    await closing(await openWriter(file));
    const reader = await closing(await openReader(file));
    const person = newAccount();
    await expect(reader.account.create({ data: person })).rejects.toThrow();
    await expect(reader.$executeRawUnsafe('DELETE FROM WrappedKey')).rejects.toThrow(/readonly/);
    expect(await reader.account.count()).toBe(0);
    expect(await reader.wrappedKey.count()).toBe(2);
  });

  it('sees what the other connection has committed', async () => {
    const file = await migratedFile();
    const writer = await closing(await openWriter(file));
    const reader = await closing(await openReader(file));
    expect(await reader.account.count()).toBe(0);
    await writer.account.create({ data: newAccount() });
    expect(await reader.account.count()).toBe(1);
  });
});

describe('what the database refuses', () => {
  const faultOf = async (work: (stores: Stores) => Promise<Result<unknown, unknown>>): Promise<unknown> =>
    (await openSqlite(await migratedFile())).write(work).catch((error) => error);

  it.each([
    [
      'a row that refers to nothing',
      ({ children }: Stores) => children.insert(child('no-such-parent' as AccountId, '756.1234.5678.97')),
    ],
    [
      'a value that its column cannot hold',
      ({ accounts }: Stores) =>
        accounts.insert({
          account: account('Par', { registeredAt: Number.NaN as Instant }),
          passwordHash: hash('$2b$'),
        }),
    ],
  ])('is a fault, not an outage, and the fault quotes no values: %s', async (_, work) => {
    const fault = await faultOf(work);
    expect(fault).toBeInstanceOf(Error);
    expect(fault).not.toBeInstanceOf(Unavailable);
    const told = inspect(fault, { depth: 9, showHidden: true });
    for (const value of [
      'Mia',
      'Jansen',
      'Neil',
      '01900000',
      'example.org',
      '$2b$',
      'no-such-parent',
      '756.1234.5678.97',
    ]) {
      expect(told).not.toContain(value);
    }
  });
});

describe('the file of a store in use', () => {
  it('stays in WAL mode for every other program that opens it', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    await storage.write(({ accounts }) => accounts.insert({ account: account('Par'), passwordHash: hash('hash') }));
    expect(openBeside(file).pragma('journal_mode', { simple: true })).toBe('wal');
  });
});
