import { realpathSync, statSync } from 'node:fs';
import { Unavailable } from '@health-case/domain/errors';

/**
 * Throws `Unavailable` while the files of a database are not those that are open. SQLite would go on writing to files
 * that nobody finds again. Some connection has to have them open all the time: the last one to close removes the log.
 */
export const watchFiles = (file: string): (() => void) => {
  const paths = [file, `${realpathSync(file)}-wal`];
  const opened = paths.map(identityOf);
  return () => {
    if (paths.every((path, index) => identityOf(path) === opened[index])) return;
    throw new Unavailable('store', `The database ${file} was removed or replaced while it was open.`, {
      retryAfterSeconds: 1,
    });
  };
};

/** No other file has the same while this one is open. */
const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};
