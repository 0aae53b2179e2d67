import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sync } from '../sync.ts';

const PIECE = 2 ** 20;

/**
 * Brings a write-ahead log onto the disk by writing it over itself, while its writers are kept out. A process that died
 * after a failed sync leaves behind what looks like a commit, and what SQLite finds there it takes for kept; but the system
 * takes what it could not write for written, so that a later sync would not write it, and a power loss would take it, with
 * every commit behind it in the log. The name of a log that another connection has made may not be on the disk either.
 */
export const writeAnew = async (log: string): Promise<void> => {
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
