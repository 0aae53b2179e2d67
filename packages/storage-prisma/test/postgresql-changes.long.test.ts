import { auditRecord, child } from '@health-case/domain/contracts/storage/samples';
import type { AccountId } from '@health-case/domain/model/values';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client, Connection } from '../src/access.ts';
import { createCallTime } from '../src/call-time.ts';
import { createEncryption } from '../src/encryption.ts';
import { BOUNDS, createHosts } from '../src/postgresql/host-client.ts';
import { openPostgresTransactions } from '../src/postgresql/transactions.ts';
import { CHANGE, lock, race } from '../src/statement.ts';
import { auditTable, SET_SOURCE } from '../src/stores/audit.ts';
import { childStore } from '../src/stores/child.ts';
import { BREACHES, type Breach, openBreakingProxy, type Request } from '../testing/breaking-proxy.ts';
import { createTestDatabase } from '../testing/postgres-databases.ts';
import { EMPTY } from './support/postgres-contract.ts';
import { onSend, openClient, type Place, postgresPlaceOf } from './support/stores.ts';

const NEVER = new Date(0);
const rowOf = (key: string) => ({ key, count: 1, notBefore: NEVER, forgottenAt: NEVER, underWay: '' });
const insert = (key: string) => (client: Client) => client.throttled.create({ data: rowOf(key) });

const ADD = 'UPDATE "Throttled" SET "count" = "count" + 1 WHERE "key" = $1';

const ONES = lock<[count: number]>('Changes of it wait.').sql`
  SELECT 1 FROM "Throttled" WHERE "key" = 'one' AND "count" = $1${CHANGE}`;
const REMOVED = race<[key: string]>('What is removed is counted.').sql`
  DELETE FROM "Throttled" WHERE "key" = $1 RETURNING 1`;

/** More values than one statement takes. */
const insertMany = (client: Client) =>
  client.throttled.createMany({ data: Array.from({ length: 7000 }, (_, nth) => rowOf(`${nth}`)) });

let place: Place;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  const beside = await openClient(url);
  place = postgresPlaceOf(url, beside);
  return async () => {
    await beside.end();
    await drop();
  };
});
/** Connections that a test has broken may still hold their locks. */
const END_OTHERS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Units of work on one connection, through a proxy that breaks what it is told to, and what was sent. */
const opened = async (breachOf: (request: Request, nth: number) => Breach | undefined = () => undefined) => {
  const { database, query } = place;
  await query(`${END_OTHERS};${EMPTY}`);
  const sent: string[] = [];
  let isListening = false;
  const proxy = await openBreakingProxy(database, (request) => {
    if (!isListening || request.text === '') return undefined;
    sent.push(request.text.replace(/^(\w+)( INTO)?.*$/s, '$1'));
    return breachOf(request, sent.length);
  });
  onTestFinished(proxy.close);
  const bounds = { ...BOUNDS, writers: 1 };
  const hosts = createHosts(proxy.url, bounds);
  const transactions = openPostgresTransactions(hosts, bounds, createCallTime());
  onTestFinished(transactions.close);
  const { transaction } = transactions;
  const commit = (work: (connection: Connection) => Promise<unknown>) =>
    transaction(async (connection) => ({ result: await work(connection), commit: true }));
  // Loads Prisma's client.
  await commit(({ read }) => read((client) => client.throttled.findMany()));
  isListening = true;
  const keys = async () => (await query('SELECT "key" FROM "Throttled" ORDER BY "key"')).map(({ key }) => key);
  return { transaction, commit, keys, sent, query };
};

it('a change by Prisma whose result nobody needs is sent, and not awaited, and neither is what is read after it', async () => {
  const { commit, keys, sent, query } = await opened();
  await query('BEGIN; LOCK TABLE "Throttled"');
  let released = false;
  const unit = commit(async ({ write, read, driver }) => {
    await write(insert('one'));
    await write((client) => client.throttled.deleteMany({ where: { key: 'none' } }));
    await driver.write('DELETE FROM "Throttled" WHERE "key" = $1', ['neither']);
    const found = read((client) => client.throttled.findMany());
    await expect.poll(() => sent).toEqual(['BEGIN', 'INSERT', 'DELETE', 'DELETE', 'SELECT']);
    expect(released).toBe(false);
    released = true;
    await query('COMMIT');
    return (await found).map(({ key }) => key);
  });
  expect(await unit).toEqual(['one']);
  expect(await keys()).toEqual(['one']);
});

it('COMMIT overtakes no change that was begun, in SQL and by Prisma', async () => {
  const { commit, keys, sent } = await opened();
  const begun: Promise<unknown>[] = [];
  await commit(async ({ write, driver }) => {
    begun.push(write(insert('one')), driver.write('DELETE FROM "Throttled" WHERE "key" = $1', ['none']));
  });
  await Promise.all(begun);
  expect(sent).toEqual(['BEGIN', 'DELETE', 'INSERT', 'COMMIT']);
  expect(await keys()).toEqual(['one']);
});

it.each<[string, (connection: Connection) => Promise<unknown>]>([
  ['in its answer', ({ write }) => write(insert('taken'))],
  ['before it is sent', ({ write }) => write(() => Promise.reject(new Error('not sent'))).catch(() => undefined)],
  ['as it is of two statements', ({ write }) => write(insertMany).catch(() => undefined)],
])('a change that fails %s fails the commit, although nobody awaits it', async (_, change) => {
  const { commit, keys } = await opened();
  await commit(({ write }) => write(insert('taken')));
  const unit = commit(async (connection) => {
    await connection.write(insert('one'));
    await change(connection);
  });
  await expect(unit).rejects.toThrow();
  expect(await keys()).toEqual(['taken']);
  // No statement is left for the next unit of work.
  await commit(({ write }) => write(insert('two')));
  expect(await keys()).toEqual(['taken', 'two']);
});

it('a statement that comes after the end of its unit of work is refused', async () => {
  const { commit, keys, sent } = await opened();
  const late: Connection[] = [];
  await commit(async (connection) => {
    late.push(connection);
    await connection.write(insert('one'));
  });
  await expect(late[0]?.change(insert('late'))).rejects.toThrow('after the end of its unit of work');
  await expect(late[0]?.driver.write(ADD, ['one'])).rejects.toThrow('after the end of its unit of work');
  expect(sent).toEqual(['BEGIN', 'INSERT', 'COMMIT']);
  expect(await keys()).toEqual(['one']);
});

/** As `opened`, with one row, and a clock by which the connection has just answered, however slow the machine is. */
const openedLately = async (breach?: Breach) => {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 0.001;
    return now;
  });
  onTestFinished(() => clock.mockRestore());
  const all = await opened((_, nth) => (nth === 1 ? breach : undefined));
  await all.query(`INSERT INTO "Throttled" SELECT 'one', 0, now(), now(), ''`);
  const count = async () => (await all.query('SELECT "count" FROM "Throttled"'))[0]?.['count'];
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...all, count, wait };
};
const addInSql = ({ driver }: Connection) => driver.write(ADD, ['one']);

describe('a unit of work of one change', () => {
  it('is one statement, with its audit records', async () => {
    const { commit, query, sent } = await openedLately();
    await query(
      `INSERT INTO "Account" VALUES ('parent', 'A', 'B', 'a@example.org', '', 'Par', now(), NULL, NULL, 'en', 'all', false, false)`,
    );
    const stored = () =>
      query('SELECT (SELECT count(*) FROM "Parenthood") + (SELECT count(*) FROM "AuditPending") AS all');
    const pending = () => ({ ...auditRecord(), numbered: { source: 'one', number: 1 }, seal: 'seal' });
    const added = child();
    const withoutKeys = createEncryption({ cipher: {} } as never, {} as never);
    const add = async (connection: Connection) => {
      await childStore(connection, withoutKeys).insert(added, 'parent' as AccountId);
      await auditTable(connection).addPending([pending(), pending()]);
    };
    await commit(add);
    expect(sent).toEqual(['WITH']);
    expect(await stored()).toEqual([{ all: 3 }]);
    // The child is there: nothing of it is kept.
    await expect(commit(add)).rejects.toThrow('23505');
    expect(await stored()).toEqual([{ all: 3 }]);
    await commit(async (connection) => {
      const { addPending } = auditTable(connection);
      await addPending([pending()]);
      await addPending([pending()]);
    });
    expect(await stored()).toEqual([{ all: 5 }]);
  });

  it('is one statement with what it expects, and runs again, expecting nothing, if that is not so', async () => {
    const { commit, count, keys, sent } = await openedLately();
    const add = (expected: number) =>
      commit(async ({ sql, driver }) => {
        const first = await sql.expect(ONES, 1, expected);
        const second = await sql.expect(REMOVED, 0, 'none');
        await driver.write(ADD, ['one'], true);
        return [first, second];
      });
    expect([await add(0), sent, await count()]).toEqual([[true, true], ['WITH'], 1]);
    const repeated = ['CONNECT', 'SELECT', 'BEGIN', 'UPDATE', 'COMMIT'];
    expect([await add(0), sent, await count()]).toEqual([[false, false], ['WITH', 'WITH', ...repeated], 2]);
    const remove = (key: string) => commit(({ sql }) => sql.expect(REMOVED, 1, key));
    expect([await remove('none'), await remove('one'), await keys()]).toEqual([false, true, []]);
  });

  it('sends nothing if it is rolled back or asks for nothing', async () => {
    const { transaction, commit, sent } = await openedLately();
    await transaction(async (connection) => ({ result: await addInSql(connection), commit: false }));
    await commit(async () => undefined);
    expect(sent).toEqual([]);
    await transaction(async (connection) => {
      await connection.read((client) => client.throttled.findMany());
      return { result: await addInSql(connection), commit: false };
    });
    expect(sent).toEqual(['BEGIN', 'SELECT', 'ROLLBACK']);
  });

  it('begins a transaction on a connection that was idle, as such a connection may be lost', async () => {
    const { commit, sent, wait, count } = await openedLately('cut before');
    wait(1001);
    await commit(addInSql);
    expect(sent.filter((text) => !['CONNECT', 'SELECT'].includes(text))).toEqual([
      'BEGIN',
      'BEGIN',
      'UPDATE',
      'COMMIT',
    ]);
    expect(await count()).toBe(1);
  });

  it('does it once, also if it leaves a read behind that is refused', async () => {
    const { commit, sent, count } = await openedLately();
    const left: Promise<readonly PromiseSettledResult<unknown>[]>[] = [];
    await commit(async (connection) => {
      await addInSql(connection);
      left.push(Promise.allSettled([connection.read((client) => client.throttled.findMany())]));
    });
    const reason = { message: expect.stringContaining('after the end of its unit of work') };
    expect(await left[0]).toMatchObject([{ status: 'rejected', reason }]);
    expect([sent, await count()]).toEqual([['UPDATE'], 1]);
  });

  it('is refused a change once it has failed', async () => {
    const { commit } = await openedLately();
    const late: Connection[] = [];
    const unit = commit(async (connection) => {
      late.push(connection);
      throw new Error('refused');
    });
    await expect(unit).rejects.toThrow('refused');
    await expect(late[0] && addInSql(late[0])).rejects.toThrow('refused');
  });

  const expectAndAdd = async (connection: Connection) => {
    await connection.sql.expect(ONES, 1, 0);
    await connection.driver.write(ADD, ['one'], true);
  };
  const ways = [addInSql, expectAndAdd].flatMap((add) => BREACHES.map((breach) => [breach, add] as const));
  it.each(ways)('of which the request once %s is kept once or not at all', async (breach, add) => {
    const { commit, count } = await openedLately(breach);
    const [outcome] = await Promise.allSettled([commit(add)]);
    const reason = outcome.status === 'rejected' ? outcome.reason.message : '';
    const refused = /fails (57014|53200)/.exec(breach)?.[1];
    expect(reason).toMatch(refused ?? (breach.startsWith('cut') ? /^$|look whether/ : /^$/));
    expect(reason.includes('look whether') ? [0, 1] : [refused ? 0 : 1]).toContain(await count());
  });
});

const addOne = (key: string) => (client: Client) =>
  client.throttled.updateMany({ where: { key }, data: { count: { increment: 1 } } });

it.each(BREACHES)(
  'of two units of work on a new connection, of which any request once %s, one is kept once or not at all, the other never',
  async (breach) => {
    let breaking: number | undefined;
    const { transaction, commit, query, sent } = await opened((_, nth) => (nth === breaking ? breach : undefined));
    await query(
      `INSERT INTO "Throttled" SELECT 'one', 0, now(), now(), '' UNION ALL SELECT 'other', 0, now(), now(), ''`,
    );
    let round = 0;
    do {
      round += 1;
      breaking = undefined;
      // It closes the connection.
      await expect(commit(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
      sent.length = 0;
      breaking = round;
      await query('UPDATE "Throttled" SET "count" = 0');
      const work = (key: string) =>
        transaction(async ({ write, change, driver }) => {
          await change(addOne(key));
          await driver.rows(`${ADD} RETURNING "count"`, [key]);
          await write(addOne(key));
          await driver.write(ADD, [key]);
          return { result: 'done', commit: key === 'one' };
        });
      const [outcome] = await Promise.allSettled([work('one'), work('other')]);
      const reason = outcome.status === 'rejected' ? outcome.reason.message : '';
      const mayBeKept = reason.includes('look whether');
      // Others are tried again.
      expect(reason).toMatch(/^$|look whether|57014|53200|in use/);
      const [one, other] = (await query('SELECT "count" FROM "Throttled" ORDER BY "key"')).map(({ count }) => count);
      // A server may still work on a COMMIT when its connection is lost.
      expect(mayBeKept ? [0, 4] : [outcome.status === 'fulfilled' ? 4 : 0]).toContain(one);
      expect(other).toBe(0);
    } while (sent.length >= round);
    expect(round).toBeGreaterThan(12);
  },
);

it('a list of values is one of few statements, as each is prepared on each connection', async () => {
  const { commit } = await opened();
  const texts = new Set<string>();
  onSend((text) => {
    if (text.includes('"AuditSource"')) texts.add(text);
    return text;
  });
  const keep = ({ sql }: Connection) => sql.write(SET_SOURCE, 'id 2', 1, NEVER, 'seal');
  await commit(keep);
  texts.clear();
  for (let count = 0; count <= 40; count += 1) {
    const ids = Array.from({ length: count }, (_, nth) => `id ${nth}`);
    await commit(async (connection) => {
      expect(await auditTable(connection).sources(ids)).toHaveLength(count > 2 ? 1 : 0);
    });
  }
  expect(texts.size).toBeLessThanOrEqual(7);
});
