import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

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

/** Flushes a file, or the names in a folder, to the disk. */
export const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, 'r');
  await handle.sync();
};
