import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeSecretKey, type SecretKeySource, UnusableSetting } from './settings.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * The secret key under which a store's keys are wrapped. Only for a store that has no keys yet, and only in the default
 * place, is one made: a new key beside existing data would hide that the old one is gone.
 */
export const readSecretKey = async (source: SecretKeySource, store: 'new' | 'existing'): Promise<Uint8Array> => {
  if (source.kind === 'given') return source.key;
  const { file } = source;
  const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new UnusableSetting(`The key file ${file} cannot be read (${error.code}).`);
    if (!source.mayCreate)
      throw new UnusableSetting(`The key file ${file}, which SECRET_KEY_FILE names, is not there.`);
    if (store === 'existing') {
      throw new UnusableSetting(`The key file ${file} is gone, and the data cannot be read without it; put it back.`);
    }
    return createKeyFile(file);
  });
  const key = decodeSecretKey(text);
  if (!key) throw new UnusableSetting(`The key file ${file} must hold 32 bytes in base64.`);
  return key;
};

/**
 * Refuses to begin a new store where the key of another one was left: its database was lost. A first start makes the
 * database before the key, so whatever interrupts it, the next one goes on.
 */
export const refuseKeyWithoutStore = (source: SecretKeySource, database: string): void => {
  if (source.kind === 'given' || !source.mayCreate || !existsSync(source.file) || existsSync(database)) return;
  throw new UnusableSetting(
    `The key file ${source.file} is there, but its database ${database} is not; restore a backup, or name the key file in SECRET_KEY_FILE to begin a new store.`,
  );
};

/** Whole or not at all, on the disk before it is used, and readable by its owner alone; of two at once, the first stays. */
const createKeyFile = async (file: string): Promise<string> => {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
  return readFile(file, 'utf8');
};
