import { existsSync, realpathSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnusable } from '../failures.ts';
import { sync } from './files.ts';

/** A note beside a database while its log must be there. If only the note is left, the log was lost (P-31). */
export const NOTE = '-running';

/** Files lie beside the database itself, not beside a link to it. */
const placeOf = (file: string): string => (existsSync(file) ? realpathSync(file) : file);

/** Throws `StoreUnusable` if the last process that served a database died, and the log that it left is gone. */
export const refuseLostLog = (file: string): void => {
  const place = placeOf(file);
  const lacksLog = () => existsSync(place + NOTE) && !existsSync(`${place}-wal`);
  // Between the two, another process may have closed the database. Then both are gone when they are looked for again.
  if (!lacksLog() || !lacksLog()) return;
  throw new StoreUnusable(
    `The database ${file} was not closed, and its log ${place}-wal is gone, perhaps with acknowledged changes: put the log back, restore a backup, or remove ${place}${NOTE} to go on with what is left.`,
  );
};

/**
 * Does what opens or closes a database: the last connection that closes writes the log into the database and removes
 * it. After a crash in the middle there is no note, so no start is refused for a log that went as it should.
 */
export const whileLogMayGo = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  await removeNote(placeOf(file));
  try {
    return await work();
  } finally {
    const place = placeOf(file);
    await writeNote(place);
    // Another process may have closed the database meanwhile.
    if (!existsSync(`${place}-wal`)) await removeNote(place);
  }
};

/** Whoever cannot write or remove the note goes on: it only protects from what hardly ever happens. */
const writeNote = async (place: string): Promise<void> => {
  if (!existsSync(`${place}-wal`)) return;
  await writeFile(place + NOTE, '', { mode: 0o600 }).catch(() => undefined);
  await sync(dirname(place)).catch(() => undefined);
};

const removeNote = async (place: string): Promise<void> => {
  if (!existsSync(place + NOTE)) return;
  await rm(place + NOTE).catch(() => undefined);
  await sync(dirname(place)).catch(() => undefined);
};
