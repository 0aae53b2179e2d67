import { describe, expect, test } from 'vitest';
import { account, auditRecord, credentials } from '../contracts/storage/samples.ts';
import { auditedStorage, beginTrail } from '../src/audited-storage.ts';
import type { AuditRecord } from '../src/model/audit.ts';
import { ok, refuse } from '../src/result.ts';
import { emptyTables } from '../testing/memory/table.ts';
import { createMemoryStorage, memoryDatabase, plainFingerprint, plainKeyring } from '../testing/memory.ts';

test('several units of one transaction fail alone, and only the audit records of those that succeed are appended', async () => {
  const maps = emptyTables();
  const database = memoryDatabase(maps, plainKeyring());
  await beginTrail(database, plainFingerprint);
  const { begin, read } = auditedStorage(database, plainFingerprint);
  await database.transaction(async (inside) => {
    const units = begin(inside);
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
