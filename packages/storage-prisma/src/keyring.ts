import { Fault } from '@health-case/domain/errors';
import { type Client, type Connection, first, type Sql } from './client.ts';
import type { Transactions } from './transactions.ts';

/** A key as the store keeps it: sealed under the service's secret key, and so of no use without it. */
export type WrappedKey = { readonly id: string; readonly purpose: 'seal' | 'fingerprint'; readonly wrapped: string };

/** What keeps fields secret at rest. `context` names the row and field; what is sealed for one opens for no other. */
export interface FieldCipher {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Which of the keys sealed it: the one in use, one before it, or one that this cipher has not been given. */
  keyOf(sealed: string): 'current' | 'former' | 'unknown';
  /** Equal for equal texts in one context; without the key it tells nothing of the text. */
  fingerprint(text: string, context: string): string;
}

/** Made from the service's secret key by composition. The methods throw one sentence for the operator if that key will not do. */
export interface Keyring {
  /** Keys for a store that has none yet. */
  create(): Promise<readonly WrappedKey[]>;
  /** A key to seal with in place of those there are. */
  createNext(): Promise<WrappedKey>;
  /** Given in the order in which they were kept; of those to seal with, the last one seals. */
  unlock(keys: readonly WrappedKey[]): Promise<FieldCipher>;
}

/** The keys of one store as this process knows them. */
export type Keys = {
  readonly cipher: FieldCipher;
  /** Takes up what other processes have added. */
  readonly refresh: (connection: Connection) => Promise<void>;
  /** Adds a key, which is taken up by the first refresh after the transaction. */
  readonly rotate: (connection: Connection) => Promise<void>;
};

/** The first process to come to a new store decides its keys; all others find them there. */
export const openKeys = async (
  { sql: reader }: Connection,
  { alone }: Pick<Transactions, 'alone'>,
  keyring: Keyring,
): Promise<Keys> => {
  if ((await storedKeys(reader)).length === 0) {
    const created = await keyring.create();
    await alone(async ({ client }) => ({ result: await keepFirst(client, created), kept: true }));
  }
  let stored = await storedKeys(reader);
  let current = await keyring.unlock(stored);
  return {
    cipher: {
      seal: (plaintext, context) => current.seal(plaintext, context),
      open: (sealed, context) => current.open(sealed, context),
      keyOf: (sealed) => current.keyOf(sealed),
      fingerprint: (text, context) => current.fingerprint(text, context),
    },
    refresh: async ({ sql }) => {
      const counted = await first(sql.all<{ keys: number }>('SELECT count(*) AS "keys" FROM "WrappedKey"'));
      if (Number(counted?.keys) === stored.length) return;
      const found = await storedKeys(sql);
      current = await keyring.unlock(found);
      stored = found;
    },
    rotate: async ({ sql }) => {
      const { id, purpose, wrapped } = await keyring.createNext();
      await sql.run(KEEP_NEXT, id, purpose, wrapped);
    },
  };
};

const keepFirst = async (client: Client, created: readonly WrappedKey[]): Promise<void> => {
  const data = created.map((key, index) => ({ ...key, place: index + 1 }));
  if ((await client.wrappedKey.count()) === 0) await client.wrappedKey.createMany({ data });
};

const KEEP_NEXT = `
  INSERT INTO "WrappedKey" ("id", "purpose", "wrapped", "place") SELECT $1, $2, $3, MAX("place") + 1 FROM "WrappedKey"`;

const STORED = 'SELECT "id", "purpose", "wrapped" FROM "WrappedKey" ORDER BY "place"';

const storedKeys = async (sql: Sql): Promise<readonly WrappedKey[]> => {
  const rows = await sql.all<{ readonly id: string; readonly purpose: string; readonly wrapped: string }>(STORED);
  return rows.map(({ id, purpose, wrapped }) => ({ id, purpose: purposeOf(purpose), wrapped }));
};

const purposeOf = (text: string): WrappedKey['purpose'] => {
  if (text === 'seal' || text === 'fingerprint') return text;
  throw new Fault(`The store holds a key for an unknown purpose: ${text}.`);
};
