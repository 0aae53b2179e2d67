import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/child';
import { describe, expect, it } from 'vitest';
import { keyring } from './support/keyring.ts';
import { connectBeside, connectionsBeside, migratedDatabase, openPostgres } from './support/postgresql.ts';

const NUMBERS = ['756.1234.5678.97', 'AB 12-34/ß7 XYZ', '019283746501'] as SocSecNum[];

type Beside = Awaited<ReturnType<typeof connectBeside>>;

/** Every byte that the server has on disk for a database, and what it wrote ahead since a moment. */
const bytesOf = async (beside: Beside, since: string): Promise<Buffer> => {
  await beside.query('CHECKPOINT');
  const { rows: files } = await beside.query<{ bytes: Buffer }>(`
    SELECT pg_read_binary_file(pg_relation_filepath(oid::regclass)) AS bytes
    FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pg_toast'::regnamespace) AND pg_relation_filepath(oid::regclass) IS NOT NULL`);
  const { rows: log } = await beside.query<{ bytes: Buffer }>(
    `SELECT pg_read_binary_file('pg_wal/' || name) AS bytes FROM pg_ls_waldir()
     WHERE name ~ '^[0-9A-F]{24}$' AND name BETWEEN pg_walfile_name($1::pg_lsn) AND pg_walfile_name(pg_current_wal_lsn())`,
    [since],
  );
  expect(Math.min(files.length, log.length)).toBeGreaterThan(0);
  return Buffer.concat([...files, ...log].map(({ bytes }) => bytes));
};

const openWithChildren = async () => {
  const url = await migratedDatabase();
  const beside = await connectBeside(url);
  const { rows } = await beside.query<{ since: string }>('SELECT pg_current_wal_lsn()::text AS since');
  const storage = await openPostgres(url);
  const parent = await keepAccount(storage, 'Par');
  const children = NUMBERS.map((number) => child(parent.id, number));
  for (const kept of children) await keep(storage, (stores) => stores.children.insert(kept));
  return { url, beside, storage, children, since: rows[0]?.since ?? '' };
};

describe('social security numbers in PostgreSQL (D-14)', () => {
  it('are nowhere in the files of the database nor in what was written ahead, in no form', async () => {
    const { beside, children, since } = await openWithChildren();
    const bytes = await bytesOf(beside, since);
    for (const { firstName } of children) expect(bytes.includes(firstName)).toBe(true);
    for (const number of NUMBERS) {
      for (const clear of [number, number.toLowerCase(), comparableSocSecNum(number)]) {
        const encoded = (['hex', 'base64', 'base64url'] as const).map((name) => Buffer.from(clear).toString(name));
        for (const form of [clear, ...encoded]) expect(bytes.includes(form)).toBe(false);
      }
    }
  });

  it('cannot be had with another secret key, which is refused when the store is opened and harms nothing', async () => {
    const { url, beside, storage, children } = await openWithChildren();
    await storage.close();
    await expect(openPostgres(url, { keyring: keyring(8) })).rejects.toThrow(
      /^The secret key does not fit the data: [^\n]+\.$/,
    );
    await expect.poll(() => connectionsBeside(beside)).toBe(0);
    const reopened = await openPostgres(url);
    for (const kept of children) expect(await reopened.read.children.record(kept.id)).toEqual(kept);
  });
});
