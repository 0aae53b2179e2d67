import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { emptyTables, type Tables } from '@health-case/domain/memory/tables';

/** The shapes in which the keyring gives keys and ciphers. Every storage adapter declares its own: it knows the domain alone. */
type WrappedKey = { readonly id: string; readonly purpose: 'seal' | 'fingerprint'; readonly wrapped: string };
type Cipher = { seal(plaintext: string, context: string): string; open(sealed: string, context: string): string };
export type Keyring = {
  create(): Promise<readonly WrappedKey[]>;
  createNext(): Promise<WrappedKey>;
  unlock(keys: readonly WrappedKey[]): Promise<Cipher>;
};

export type Keys = { readonly wrapped: readonly WrappedKey[]; readonly cipher: Cipher };

const CONTEXT = 'snapshot';

/** What the file holds; for a file that is not there yet, nothing under new keys. */
export const readSealed = async (file: string, keyring: Keyring): Promise<{ tables: Tables; keys: Keys }> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) return { tables: emptyTables(), keys: await unlocked(keyring, await keyring.create()) };
  const { wrapped, sealed } = JSON.parse(text) as { wrapped: WrappedKey[]; sealed: string };
  const keys = await unlocked(keyring, wrapped);
  const kept = deserialize(Buffer.from(keys.cipher.open(sealed, CONTEXT), 'base64')) as Partial<Tables>;
  // A file that was written before a table was thought of has none of it.
  return { tables: { ...emptyTables(), ...kept }, keys };
};

export const unlocked = async (keyring: Keyring, wrapped: readonly WrappedKey[]): Promise<Keys> => ({
  wrapped,
  cipher: await keyring.unlock(wrapped),
});

export const draftOf = (file: string): string => `${file}.draft`;

/** Whole or not at all: the name is given to a draft that is on the disk already, and the name itself is synced, too. */
export const writeSealed = async (file: string, tables: Tables, { wrapped, cipher }: Keys): Promise<void> => {
  const sealed = cipher.seal(serialize(tables).toString('base64'), CONTEXT);
  const draft = await open(draftOf(file), 'w', 0o600);
  try {
    await draft.writeFile(JSON.stringify({ wrapped, sealed }));
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(draftOf(file), file);
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
};
