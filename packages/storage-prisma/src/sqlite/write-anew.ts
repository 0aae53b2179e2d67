import { open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync } from '../sync.ts';

const PIECE = 2 ** 20;

/**
 * Brings the write-ahead log of a database onto the disk by writing it over itself, while its writers are kept out. A
 * process that died after a failed sync leaves behind what looks like a commit, and what SQLite finds there it takes for
 * kept; but the system takes what it could not write for written, so that a later sync would not write it, and a power loss
 * would take it, with every commit behind it in the log. The name of a log that another connection has made may not be on
 * the disk either. The log lies beside the file itself, not beside a link to it.
 */
export const writeAnew = async (file: string): Promise<void> => {
  const log = `${await realpath(file)}-wal`;
  const handle = await open(log, 'r+');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let at = 0; ; ) {
      const { bytesRead } = await handle.read(piece, 0, PIECE, at);
      if (bytesRead === 0) break;
      await handle.write(piece, 0, bytesRead, at);
      at += bytesRead;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await sync(dirname(log));
};
