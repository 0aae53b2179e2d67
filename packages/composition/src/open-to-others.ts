import { statSync } from 'node:fs';
import type { Settings } from './settings.ts';

/** Those of the files with secrets or health data that other users of the machine may read or write. Windows has no modes. */
export const openToOthers = ({ database, secretKey }: Settings): readonly string[] => {
  if (process.platform === 'win32') return [];
  const store = database.kind === 'sqlite' ? [database.file, `${database.file}-wal`] : [];
  const key = secretKey.kind === 'file' ? [secretKey.file] : [];
  return [...key, ...store].filter((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() && (found.mode & 0o077) !== 0;
  });
};
