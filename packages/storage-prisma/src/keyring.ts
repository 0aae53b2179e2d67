import type { Client } from './client.ts';
import type { Transactions } from './transactions.ts';

/** A key as the store keeps it: sealed under the service's secret key, and so of no use without it. */
export type WrappedKey = { readonly id: string; readonly purpose: 'seal' | 'fingerprint'; readonly wrapped: string };

/** What keeps fields secret at rest. `context` names the row and field; what is sealed for one opens for no other. */
export interface FieldCipher {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Equal for equal texts in one context; without the key it tells nothing of the text. */
  fingerprint(text: string, context: string): string;
}

/** Made from the service's secret key by composition. Both methods throw one sentence for the operator if that key will not do. */
export interface Keyring {
  /** Keys for a store that has none yet. */
  create(): Promise<readonly WrappedKey[]>;
  unlock(keys: readonly WrappedKey[]): Promise<FieldCipher>;
}

/** The first process to come to a new store decides its keys; all others find them there. */
export const openCipher = async (
  reader: Client,
  { alone }: Pick<Transactions, 'alone'>,
  keyring: Keyring,
): Promise<FieldCipher> => {
  const stored = await storedKeys(reader);
  if (stored.length > 0) return keyring.unlock(stored);
  const created = await keyring.create();
  await alone(async (client) => {
    if ((await client.wrappedKey.count()) === 0) await client.wrappedKey.createMany({ data: [...created] });
  });
  return keyring.unlock(await storedKeys(reader));
};

const storedKeys = async (client: Client): Promise<readonly WrappedKey[]> => {
  const rows = await client.wrappedKey.findMany({ orderBy: { id: 'asc' } });
  return rows.map(({ id, purpose, wrapped }) => ({ id, purpose: purposeOf(purpose), wrapped }));
};

const purposeOf = (text: string): WrappedKey['purpose'] => {
  if (text === 'seal' || text === 'fingerprint') return text;
  throw new Error(`The store holds a key for an unknown purpose: ${text}.`);
};
