import { existsSync, readFileSync } from 'node:fs';

const HEADER = 32;
const FRAME_HEADER = 24;

/**
 * How many commits the write-ahead log of a file holds (https://sqlite.org/fileformat2.html#walformat): the last frame of
 * each commit, and no other, states the size of the database. No lock is on the log itself, so it may be read beside SQLite.
 */
export const commitsIn = (file: string): number => {
  const log = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0);
  if (log.length < HEADER) return 0;
  const frameSize = FRAME_HEADER + log.readUInt32BE(8);
  let commits = 0;
  for (let at = HEADER; at + frameSize <= log.length; at += frameSize) {
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (!isOfThisLog) break;
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
};
