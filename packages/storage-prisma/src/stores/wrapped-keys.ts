import { Fault } from '@health-case/domain/errors';
import type { Keyring, WrappedKey } from '@health-case/domain/ports/security';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { columnsOf, hot, lock, race } from '../statement.ts';

/**
 * A transaction that encrypts shares a lock, and then counts the keys. Adding a key takes the lock alone: it waits for
 * every transaction that encrypts, and later ones wait for its commit.
 */
export const SHARE_KEYS = lock('Within a transaction no key is added.').sql`
  SELECT pg_advisory_xact_lock_shared(7211206433)`;
export const LOCK_KEYS = lock('One transaction adds keys at a time.').sql`SELECT pg_advisory_xact_lock(7211206433)`;

const KEY_ID = columnsOf('WrappedKey', 'id');
export const ENCRYPTING_KEYS = hot('Each change that encrypts counts the keys.').selecting(KEY_ID)`
  WHERE "purpose" <> 'sign'`;
/** Fails if there are not so many, which ends the transaction: PostgreSQL divides by zero. */
export const EXPECT_KEYS = hot<[keys: number]>('Each change that encrypts asks for it, without waiting.').selecting(
  KEY_ID,
)`
  WHERE 0 =
    (SELECT 1 / CASE WHEN COUNT(*) <> $1 THEN 0 ELSE 1 END FROM "WrappedKey" WHERE "purpose" <> 'sign')`;
export const APPEND_KEY = race<[id: string, purpose: string, wrapped: string]>('Its place follows the last.').sql`
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;

export const keyTable = ({ sql, read, write }: Access) => {
  const countBehind = async (lock: typeof SHARE_KEYS) => {
    // The second statement sees what was committed while the first waited.
    const [, keys] = await Promise.all([sql.lock(lock), sql.rows(ENCRYPTING_KEYS)]);
    return keys.length;
  };
  const append = async (keys: readonly WrappedKey[]) => {
    for (const { id, purpose, wrapped } of keys) await sql.count(APPEND_KEY, id, purpose, wrapped);
  };
  return {
    /** The number of keys that encrypt. Within a transaction it stays the same. */
    count: () => countBehind(SHARE_KEYS),
    /** Whether the database is across a network. */
    isFar: sql.isFar,
    /** Sent ahead of a change. Unless there are so many, nothing of the transaction is kept, and it runs again. */
    expect: async (keys: number): Promise<void> => {
      await Promise.all([sql.lock(SHARE_KEYS), sql.rows(EXPECT_KEYS, keys)]);
    },
    /** In the order in which they were appended. */
    all: async (): Promise<readonly WrappedKey[]> =>
      (await read(({ wrappedKey }) => wrappedKey.findMany({ orderBy: { place: 'asc' } }))).map(toWrappedKey),
    append: async (keys: readonly WrappedKey[]): Promise<void> => {
      await sql.lock(LOCK_KEYS);
      await append(keys);
    },
    /** Removes only a key that signs. */
    remove: (id: WrappedKey['id']) =>
      write(({ wrappedKey }) => wrappedKey.deleteMany({ where: { id, purpose: 'sign' } })),
    /** Does nothing if there are keys. */
    begin: async (keys: readonly WrappedKey[]): Promise<void> => {
      if ((await countBehind(LOCK_KEYS)) === 0) await append(keys);
    },
  };
};

const toWrappedKey = ({ id, purpose, wrapped }: Pick<Row.WrappedKey, keyof WrappedKey>): WrappedKey => {
  if (purpose === 'seal' || purpose === 'fingerprint' || purpose === 'sign') return { id, purpose, wrapped };
  throw new Fault(`The store holds a key for an unknown purpose: ${purpose}.`);
};

export const signingKeyStore = (
  { all, append, remove }: ReturnType<typeof keyTable>,
  { createNext, unwrapSigning }: Keyring,
): Stores['signingKeys'] => ({
  all: async () => Promise.all((await all()).filter(({ purpose }) => purpose === 'sign').map(unwrapSigning)),
  add: async () => {
    const key = await createNext('sign');
    await append([key]);
    return unwrapSigning(key);
  },
  remove,
});
