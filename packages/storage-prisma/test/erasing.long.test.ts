import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { account, at, keep, keepAccount, mailOf } from '@health-case/domain/contracts/storage/samples';
import { OperatorError, Unavailable } from '@health-case/domain/errors';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { Passkey, PasskeyId } from '@health-case/domain/model/passkey';
import type { PasskeyName } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freshName } from '../testing/administer.ts';
import { startTestServer } from '../testing/postgres-databases.ts';
import type { PostgresServer } from '../testing/postgres-server.ts';
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

type Left = (words: readonly string[]) => Promise<readonly string[]>;

/** Erases one child among others, of which `left` finds the words, and expects that none of them is left. */
const expectErased = async ({ query }: Place, storage: Storage, filled: () => Promise<unknown>, left: Left) => {
  const { id, clear, former, encrypted } = await keepMarkedAmongOthers(storage);
  const [row] = await query(SEALED, id);
  clear.push(String(row?.['number']).split('.')[1] as string);
  await filled();
  // Number, titles, reasons and statements are nowhere in the clear to begin with.
  expect(await left([...clear, ...encrypted])).toEqual(clear);
  expect(await keep(storage, ({ children }) => children.erase(id))).toBe(true);
  await storage.scrub('child');
  expect(await left([...clear, ...former, ...encrypted])).toEqual([]);
};

/** The same for an account, all that is kept of it, and what was changed in it. */
const expectAccountErased = async (storage: Storage, left: Left) => {
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
  expect(await left(written)).toEqual(written);
  await keep(storage, ({ accounts }) => accounts.erase(accountId, at(9)));
  await storage.scrub('account');
  expect(await left(written)).toEqual([]);
};

const why = (reason: string) =>
  `What was erased is gone from the tables, but is still in the files of the store: ${reason}.`;

describe('after a child or an account was erased from SQLite', () => {
  it('no file of the store holds a word of it, after a checkpoint and at once', async () => {
    const place = await sqlitePlace();
    const storage = await place.open();
    const left: Left = async (words) => {
      const all = bytesOf(place.database);
      return words.filter((word) => all.includes(word));
    };
    await expectErased(place, storage, async () => openBeside(place.database).pragma('wal_checkpoint(TRUNCATE)'), left);
    await expectAccountErased(storage, left);
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

describe('after a child or an account was erased from PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // Without the autovacuum nothing else clears, or is in the way.
    server = await startTestServer({ autovacuum: 'off', wal_level: 'logical', max_prepared_transactions: '2' });
    return () => server.remove();
  });

  /** Every file to which the server has written since, but those of the write-ahead log. */
  const filesSince = (moment: number): readonly string[] =>
    readdirSync(server.data, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.startsWith(join(server.data, 'pg_wal')) && statSync(file).mtimeMs >= moment);

  it('no file but the write-ahead log holds a word of it, in rows or statistics', async () => {
    const place = await postgresPlace('nothing', server.url);
    const storage = await place.open();
    const begun = Date.now() - 1000;
    const left: Left = async (words) => {
      await place.query('CHECKPOINT');
      const files = filesSince(begun).map((file) => readFileSync(file));
      return words.filter((word) => files.some((bytes) => bytes.includes(word)));
    };
    await expectErased(place, storage, () => place.query('ANALYZE'), left);
    await expectAccountErased(storage, left);
  });

  const PREPARE = `BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION 'left\x1b'`;
  const SLOT = `SELECT pg_create_logical_replication_slot('archive', 'pgoutput')`;
  const session = /^the session \d+ of postgres \(report\), with a transaction open since [\d-]+T[\d:]+Z,$/;
  const HOLDERS = [
    ['BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1', 'COMMIT', session],
    ['BEGIN; SELECT pg_current_xact_id()', 'COMMIT', session],
    ['BEGIN; SELECT * FROM "Task"', 'COMMIT', session],
    [PREPARE, `ROLLBACK PREPARED 'left\x1b'`, /^the prepared transaction left\uFFFD, with .*,$/],
    [SLOT, `SELECT pg_drop_replication_slot('archive')`, /^the replication slot archive$/],
  ] as const;
  it('clearing is kept from nothing but who sees the rows still, has written, or holds a lock, and is done afterwards', async () => {
    const [patient, other] = [await openPostgres(server.url), await connectBeside(server.url)];
    const storage = await openPostgres(server.url, { bounds: { ...PATIENT, clearing: 0 } });
    await other.query(`SET application_name = 'report'`);
    for (const [begin, end, who] of HOLDERS) {
      await other.query(begin);
      await keepAccount(storage, 'Par');
      const refused: unknown = await storage.scrub('child').catch((error) => error);
      expect(refused, begin).toBeInstanceOf(Unavailable);
      const { message } = refused as Unavailable;
      expect(/: (.*) keeps the table \w+ from being rewritten\.$/.exec(message)?.[1]).toMatch(who);
      await other.query(end);
      await patient.scrub('child');
    }
  });

  it('a role that does not own the tables is told who may clear them', async () => {
    const url = new URL(server.url);
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
