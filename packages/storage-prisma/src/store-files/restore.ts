import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, realpath, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Keyring } from '@health-case/domain/ports/security';
import { StoreUnusable } from '../failures.ts';
import { sync } from '../sync.ts';
import { type Following, inDraft, whileItGrows, wordsOf } from './draft.ts';
import { examine, refuseUnlessOpenedBy, refuseUnlessWhole } from './examine.ts';
import { remainsOf, replace } from './give-way.ts';

type Restoring<Taken> = {
  readonly backup: string;
  /** The place of the store; its folder must be there. */
  readonly file: string;
  /** Also where a store is in that place, which is then set aside. */
  readonly force: boolean;
  readonly keyring: Keyring;
  /** What is done in the restored store, a file under another name so far, before it is put in its place. */
  readonly takeUp: (draft: string) => Promise<Taken>;
};

/** `setAside` is where the store is kept that was in the place before, `taken` what taking it up came to. */
export type Restored<Taken> = {
  readonly bytes: number;
  readonly setAside: string | undefined;
  readonly taken: Taken;
};

/**
 * Puts a backup in the place of a store, whole or not at all, and taken up.
 * Throws `StoreUnusable`, having changed nothing, for a backup that is not there, damaged, newer than this program or not
 * of it, and for a place that is taken, or whose store a process has open; what the keyring throws for another secret key.
 */
export const restoreSqlite = async <Taken>(
  restoring: Restoring<Taken>,
  following: Following,
): Promise<Restored<Taken>> => {
  const { backup, force } = restoring;
  await refuseUnlessWhole(backup);
  // A log lies beside the file itself, not beside a link to it.
  const place = await realpath(restoring.file).catch(() => restoring.file);
  refuseIfTaken(place, force);
  try {
    return await inDraft(place, async (draft) => {
      const bytes = await copy(backup, draft, following);
      following.report({ step: 'checking' });
      await refuseUnlessOpenedBy(restoring.keyring, await examine(draft, backup, following.signal));
      const taken = await restoring.takeUp(draft);
      // SQLite does not say that it could not move its log into the file.
      if (existsSync(`${draft}-wal`)) {
        throw new StoreUnusable(`The restored store could not be written to ${place}; see that the disk has room.`);
      }
      await sync(draft);
      const setAside = await putInPlace(draft, place, force);
      await sync(dirname(place));
      return { bytes, setAside, taken };
    });
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    throw new StoreUnusable(`The backup ${backup} could not be restored to ${place} (${wordsOf(error)}).`);
  }
};

const copy = async (backup: string, draft: string, { signal, report }: Following): Promise<number> => {
  const { size } = await stat(backup);
  await whileItGrows(draft, { expected: () => size, report }, () =>
    pipeline(createReadStream(backup), createWriteStream(draft, { flags: 'r+' }), { signal }),
  );
  return size;
};

const putInPlace = async (draft: string, place: string, force: boolean): Promise<string | undefined> => {
  refuseIfTaken(place, force);
  if (remainsOf(place).length === 0) {
    // Unlike renaming, linking never takes the place of what another process has put there meanwhile.
    await link(draft, place);
    await unlink(draft);
    return undefined;
  }
  const setAside = `${place}.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  await replace(place, draft, setAside);
  return setAside;
};

const refuseIfTaken = (place: string, force: boolean): void => {
  const [found] = remainsOf(place);
  if (found === undefined || force) return;
  throw new StoreUnusable(`The file ${found} is there already; --force sets it aside, once the service is stopped.`);
};

/** What Node and SQLite say of files, as against a fault of ours. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || error.name === 'DriverAdapterError' || error.name === 'SqliteError');
