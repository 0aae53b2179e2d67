import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes the write-ahead log of a database over itself, and flushes it to the disk, while no writer writes. A process that
 * died after a failed sync may have left a commit in the log that is not on the disk. SQLite takes it for committed. The
 * system takes the pages that it failed to write for written, so a later sync does not write them, and a power loss would
 * take that commit with every later one in the log. The name of a log that another connection has made may not be on the
 * disk either. The log lies beside the file itself, not beside a link to it.
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
