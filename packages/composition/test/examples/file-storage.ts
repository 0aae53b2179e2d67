import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Database } from '@health-case/domain/ports/tables';
import { ok } from '@health-case/domain/result';
import { openSealedStorage } from '@health-case/domain/sealed-storage';
import { memoryDatabase } from '@health-case/domain/testing/memory';
import { emptyTables, type MemoryTables } from '@health-case/domain/testing/memory-maps';

/**
 * One file as `Storage`, for one process: everything is in memory, and each transaction writes all of it to the file
 * before it is committed. The file is read once, here.
 */
export const openFileStorage = async (file: string, keyring: Keyring): Promise<Storage> => {
  const database = memoryDatabase(await readTables(file), (tables) => guard(() => writeTables(file, tables)));
  let closed = false;
  const transaction: Database['transaction'] = (work) => {
    if (closed) return Promise.reject(new Unavailable('store', 'The store is closed.', { retryAfterSeconds: 5 }));
    return database.transaction(work);
  };
  const removeDraft = async () => ok(await rm(draftOf(file), { force: true }));
  const { read, write, sequence } = await openSealedStorage({ ...database, transaction }, keyring);
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

/** What the file holds. One that is not there yet holds nothing. */
export const readTables = async (file: string): Promise<MemoryTables> => {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return serialize({});
  });
  return { ...emptyTables(), ...(deserialize(bytes) as Partial<MemoryTables>) };
};

const draftOf = (file: string): string => `${file}.draft`;

/** Whole or not at all: the draft is on the disk before it gets the file's name, and then the name is flushed, too. */
export const writeTables = async (file: string, tables: MemoryTables): Promise<void> => {
  const draft = await open(draftOf(file), 'w', 0o600);
  try {
    await draft.writeFile(serialize(tables));
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
