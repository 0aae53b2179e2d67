import { access, constants, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '@health-case/domain/errors';
import { memoryStores } from '@health-case/domain/memory/stores';
import { copyOf, replaceWith } from '@health-case/domain/memory/tables';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import type { Result } from '@health-case/domain/result';
import { draftOf, type Keyring, readSealed, unlocked, writeSealed } from './sealed-file.ts';

type Options = { readonly file: string; readonly keyring: Keyring };

/**
 * One sealed file as `Storage`, for one process: everything is in memory, and each unit of work writes all of it anew
 * before it is acknowledged. The file is read once, here; one that was altered is not opened.
 */
export const openFileStorage = async ({ file, keyring }: Options): Promise<Storage> => {
  const { tables, ...opened } = await readSealed(file, keyring);
  let keys = opened.keys;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new Unavailable('store', 'The store is closed.', { retryAfterSeconds: 5 }));
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const unitOfWork = async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
    const draft = copyOf(tables);
    let draftKeys = keys;
    const rotate = async () => {
      draftKeys = await unlocked(keyring, [...draftKeys.wrapped, await keyring.createNext()]);
    };
    const result = await work({ ...memoryStores(draft), dataKeys: { rotate } });
    if (!result.ok) return result;
    await guard(() => writeSealed(file, draft, draftKeys));
    keys = draftKeys;
    replaceWith(tables, draft);
    return result;
  };

  return {
    read: memoryStores(tables),
    write: (work) => inTurn(() => unitOfWork(work)),
    scrub: () => inTurn(() => guard(() => rm(draftOf(file), { force: true }))),
    ready: () => guard(() => access(dirname(file), constants.W_OK)),
    close: async () => {
      closed = true;
      await last;
    },
  };
};

/** No error of the file system's crosses the port, and no path of ours the wire. */
const guard = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Unavailable('store', `The store failed (${code}).`, { retryAfterSeconds: 1 });
  }
};
