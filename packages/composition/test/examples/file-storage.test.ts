import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Harness, tamperWithTables } from '@health-case/domain/contracts/storage/harness';
import {
  account,
  child,
  credentials,
  keep,
  keepAccount,
  keepCase,
} from '@health-case/domain/contracts/storage/samples';
import { SAMPLE, storageContract } from '@health-case/domain/contracts/storage-contract';
import { Unavailable } from '@health-case/domain/errors';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';
import { openFileStorage, readTables, writeTables } from './file-storage.ts';

const keyring = createAesGcmKeyring(async () => new Uint8Array(32));

const somebody = account('Par');

/** The first is not closed before another opens, as a process that is killed closes nothing. */
const opened = async () => {
  const file = join(scratchFolder(), 'health-case.sealed');
  const reopen = () => openFileStorage(file, keyring);
  return { file, storage: await reopen(), reopen };
};

const harness = async (): Promise<Harness> => {
  const { file, storage, reopen } = await opened();
  const tamper: Harness['tamper'] = async (change) => {
    const tables = await readTables(file, keyring);
    // A store that is in use gets no new beginning of its trail.
    tables.accounts.set(somebody.id, { ...somebody, ...credentials(somebody), disabledAt: undefined });
    tamperWithTables(tables, change);
    await writeTables(file, tables, keyring);
    return reopen();
  };
  return { storage, tamper };
};

storageContract('the file store', harness, SAMPLE);

describe('the file store', () => {
  it('has every unit that it acknowledged when it is opened again, with what only that unit changed', async () => {
    const { storage, reopen } = await opened();
    const { parent, case: facts } = await keepCase(storage);
    for (const number of ['1234', '5678']) {
      const kept = child(number);
      await keep(storage, async ({ children, dataKeys }) => {
        await children.insert(kept, parent.id);
        await dataKeys.rotate();
      });
      const { read } = await reopen();
      expect(await read.children.record(kept.id)).toEqual(kept);
      expect(await read.cases.find(facts.id)).toEqual(facts);
    }
  });

  it('throws Unavailable while the file cannot be written, keeps nothing of that unit, and recovers', async () => {
    const { file, storage, reopen } = await opened();
    const kept = await keepAccount(storage, 'Par');
    const folder = join(file, '..');
    await rename(folder, `${folder}-away`);
    const lost = account('Par');
    const unit = keep(storage, ({ accounts }) => accounts.insert(credentials(lost)));
    await expect(unit).rejects.toThrow(Unavailable);
    await expect(storage.ready()).rejects.toThrow(Unavailable);
    await rename(`${folder}-away`, folder);
    await storage.ready();
    const later = await keepAccount(storage, 'Par');
    for (const { read } of [storage, await reopen()]) {
      const found = await Promise.all([kept, lost, later].map(({ id }) => read.accounts.find(id)));
      expect(found).toEqual([kept, undefined, later]);
    }
  });

  it('has nothing in its file in the clear', async () => {
    const { file, storage } = await opened();
    const parent = await keepAccount(storage, 'Par');
    await keep(storage, ({ children }) => children.insert(child('756.1234'), parent.id));
    const bytes = await readFile(file);
    expect([parent.email, '756.1234'].filter((text) => bytes.includes(text))).toEqual([]);
  });
});
