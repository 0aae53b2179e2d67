import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, at, keep, keepAccount, mailOf } from '@health-case/domain/contracts/storage/samples';
import { OperatorError, Unavailable } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import type { PasskeyName } from '@health-case/domain/model/values';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { administer, databaseAt, freshName } from '../testing/administer.ts';
import { type PostgresServer, startPostgresServer } from '../testing/postgres-server.ts';
import { keepMarkedAmongOthers, unique } from './support/marked-child.ts';
import {
  bytesOf,
  connectBeside,
  migratedFile,
  openBeside,
  openPostgres,
  openSqlite,
  PATIENT,
  type Place,
  postgresPlace,
  sqlitePlace,
} from './support/stores.ts';

const SEALED = 'SELECT "socSecNum" AS number FROM "Child" WHERE "id" = $1';

/** Erases a child of 61 in files that hold its words, and expects that none of them is left. */
const expectErased = async ({ open, query }: Place, filled: () => Promise<unknown>, bytes: () => Promise<Buffer>) => {
  const storage = await open();
  const { id, clear, former, sealed } = await keepMarkedAmongOthers(storage);
  const [row] = await query(SEALED, id);
  clear.push(String(row?.['number']).split('.')[1] as string);
  const left = async (words: readonly string[]) => {
    const all = await bytes();
    return words.filter((word) => all.includes(word));
  };
  await filled();
  // Number, titles, reasons and statements are nowhere in the clear to begin with.
  expect(await left([...clear, ...sealed])).toEqual(clear);
  expect(await keep(storage, ({ children }) => children.erase(id))).toBe(true);
  await storage.scrub('child');
  expect(await left([...clear, ...former, ...sealed])).toEqual([]);
};

/** The same for an account, all that is kept of it, and what was changed in it. */
const expectAccountErased = async ({ open }: Place, bytes: () => Promise<Buffer>) => {
  const storage = await open();
  const written: string[] = [];
  const word = <Text extends string>(): Text => written[written.push(unique()) - 1] as Text;
  const person = account('Doc', { firstName: word(), lastName: word(), email: word() });
  const { id: accountId } = person;
  await keep(storage, ({ accounts }) => accounts.insert({ account: person, passwordHash: word() }));
  await keep(storage, async ({ accounts, accountCodes, mails, passkeys }) => {
    await accounts.setProfile(accountId, { ...person, firstName: word() });
    await accounts.setEmail(accountId, word(), at(9));
    await accountCodes.save({ digest: word(), accountId, expiresAt: at(9), purpose: 'address', email: word() });
    await mails.insert(mailOf({ accountId, to: word<EmailAddress>() }));
    const passkey = { id: word<PasskeyId>(), name: word<PasskeyName>(), publicKey: word<Passkey['publicKey']>() };
    await passkeys.insert({ ...passkey, accountId, counter: 0, createdAt: at(1), lastUsedAt: undefined });
  });
  const left = async () => {
    const all = await bytes();
    return written.filter((text) => all.includes(text));
  };
  expect(await left()).toEqual(written);
  await keep(storage, ({ accounts }) => accounts.erase(accountId, at(9)));
  await storage.scrub('account');
  expect(await left()).toEqual([]);
};

const why = (reason: string) =>
  `What was erased is gone from the tables, but is still in the files of the store: ${reason}.`;

describe('after a child was erased from SQLite', () => {
  it.each([
    ['at once', () => undefined],
    ['after a checkpoint', (file: string) => openBeside(file).pragma('wal_checkpoint(TRUNCATE)')],
  ])('no file of the store holds a word of it: %s', async (_, meanwhile) => {
    const place = await sqlitePlace();
    await expectErased(
      place,
      async () => meanwhile(place.database),
      async () => bytesOf(place.database),
    );
  });

  it('no file of the store holds a word of an account that was erased', async () => {
    const place = await sqlitePlace();
    await expectAccountErased(place, async () => bytesOf(place.database));
  });

  it('clearing waits for readers, and fails with a reason if that takes too long', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file, { lockTimeout: 100 });
    const reader = openBeside(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM Account').get();
    await keepAccount(storage, 'Par');
    await expect(storage.scrub('child')).rejects.toThrow(
      new Unavailable('store', why('another process uses its journal'), { retryAfterSeconds: 1 }),
    );
    const clearing = storage.scrub('child');
    reader.exec('COMMIT');
    await clearing;
    expect(readFileSync(`${file}-wal`)).toHaveLength(0);
  });
});

/** Every file in a folder, at any depth, but those of the write-ahead log. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(folder, 'pg_wal')));

const bytesOfServer = async ({ query }: Place) => {
  const [settings] = await query('SHOW data_directory');
  return async () => {
    await query('CHECKPOINT');
    return Buffer.concat(filesIn(String(settings?.['data_directory'])).map((file) => readFileSync(file)));
  };
};

describe('after a child was erased from PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // Without the autovacuum nothing else clears, or is in the way.
    server = await startPostgresServer({ autovacuum: 'off', wal_level: 'logical', max_prepared_transactions: '2' });
  });
  afterAll(() => server.remove());

  const makeDatabase = async () => {
    const name = freshName();
    await administer(server.url, `CREATE DATABASE ${name}`);
    return databaseAt(server.url, name);
  };

  it('no file but the write-ahead log holds a word of it, in rows or statistics', async () => {
    const place = await postgresPlace('nothing', await makeDatabase());
    const bytes = await bytesOfServer(place);
    await expectErased(place, () => place.query('ANALYZE'), bytes);
    await expectAccountErased(place, bytes);
  });

  const PREPARE = `BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION 'left\x1b'`;
  const SLOT = `SELECT pg_create_logical_replication_slot('archive', 'pgoutput')`;
  const session = /^the session \d+ of postgres \(report\), with a transaction open since [\d-]+T[\d:]+Z,$/;
  it.each([
    ['sees the rows still', 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1', 'COMMIT', session],
    ['has written', 'BEGIN; SELECT pg_current_xact_id()', 'COMMIT', session],
    ['holds a lock', 'BEGIN; SELECT * FROM "Task"', 'COMMIT', session],
    ['is prepared', PREPARE, `ROLLBACK PREPARED 'left\x1b'`, /^the prepared transaction left\uFFFD, with .*,$/],
    ['is a replication slot', SLOT, `SELECT pg_drop_replication_slot('archive')`, /^the replication slot archive$/],
  ])(
    'clearing is kept from nothing but what it names, and is done once that has ended: %s',
    async (_, begin, end, who) => {
      const url = await makeDatabase();
      const storage = await openPostgres(url, { bounds: { ...PATIENT, clearing: 0 } });
      const other = await connectBeside(url);
      await other.query(`SET application_name = 'report'`);
      await other.query(begin);
      await keepAccount(storage, 'Par');
      const refused: unknown = await storage.scrub('child').catch((error) => error);
      expect(refused).toBeInstanceOf(Unavailable);
      const [, name] =
        /: (.*) keeps the table \w+ from being rewritten\.$/.exec((refused as Unavailable).message) ?? [];
      expect(name).toMatch(who);
      await other.query(end);
      await (await openPostgres(url)).scrub('child');
    },
  );

  it('a role that does not own the tables is told who may clear them', async () => {
    const url = new URL(await makeDatabase());
    const owner = await openPostgres(url.href);
    const beside = await connectBeside(url.href);
    url.username = freshName();
    await beside.query(
      `CREATE ROLE ${url.username} LOGIN; GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA public TO ${url.username}`,
    );
    onTestFinished(async () => void (await beside.query(`DROP OWNED BY ${url.username}; DROP ROLE ${url.username}`)));
    const storage = await openPostgres(url.href, { migrating: { waiting: () => undefined } });
    await expect(storage.scrub('child')).rejects.toThrow(
      new OperatorError(
        why(
          `the role ${url.username} may not rewrite the table Certificate; repeat the command as the owner of the database and its tables`,
        ),
      ),
    );
    await owner.scrub('child');
  });
});
