import { Fault } from '@health-case/domain/errors';
import { TEXTS, type TextsOf } from '@health-case/domain/model/texts';
import type { Keyring, WrappedKey } from '@health-case/domain/ports/security';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import { CHANGE, columnsBeside, columnsOf, hot, lock, quoted, race } from '../statement.ts';

/**
 * A transaction that encrypts shares a lock, and then counts the keys. Adding a key takes the lock alone: it waits for
 * every transaction that encrypts, and later ones wait for its commit.
 */
export const SHARE_KEYS = lock('Within a transaction no key is added.').sql`
  SELECT pg_advisory_xact_lock_shared(7211206433)`;
export const LOCK_KEYS = lock('One transaction adds keys at a time.').sql`SELECT pg_advisory_xact_lock(7211206433)`;

export const ENCRYPTING_KEYS = hot('Each insert of a child with a number counts the keys.').returning(
  columnsOf('WrappedKey', 'id'),
)`
  SELECT "id" FROM "WrappedKey" WHERE "purpose" <> 'sign'`;
/** Fails if there are not so many, which ends the transaction: PostgreSQL divides by zero. */
export const EXPECT_KEYS = hot<[keys: number]>('Each change that encrypts asks for it, without waiting.').returning(
  columnsOf('WrappedKey', 'id'),
)`
  SELECT "id" FROM "WrappedKey" WHERE 0 =
    (SELECT 1 / CASE WHEN COUNT(*) <> $1 THEN 0 ELSE 1 END FROM "WrappedKey" WHERE "purpose" <> 'sign')`;
export const APPEND_KEY = race<[id: string, purpose: string, wrapped: string]>('Its place follows the last.').sql`
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place")
  SELECT $1, $2, $3, COALESCE(MAX("place"), 0) + 1 FROM "WrappedKey"`;

/** The keys of the store, wrapped. */
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
    /** Whether an answer is worth not waiting for. */
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

type Field = (typeof TEXTS)[TextsOf][number];
type TextRow = { readonly id: string } & { readonly [Name in Field]?: string | null };

/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
const lockTextsOf = (of: TextsOf) => {
  const columns = columnsBeside<TextRow>(of, 'id', ...TEXTS[of]);
  // `newTitle` is there if `oldTitle` is, and the index leaves it out.
  const some = TEXTS[of].filter((name) => name !== 'newTitle').map((name) => `${quoted([name])} IS NOT NULL`);
  return lock<[after: string, size: number]>('What is encrypted is what is stored.').returning(columns)`
    SELECT ${columns} FROM "${of}" WHERE "id" > $1 AND (${some.join(' OR ')}) ORDER BY "id" LIMIT $2${CHANGE}`;
};
export const LOCK_TEXTS = Object.fromEntries(
  (Object.keys(TEXTS) as TextsOf[]).map((of) => [of, lockTextsOf(of)]),
) as Readonly<Record<TextsOf, ReturnType<typeof lockTextsOf>>>;

/** Its values: the id, and the texts in the order of `TEXTS`. */
export const replaceTexts = (of: TextsOf) =>
  hot<readonly (string | null)[]>('A rotated key replaces every row, while calls wait for it.').sql`
    UPDATE "${of}" SET ${TEXTS[of].map((name, nth) => `${quoted([name])} = $${nth + 2}`).join(', ')} WHERE "id" = $1`;

export const textStore = ({ sql }: Access, { fieldsOf }: Sealer): Stores['texts'] => ({
  reencrypt: async (of, { after = '', size }) => {
    const rows = await sql.rows(LOCK_TEXTS[of], after, size);
    const replace = ({ id, ...texts }: TextRow) =>
      sql.write(replaceTexts(of), id, ...TEXTS[of].map((name: Field) => texts[name] ?? null));
    return fieldsOf<Field>(of, ...TEXTS[of]).reencrypt(rows, replace);
  },
});
