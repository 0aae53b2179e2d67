import { child, keep, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Fault, Unavailable } from '@health-case/domain/errors';
import type { Keyring } from '@health-case/domain/ports/security';
import { describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { keyring } from './support/keyring.ts';
import { migratedFile, openBeside, openSqlite } from './support/sqlite.ts';

const whole = { after: undefined, size: 100 };

/** Two processes' worth of storages over one file that holds three children, one without a number. */
const openTwice = async (options: { readonly keyring?: Keyring } = {}) => {
  const file = await migratedFile();
  const [storage, other] = [await openSqlite(file, options), await openSqlite(file, options)];
  const parent = await keepAccount(storage, 'Par');
  const kept = ['756.1', undefined, '756.2'].map((number) => child(parent.id, number));
  for (const one of kept) await keep(storage, ({ children }) => children.insert(one));
  const keysInUse = () => {
    const sealed = openBeside(file).prepare('SELECT socSecNum FROM Child WHERE socSecNum IS NOT NULL ORDER BY id');
    return sealed
      .pluck()
      .all()
      .map((text) => String(text).split('.')[0]);
  };
  return { file, storage, other, parent, kept, keysInUse };
};

/** Where the clock is behind, the ids of new keys sort before those of the keys there are. */
const keyringBehind = (): Keyring => {
  const { create, createNext, unlock } = keyring();
  const UUID_LENGTH = 36;
  return {
    create,
    createNext: async () => {
      const key = await createNext();
      return { ...key, id: `0${key.id}` };
    },
    unlock: (keys) => unlock(keys.map((key) => ({ ...key, id: key.id.slice(-UUID_LENGTH) }))),
  };
};

describe('a data key that was rotated', () => {
  it.each([
    ['', keyring()],
    [', also if the clock has been set back', keyringBehind()],
  ])('seals what every process writes from then on%s', async (_, given) => {
    const { storage, other, parent, keysInUse } = await openTwice({ keyring: given });
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    for (const [one, number] of [
      [other, '756.3'],
      [storage, '756.4'],
    ] as const) {
      await keep(one, ({ children }) => children.insert(child(parent.id, number)));
    }
    const [former, formerToo, next, nextToo] = keysInUse();
    expect([former, next]).toEqual([formerToo, nextToo]);
    expect(next).not.toBe(former);
  });

  it('opens, in every process, what another process has sealed under it', async () => {
    const { storage, other, parent } = await openTwice();
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    const added = child(parent.id, '756.3');
    await keep(storage, ({ children }) => children.insert(added));
    expect(await other.read.children.record(added.id)).toEqual(added);
  });

  it('seals anew what the one before it sealed, and every process reads it', async () => {
    const { storage, other, kept, keysInUse } = await openTwice();
    const [former] = keysInUse();
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    expect(await keep(storage, ({ children }) => children.reencrypt({ after: undefined, size: 2 }))).toEqual({
      last: kept[1]?.id,
      sealed: 1,
    });
    expect((await keep(other, ({ children }) => children.reencrypt(whole))).sealed).toBe(1);
    expect(new Set([former, ...keysInUse()]).size).toBe(2);
    for (const one of [storage, other]) {
      expect(await Promise.all(kept.map(({ id }) => one.read.children.record(id)))).toEqual(kept);
    }
  });

  it('is not rotated by a unit of work that came to nothing', async () => {
    const { storage, keysInUse, parent } = await openTwice();
    const failing = storage.write(async ({ dataKeys }) => {
      await dataKeys.rotate();
      throw new Error('came to nothing');
    });
    await expect(failing).rejects.toThrow('came to nothing');
    await keep(storage, ({ children }) => children.insert(child(parent.id, '756.3')));
    expect(new Set(keysInUse()).size).toBe(1);
  });
});

it('a key for nobody knows what is a fault, and the store is not opened', async () => {
  const file = await migratedFile();
  openBeside(file).exec(`UPDATE WrappedKey SET purpose = 'decoration' WHERE purpose = 'seal'`);
  await expect(openSqlite(file)).rejects.toThrow(
    new Fault('The store holds a key for an unknown purpose: decoration.'),
  );
});

it('keys that cannot be made, as the disk is full, are an outage', async () => {
  const file = await migratedFile();
  openBeside(file).exec('DELETE FROM WrappedKey');
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const opening = openSqliteStorage({ file, keyring: { ...keyring(), create: () => Promise.reject(full) } });
  await expect(opening).rejects.toThrow(
    new Unavailable('store', 'The store failed (ENOSPC).', { retryAfterSeconds: 1 }),
  );
});
