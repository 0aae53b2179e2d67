import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import {
  account,
  at,
  auditRecord,
  child,
  credentials,
  hash,
  keep,
  keepAccount,
  keepRecords,
  nextId,
} from '@health-case/domain/contracts/storage/samples';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { SocSecNum } from '@health-case/domain/model/child';
import type { AccountId } from '@health-case/domain/model/values';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { insertRows, keyring, migratedFile, openBeside, openSqlite, PLACES } from './support/stores.ts';

const NUMBERS = ['756.1234.5678.97', 'AB 12-34/ß7 XYZ', '019283746501'] as SocSecNum[];

const keepChildren = async (storage: Storage) => {
  const parent = await keepAccount(storage, 'Par');
  const children = NUMBERS.map((number) => child(number));
  for (const kept of children) await keep(storage, (stores) => stores.children.insert(kept, parent.id));
  return children;
};

/** The keyring of a service with some of its methods changed, for every store. */
const changed = (change: (made: Keyring) => Partial<Keyring>, made: Keyring = keyring()): Keyring => ({
  ...made,
  ...change(made),
  boundTo: (store) => changed(change, made.boundTo(store)),
});

describe('what is encrypted', () => {
  it('stays secret from another secret key, which is refused in one sentence and harms nothing', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const children = await keepChildren(storage);
    await storage.close();
    const opening = openSqlite(file, { keyring: keyring(8) });
    await expect(opening).rejects.toThrow(/^The secret key does not fit the data: [^\n]+\.$/);
    // SQLite removes what lies beside a file once nobody has it open.
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    const reopened = await openSqlite(file);
    for (const kept of children) expect(await reopened.read.children.record(kept.id)).toEqual(kept);
  });

  it('is encrypted with the key that was added last, also if its id sorts before the others', async () => {
    const UUID_LENGTH = 36;
    const storage = await openSqlite(await migratedFile(), {
      keyring: changed(({ createNext, unlock }) => ({
        createNext: (purpose) => createNext(purpose).then((key) => ({ ...key, id: `0${key.id}` })),
        unlock: (keys) => unlock(keys.map((key) => ({ ...key, id: key.id.slice(-UUID_LENGTH) }))),
      })),
    });
    const children = await keepChildren(storage);
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    const reencrypt = () => keep(storage, (stores) => stores.texts.reencrypt('Child', { after: undefined, size: 100 }));
    expect([(await reencrypt()).encrypted, (await reencrypt()).encrypted]).toEqual([children.length, 0]);
  });
});

describe('a store is not opened', () => {
  it.each(PLACES)(
    'on $provider with the audit trail and the keys of another store of the same secret key',
    async ({ openPlace }) => {
      const [place, other] = [await openPlace('nothing'), await openPlace('nothing')];
      for (const { open } of [place, other]) {
        const storage = await open();
        await keepRecords(storage, auditRecord());
        expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 1 });
        await storage.close();
      }
      for (const table of ['WrappedKey', 'AuditRecord', 'AuditEnd', 'AuditSource']) {
        await place.query(`DELETE FROM "${table}"`);
        await insertRows(place.query, table, await other.query(`SELECT * FROM "${table}"`));
      }
      await expect(place.open()).rejects.toThrow(/has keys of another database/);
      await other.open();
    },
  );

  it('with a key of an unknown purpose: that is a fault', async () => {
    const file = await migratedFile();
    openBeside(file).exec(`UPDATE WrappedKey SET purpose = 'decoration' WHERE purpose = 'seal'`);
    const fault = new Fault('The store holds a key for an unknown purpose: decoration.');
    await expect(openSqlite(file)).rejects.toThrow(fault);
  });

  it('without the room to make its keys: that is an outage', async () => {
    const file = await migratedFile();
    openBeside(file).exec('DELETE FROM WrappedKey');
    const full = Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', syscall: 'write' });
    const opening = openSqlite(file, { keyring: changed(() => ({ create: () => Promise.reject(full) })) });
    const outage = new Unavailable('store', 'The store failed (ENOSPC).', { retryAfterSeconds: 1 });
    await expect(opening).rejects.toThrow(outage);
  });
});

/** What the database refuses, with its code: in a statement whose answer is not awaited, and in others. */
const REFUSED = [
  [
    'a row twice',
    { SQLite: 'SQLITE_CONSTRAINT_PRIMARYKEY', PostgreSQL: '23505' },
    async ({ accounts, sessions }: Stores) => {
      const person = account('Par');
      const session = { digest: nextId<never>(), accountId: person.id, startedAt: at(1), lastUsedAt: at(1) };
      await accounts.insert(credentials(person));
      for (const twice of [session, session]) await sessions.insert(twice);
    },
  ],
  [
    'a row that refers to nothing',
    { SQLite: 'SQLITE_CONSTRAINT_FOREIGNKEY', PostgreSQL: '23503' },
    ({ sessions }: Stores) =>
      sessions.insert({
        digest: nextId(),
        accountId: 'no-such-parent' as AccountId,
        startedAt: at(1),
        lastUsedAt: at(1),
      }),
  ],
  [
    'a value that its column cannot hold',
    { SQLite: 'SQLITE_CONSTRAINT_NOTNULL', PostgreSQL: '23502' },
    async ({ accounts, children }: Stores) => {
      const parent = account('Par');
      await accounts.insert(credentials(parent));
      await children.insert({ ...child('756.1234.5678.97'), firstName: null as never }, parent.id);
    },
  ],
  [
    'a value that is refused before it is sent',
    { SQLite: 'PrismaClientValidationError', PostgreSQL: 'PrismaClientValidationError' },
    ({ accounts }: Stores) =>
      accounts.insert({ account: account('Par', { firstName: null as never }), passwordHash: hash('$2b$') }),
  ],
] as const;

describe.each(PLACES)('what $provider refuses is a fault that quotes no values', ({ provider, openPlace }) => {
  it.each(REFUSED)('%s', async (_, codes, work) => {
    const storage = await (await openPlace()).open();
    const fault: unknown = await keep<unknown>(storage, work).catch((error) => error);
    expect(fault).toEqual(new Fault(`The store refused what it was told to keep (${codes[provider]}).`));
    const shown = inspect(fault, { depth: 9, showHidden: true });
    const secrets = ['Mia', 'Jansen', 'Neil', '01900000', 'example.org', '$2b$', 'no-such-parent', '756.1234.5678.97'];
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  });
});
