import { describe, expect, test } from 'vitest';
import { account, at, auditRecord, child, credentials, keep, keepAccount } from '../contracts/storage/samples.ts';
import type { AuditRecord } from '../src/model/audit.ts';
import type { FactorSecret } from '../src/model/second-factor.ts';
import type { Storage } from '../src/ports/storage.ts';
import { ok, refuse } from '../src/result.ts';
import { openSealedStorage } from '../src/sealed-storage.ts';
import { createMemoryStorage, memoryDatabase, plainKeyring } from '../testing/memory.ts';
import { emptyTables, type MemoryTables } from '../testing/memory-maps.ts';
import { openOver } from './support/sealed.ts';

/** Two processes over one database that holds three children, one without a number. */
const openTwice = async () => {
  const maps = emptyTables();
  const [storage, other] = [await openOver(maps, 'a'), await openOver(maps, 'b')];
  const parent = await keepAccount(storage, 'Par');
  const kept = ['756.1', undefined, '756.2'].map((number) => child(number));
  for (const one of kept) await keep(storage, ({ children }) => children.insert(one, parent.id));
  const keysInUse = () =>
    [...maps.children.values()].flatMap(({ encryptedNumber }) => encryptedNumber?.split('|')[0] ?? []);
  return { maps, storage, other, parent, kept, keysInUse };
};

describe('a data key that was rotated', () => {
  test.each(['the same process', 'another'])(
    'seals what %s writes next, and opens it in every process',
    async (who) => {
      const { storage, other, parent, keysInUse } = await openTwice();
      await keep(storage, ({ dataKeys }) => dataKeys.rotate());
      const added = child('756.3');
      await keep(who === 'another' ? other : storage, ({ children }) => children.insert(added, parent.id));
      expect(keysInUse()).toEqual(['a1', 'a1', 'a2']);
      for (const one of [storage, other]) expect(await one.read.children.record(added.id)).toEqual(added);
    },
  );

  test('reencrypts what the one before it sealed, a page at a time, and every process reads it', async () => {
    const { storage, other, kept, keysInUse } = await openTwice();
    await keep(storage, ({ dataKeys }) => dataKeys.rotate());
    const reencrypted = (by: Storage, size: number) =>
      keep(by, ({ children }) => children.reencrypt({ after: undefined, size }));
    expect(await reencrypted(storage, 2)).toEqual({ last: kept[1]?.id, sealed: 1 });
    expect(keysInUse()).toEqual(['a2', 'a1']);
    expect((await reencrypted(other, 100)).sealed).toBe(1);
    expect((await reencrypted(other, 100)).sealed).toBe(0);
    for (const one of [storage, other]) {
      expect(await Promise.all(kept.map(({ id }) => one.read.children.record(id)))).toEqual(kept);
    }
  });

  test('is not rotated by a unit of work that is rolled back', async () => {
    const { storage, parent, keysInUse } = await openTwice();
    await storage.write(async ({ dataKeys }) => {
      await dataKeys.rotate();
      return refuse('CHILD_KNOWN');
    });
    await keep(storage, ({ children }) => children.insert(child('756.3'), parent.id));
    expect(new Set(keysInUse()).size).toBe(1);
  });
});

test('only the first process to open a new store makes its keys', async () => {
  const { maps } = await openTwice();
  expect([...maps.keys.keys()]).toEqual(['a1']);
});

test('a number opens for its own child only', async () => {
  const { maps, storage, kept } = await openTwice();
  const [one, , other] = kept.map(({ id }) => maps.children.get(id));
  if (!one || !other) throw new Error('unreachable: they are kept');
  maps.children.set(one.id, { ...one, encryptedNumber: other.encryptedNumber });
  await expect(storage.read.children.record(one.id)).rejects.toThrow('It does not open.');
});

test('the secret of a second factor opens for its own account only', async () => {
  const { maps, storage } = await openTwice();
  const [one, other] = [(await keepAccount(storage, 'Doc')).id, (await keepAccount(storage, 'Par')).id];
  const factor = { secret: 'SECRET' as FactorSecret, confirmedAt: at(1), lastStep: 1, recoveryCodes: [] };
  for (const accountId of [one, other])
    await keep(storage, ({ secondFactors }) => secondFactors.save({ ...factor, accountId }));
  expect(await storage.read.secondFactors.find(one)).toEqual({ ...factor, accountId: one });
  const [stored, stranger] = [one, other].map((id) => maps.secondFactors.get(id));
  if (!stored || !stranger) throw new Error('unreachable: they are kept');
  maps.secondFactors.set(one, { ...stored, encryptedSecret: stranger.encryptedSecret });
  await expect(storage.read.secondFactors.find(one)).rejects.toThrow('It does not open.');
});

test('fingerprints differ by table, column and owner, so that two rows show nothing that they share', async () => {
  const { maps, storage, parent } = await openTwice();
  const other = await keepAccount(storage, 'Par');
  for (const { id } of [parent, other]) {
    await keep(storage, ({ children }) => children.insert(child('756.9'), id));
  }
  await keep(storage, async ({ knownNetworks, keptOutcomes, throttles }) => {
    await keptOutcomes.save({ key: 'one', request: 'one', outcome: 'ID', at: at(1) });
    await keptOutcomes.save({ key: 'other', request: 'one', outcome: 'ID', at: at(1) });
    await throttles.save('one', { count: 1, notBefore: at(1), forgottenAt: at(1), underWay: [] }, 'owner');
    await knownNetworks.save({ key: 'one', accountId: parent.id, at: at(1) });
  });
  const stored = [
    ...[...maps.keptOutcomes.values()].flatMap(({ key, request }) => [key, request]),
    ...[...maps.throttles].flatMap(([key, { of }]) => [key, of ?? '']),
    ...maps.knownNetworks.keys(),
    ...[...maps.parenthoods.values()].flatMap(({ numberFingerprint }) => numberFingerprint ?? []),
  ];
  expect(stored).toHaveLength(11);
  expect(new Set(stored).size).toBe(11);
  expect(stored.filter((text) => !text.startsWith('#'))).toEqual([]);
});

describe('the end of the audit trail, where it is missing when a store is opened,', () => {
  const wipe = (maps: MemoryTables): void => {
    maps.audit.clear();
    maps.auditEnd.clear();
  };

  test('is made if the store has neither a record nor an account', async () => {
    const maps = emptyTables();
    await openOver(maps);
    wipe(maps);
    const { read } = await openOver(maps);
    expect(await read.audit.verify()).toEqual({ sound: true, records: 0 });
    expect((await read.audit.checkpoint())?.place).toBe(0);
  });

  test('stays lost if the store has an account', async () => {
    const maps = emptyTables();
    await keepAccount(await openOver(maps), 'Par');
    wipe(maps);
    const { read } = await openOver(maps);
    expect(await read.audit.verify()).toEqual({ sound: false, place: 1, problem: 'the end is missing' });
  });
});

test('several units of one transaction fail alone, and only the audit records of those that succeed are appended', async () => {
  const maps = emptyTables();
  const { begin, read } = await openSealedStorage(memoryDatabase(maps), plainKeyring('a'));
  await memoryDatabase(maps).transaction(async (tables) => {
    const units = await begin(tables);
    const append = (ok: boolean) =>
      units.run(async ({ audit, accounts }) => {
        await audit.append({ ...auditRecord(), requestId: ok ? 'kept' : 'refused' });
        if (!ok) return refuse('EMAIL_TAKEN');
        return accounts.insert(credentials(account('Par')));
      });
    for (const ok of [true, false, true]) expect((await append(ok)).ok).toBe(ok);
    await units.finish();
    return ok(undefined);
  });
  const records = await read.audit.records({}, { after: 0, size: 10 });
  expect(records.map(({ place, requestId }) => [place, requestId])).toEqual([
    [1, 'kept'],
    [2, 'kept'],
  ]);
  expect(await read.audit.verify()).toEqual({ sound: true, records: 2 });
});

describe('audit records of units of work that run at once', () => {
  const open = async () => {
    const maps = emptyTables();
    const { read, write, sequence } = createMemoryStorage(maps, { parallel: true });
    const records = [auditRecord(), auditRecord(), auditRecord()];
    const append = (record: AuditRecord) => write(async ({ audit }) => ok(await audit.append(record)));
    for (const record of records) await append(record);
    const places = () => [...maps.audit.values()].map(({ id, place }) => [id, place]);
    return { maps, read, sequence, records, places };
  };

  test('are sequenced however many they are, and records that are given again are stored once', async () => {
    const { maps, sequence, places } = await open();
    const [pending] = maps.auditPending.values();
    if (!pending) throw new Error('unreachable: three are pending');
    for (let nth = 0; nth < 2500; nth += 1) maps.auditPending.set(`x${nth}`, { ...pending, id: `x${nth}` as never });
    const noted = auditRecord();
    await sequence([noted]);
    expect(maps.auditPending.size).toBe(0);
    expect(places()).toHaveLength(2504);
    await sequence([noted], true);
    await sequence([auditRecord()], true);
    expect(places()).toHaveLength(2505);
  });
});

test.each([true, false])(
  'gives records their places in order, and none twice (units of work in parallel: %s)',
  async (parallel) => {
    const maps = emptyTables();
    const { read, sequence, write } = createMemoryStorage(maps, { parallel });
    const [first, second, third] = [auditRecord({}), auditRecord({}), auditRecord({})];
    await write(async ({ audit }) => ok(await audit.append(first)));
    await sequence([second, third]);
    await sequence([second, third], true);
    await sequence([]);
    const stored = await read.audit.records({}, { after: 0, size: 9 });
    expect(stored.map(({ id, place }) => [id, place])).toEqual(
      [first, second, third].map(({ id }, nth) => [id, nth + 1]),
    );
    expect(await read.audit.verify()).toEqual({ sound: true, records: 3 });
  },
);
