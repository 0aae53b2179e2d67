import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { auditedStorage, beginTrail } from '@health-case/domain/audited-storage';
import { Unavailable } from '@health-case/domain/errors';
import type { Database } from '@health-case/domain/ports/database';
import type { Keyring, WrappedKey } from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { memoryDatabase } from '@health-case/domain/testing/memory';
import { emptyTables, fillTables, type MemoryTables } from '@health-case/domain/testing/memory/table';

/**
 * One file as `Storage`, for one process: everything is in memory, and each transaction writes all of it to the file,
 * encrypted, before it is committed. The file is read once, here.
 */
export const openFileStorage = async (file: string, keyring: Keyring): Promise<Storage> => {
  const tables = await readTables(file, keyring);
  if (tables.keys.size === 0) for (const key of await keyring.create()) tables.keys.set(key.id, key);
  const { fingerprint } = await cipherOf(tables, keyring);
  const database = memoryDatabase(tables, keyring, (draft) => guard(() => writeTables(file, draft, keyring)));
  let closed = false;
  const transaction: Database['transaction'] = (work) => {
    if (closed) return Promise.reject(new Unavailable('store', 'The store is closed.', { retryAfterSeconds: 5 }));
    return database.transaction(work);
  };
  const removeDraft = async () => ok(await rm(draftOf(file), { force: true }));
  await beginTrail(database, fingerprint);
  const { read, write, sequence } = auditedStorage({ ...database, transaction }, fingerprint);
  return {
    read,
    write,
    sequence,
    scrub: async () => void (await guard(() => transaction(removeDraft))),
    ready: () => guard(() => access(dirname(file), constants.W_OK)),
    close: async () => {
      closed = true;
      await database.idle();
    },
  };
};

/** The file has the wrapped keys, and all else as one text that the last of them has encrypted. */
type Content = { readonly keys: ReadonlyMap<string, WrappedKey>; readonly encrypted: string };
const CONTEXT = 'file';

const cipherOf = ({ keys }: Pick<Content, 'keys'>, keyring: Keyring) =>
  keyring.unlock([...keys.values()].filter(({ purpose }) => purpose !== 'sign'));

/** What the file holds. One that is not there yet holds nothing. */
export const readTables = async (file: string, keyring: Keyring): Promise<MemoryTables> => {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!bytes) return emptyTables();
  const { keys, encrypted }: Content = deserialize(bytes);
  const { decrypt } = await cipherOf({ keys }, keyring);
  return fillTables(emptyTables(), { ...deserialize(Buffer.from(decrypt(encrypted, CONTEXT), 'base64')), keys });
};

const draftOf = (file: string): string => `${file}.draft`;

/** Whole or not at all: the draft is on the disk before it gets the file's name, and then the name is flushed, too. */
export const writeTables = async (file: string, { keys, ...tables }: MemoryTables, keyring: Keyring): Promise<void> => {
  const { encrypt } = await cipherOf({ keys }, keyring);
  const content: Content = { keys, encrypted: encrypt(serialize(tables).toString('base64'), CONTEXT) };
  const draft = await open(draftOf(file), 'w', 0o600);
  try {
    await draft.writeFile(serialize(content));
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(draftOf(file), file);
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
};

/** No error of the file system crosses the port, and no path reaches a client. */
const guard = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
  }
};
