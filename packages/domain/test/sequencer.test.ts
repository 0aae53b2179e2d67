import { describe, expect, test } from 'vitest';
import { at, auditRecord } from '../contracts/storage/samples.ts';
import { auditedStorage, beginTrail } from '../src/audited-storage.ts';
import type { AuditRecord } from '../src/model/audit.ts';
import { DAY } from '../src/model/values.ts';
import type { AuditTable, Database } from '../src/ports/database.ts';
import type { Storage } from '../src/ports/storage.ts';
import { ok } from '../src/result.ts';
import { emptyTables } from '../testing/memory/table.ts';
import { memoryDatabase, plainFingerprint, plainKeyring } from '../testing/memory.ts';

const LOST = { sound: false, problem: 'records were lost before they got a place here' };

/** Processes over one database. Each keeps one connection. */
const openConnections = () => {
  const maps = emptyTables();
  const database = memoryDatabase(maps, plainKeyring());
  const onConnection = async () => {
    let trail: AuditTable | undefined;
    const transaction: Database['transaction'] = (work) =>
      database.transaction((draft) => {
        trail = Object.assign(trail ?? draft.trail, draft.trail);
        return work({ ...draft, trail });
      });
    await beginTrail(database, plainFingerprint);
    return auditedStorage({ ...database, parallel: true, transaction }, plainFingerprint);
  };
  const lose = (record: AuditRecord) => expect(maps.auditPending.delete(record.id)).toBe(true);
  return { maps, onConnection, lose };
};

const appendOne = async ({ write }: Pick<Storage, 'write'>): Promise<AuditRecord> => {
  const record = auditRecord();
  await write(async ({ audit }) => ok(await audit.append(record)));
  return record;
};

describe('a record that was committed and is lost before it has a place', () => {
  test('is missed by the process that committed it, and told once', async () => {
    const { lose, onConnection } = openConnections();
    const process = await onConnection();
    await appendOne(process);
    lose(await appendOne(process));
    const verify = process.read.audit.verify;
    expect(await verify()).toEqual({ ...LOST, place: 2 });
    await appendOne(process);
    await appendOne(process);
    expect(await verify()).toEqual({ ...LOST, place: 2 });
    expect(await process.read.audit.records({}, { after: 0, size: 9 })).toHaveLength(3);
  });

  test('is missed by another process when a later one of that connection gets a place', async () => {
    const { lose, onConnection } = openConnections();
    const [one, other] = [await onConnection(), await onConnection()];
    await appendOne(one);
    await other.sequence([]);
    lose(await appendOne(one));
    await appendOne(one);
    expect(await other.read.audit.verify()).toEqual({ ...LOST, place: 2 });
  });

  test('is missed if what was counted of its connection was removed, too', async () => {
    const { maps, onConnection } = openConnections();
    const process = await onConnection();
    await appendOne(process);
    await process.sequence([]);
    maps.auditSources.clear();
    await appendOne(process);
    expect(await process.read.audit.verify()).toEqual({ ...LOST, place: 2 });
  });
});

describe('a record before it has a place', () => {
  test('is not missed if its connection has recorded nothing for longer than its count is kept', async () => {
    const { onConnection } = openConnections();
    const [quiet, busy] = [await onConnection(), await onConnection()];
    const appendAt = ({ write }: Pick<Storage, 'write'>, moment: number) =>
      write(async ({ audit }) => ok(await audit.append(auditRecord({ at: at(moment) }))));
    await appendAt(quiet, 0);
    await quiet.sequence([]);
    await appendAt(busy, 8 * DAY);
    await quiet.sequence([]);
    await appendAt(quiet, 8 * DAY + 1);
    expect(await quiet.read.audit.verify()).toEqual({ sound: true, records: 3 });
  });

  test('is no longer counted a week after the last record of its connection', async () => {
    const { maps, onConnection } = openConnections();
    const process = await onConnection();
    const appendAt = (moment: number) =>
      process.write(async ({ audit }) => ok(await audit.append(auditRecord({ at: at(moment) }))));
    for (const old of ['one', 'other']) {
      maps.auditSources.set(old, { id: old, records: 1, at: at(0), seal: '' });
    }
    await appendAt(7 * DAY);
    await process.sequence([]);
    expect(maps.auditSources.size).toBe(3);
    await appendAt(7 * DAY + 1);
    await process.sequence([]);
    expect(maps.auditSources.size).toBe(1);
  });
});
