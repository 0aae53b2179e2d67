import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Fault, Unavailable } from '@health-case/domain/errors';
import { comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/child';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { keyring } from './support/keyring.ts';
import { connectBeside, connectionsBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const NUMBERS = ['756.1234.5678.97', 'AB 12-34/ß7 XYZ', '019283746501'] as SocSecNum[];

type Place = {
  readonly open: (given?: Keyring) => Promise<Storage>;
  /** Every byte that the store has on disk. */
  readonly bytes: () => Promise<Buffer>;
  /** Checks that no connection is left. */
  readonly abandoned: () => Promise<void>;
};

const sqlite = async (): Promise<Place> => {
  const file = await migratedFile();
  const names = () => readdirSync(dirname(file));
  return {
    open: (given = keyring()) => openSqlite(file, { keyring: given }),
    bytes: async () => Buffer.concat(names().map((name) => readFileSync(join(dirname(file), name)))),
    // SQLite removes what lies beside a file once nobody has it open.
    abandoned: async () => expect(names()).toEqual(['health-case.db']),
  };
};

const postgres = async (): Promise<Place> => {
  const url = await migratedDatabase();
  const beside = await connectBeside(url);
  const { rows } = await beside.query<{ since: string }>('SELECT pg_current_wal_lsn()::text AS since');
  return {
    open: (given = keyring()) => openPostgres(url, { keyring: given }),
    bytes: async () => {
      await beside.query('CHECKPOINT');
      const { rows: files } = await beside.query<{ bytes: Buffer }>(`
        SELECT pg_read_binary_file(pg_relation_filepath(oid::regclass)) AS bytes FROM pg_class
        WHERE relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace)
          AND pg_relation_filepath(oid::regclass) IS NOT NULL`);
      const { rows: log } = await beside.query<{ bytes: Buffer }>(
        `SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'
           AND name BETWEEN pg_walfile_name($1::pg_lsn) AND pg_walfile_name(pg_current_wal_lsn())`,
        [rows[0]?.since],
      );
      expect(Math.min(files.length, log.length)).toBeGreaterThan(0);
      return Buffer.concat([...files, ...log].map(({ bytes }) => bytes));
    },
    abandoned: () => expect.poll(() => connectionsBeside(beside)).toBe(0),
  };
};

const keepChildren = async (storage: Storage) => {
  const parent = await keepAccount(storage, 'Par');
  const children = NUMBERS.map((number) => child(parent.id, number));
  for (const kept of children) await keep(storage, (stores) => stores.children.insert(kept));
  return children;
};

/** A text, and the ways in which bytes are written down as text without hiding them. */
const formsOf = (clear: string | Buffer): readonly (string | Buffer)[] => [
  clear,
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(clear).toString(encoding)),
];

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('social security numbers in %s (D-14)', (_, at) => {
  it.each(['in use', 'closed'])(
    'are nowhere on the disk of a store that is %s, in no form and not hashed',
    async (state) => {
      const place = await at();
      const storage = await place.open();
      const children = await keepChildren(storage);
      if (state === 'closed') await storage.close();
      const bytes = await place.bytes();
      for (const { firstName } of children) expect(bytes.includes(firstName)).toBe(true);
      for (const number of NUMBERS) {
        const digests = [number, comparableSocSecNum(number)].map((text) => createHash('sha256').update(text).digest());
        const clear = [number, number.toLowerCase(), comparableSocSecNum(number), ...digests];
        for (const form of clear.flatMap(formsOf)) expect(bytes.includes(form)).toBe(false);
      }
    },
  );

  it('stay secret from another secret key, which is refused in one sentence and harms nothing', async () => {
    const place = await at();
    const storage = await place.open();
    const children = await keepChildren(storage);
    await storage.close();
    await expect(place.open(keyring(8))).rejects.toThrow(/^The secret key does not fit the data: [^\n]+\.$/);
    await place.abandoned();
    const reopened = await place.open();
    for (const kept of children) expect(await reopened.read.children.record(kept.id)).toEqual(kept);
  });

  it('are encrypted with the key that was added last, also if its id sorts before the others', async () => {
    const { create, createNext, unlock } = keyring();
    const UUID_LENGTH = 36;
    const place = await at();
    const storage = await place.open({
      create,
      createNext: () => createNext().then((key) => ({ ...key, id: `0${key.id}` })),
      unlock: (keys) => unlock(keys.map((key) => ({ ...key, id: key.id.slice(-UUID_LENGTH) }))),
    });
    const children = await keepChildren(storage);
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    const reencrypt = () => keep(storage, (stores) => stores.children.reencrypt({ after: undefined, size: 100 }));
    expect([(await reencrypt()).sealed, (await reencrypt()).sealed]).toEqual([children.length, 0]);
  });
});

describe('a store is not opened', () => {
  it('with a key of an unknown purpose: that is a fault', async () => {
    const file = await migratedFile();
    openBeside(file).exec(`UPDATE WrappedKey SET purpose = 'decoration' WHERE purpose = 'seal'`);
    await expect(openSqlite(file)).rejects.toThrow(
      new Fault('The store holds a key for an unknown purpose: decoration.'),
    );
  });

  it('without the room to make its keys: that is an outage', async () => {
    const file = await migratedFile();
    openBeside(file).exec('DELETE FROM WrappedKey');
    const full = Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', syscall: 'write' });
    const opening = openSqlite(file, { keyring: { ...keyring(), create: () => Promise.reject(full) } });
    await expect(opening).rejects.toThrow(
      new Unavailable('store', 'The store failed (ENOSPC).', { retryAfterSeconds: 1 }),
    );
  });
});
