import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '@health-case/domain/errors';
import { sync } from '@health-case/storage-prisma/sqlite/files';
import { decodeSecretKey, type Settings } from './settings.ts';

/**
 * The secret key that wraps the keys of a store. A key is created only for a store that has no keys yet, and only in
 * the default place: a new key beside existing data would hide that the old one is gone.
 */
export const readSecretKey = async (source: Settings['secretKey'], store: 'new' | 'existing'): Promise<Uint8Array> => {
  if (source.kind === 'given') return source.key;
  const { file } = source;
  // Before it is opened: to read a named pipe waits for whoever writes to it, and a device may have no end.
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw new OperatorError(`The key file ${file} is no file; name one that is.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT')
      throw new OperatorError(`The key file ${file} cannot be read (${error.code})${rightsFor(error)}.`);
    if (!source.mayCreate) throw new OperatorError(`The key file ${file}, which SECRET_KEY_FILE names, is not there.`);
    if (store === 'new') return createKeyFile(file);
    throw new OperatorError(`The key file ${file} is gone, and the data cannot be read without it; put it back.`);
  });
  const key = decodeSecretKey(text);
  if (!key) throw new OperatorError(`The key file ${file} must hold 32 bytes in base64.`);
  return key;
};

/** Who must be let in. In a container that is the user of the image, whoever owns the file outside. */
export const rightsFor = ({ code = '' }: NodeJS.ErrnoException): string => {
  if (!['EACCES', 'EPERM'].includes(code) || !process.getuid) return '';
  const [user, group] = [process.getuid(), process.getgid?.()];
  return `: the service runs as the user with id ${user} and group ${group}, also in a container; let this user alone read it (chown ${user}, chmod 400), and search the folders above it`;
};

/** Created whole or not at all, synced before use, readable by its owner alone. Of two at once, the first stays. */
const createKeyFile = async (file: string): Promise<string> => {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file).catch(unless('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  await sync(dirname(file));
  return readFile(file, 'utf8');
};

/**
 * Creates the folder of a SQLite file. Refuses to start a new store beside the key of a store whose database was lost.
 * A first start creates the database before the key, so an interrupted one can be repeated.
 */
export const prepareFolder = async (database: string, key: Settings['secretKey']): Promise<void> => {
  if (key.kind === 'file' && key.mayCreate && existsSync(key.file) && !existsSync(database)) {
    throw new OperatorError(
      `The key file ${key.file} is there, but its database ${database} is not; restore a backup, or name the key file in SECRET_KEY_FILE to begin a new store.`,
    );
  }
  const folder = dirname(database);
  await createFolder(folder).catch(({ code }: NodeJS.ErrnoException) => {
    throw new OperatorError(`The folder ${folder}, which DATABASE_URL names, cannot be made (${code}).`);
  });
};

/** Each parent by a call of its own: where none can be made, as in /proc, Node's recursive `mkdir` never returns. */
const createFolder = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  await createFolder(dirname(folder));
  // Another process may create it in the meantime.
  await mkdir(folder, { mode: 0o700 }).catch(unless('EEXIST'));
  await sync(dirname(folder));
};

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/** The files with secrets or health data that other users of the machine may read or write. Windows has no modes. */
export const openToOthers = ({ database, secretKey }: Settings): readonly string[] => {
  if (process.platform === 'win32') return [];
  const store = database.kind === 'sqlite' ? [database.file, `${database.file}-wal`] : [];
  const key = secretKey.kind === 'file' ? [secretKey.file] : [];
  return [...key, ...store].filter((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() && (found.mode & 0o077) !== 0;
  });
};
