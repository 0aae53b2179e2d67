import { open, realpath, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '@health-case/domain/errors';
import { MOST_OF_LOG } from './checkpoints.ts';

/**
 * Writes the write-ahead log over itself, and flushes it and its name to the disk, while no writer writes: a process
 * that died after a failed sync may have left a commit in it that was never on the disk (P-31). It lies beside the
 * file, not beside a link.
 */
export const rewriteLog = async (file: string): Promise<void> => {
  const log = `${await realpath(file)}-wal`;
  await using handle = await open(log, 'r+');
  let at = 0;
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) {
    await handle.write(piece, 0, piece.length, at);
    at += piece.length;
  }
  await handle.sync();
  await sync(dirname(log));
};

/**
 * Throws `Unavailable` if the log has no room to grow. On a full disk SQLite still writes, until the log is too small.
 */
export const checkRoom = async (file: string): Promise<void> => {
  const { bavail, blocks, bsize } = await statfs(file);
  // Some file systems do not tell their size.
  if (blocks === 0 || bavail * bsize >= MOST_OF_LOG) return;
  throw new Unavailable('store', `The disk of ${file} has ${bavail * bsize} bytes left.`, { retryAfterSeconds: 1 });
};

/** Flushes a file, or the names in a folder, to the disk. */
export const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, 'r');
  await handle.sync();
};
