import { Unavailable } from '@health-case/domain/errors';
import { createMemoryStorage } from '@health-case/domain/memory/memory-storage';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { Instant } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchedAuditTrail } from '../src/batched-audit-trail.ts';
import { uuidIds } from '../src/uuid-ids.ts';

const record = (): AuditRecord => ({
  id: uuidIds.auditRecord(),
  at: 1 as Instant,
  requestId: 'a request',
  by: undefined,
  action: 'case shown',
  on: undefined,
  outcome: 'OK',
  child: undefined,
});

const kept = async ({ read }: Storage) =>
  (await read.audit.records({}, { after: 0, size: 10_000 })).map(({ id }) => id);

const report = vi.fn();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the batched audit trail', () => {
  it('writes what was noted within a second, in order, and many records in few units of work', async () => {
    const storage = createMemoryStorage();
    const write = vi.spyOn(storage, 'write');
    const trail = createBatchedAuditTrail(storage, report);
    const records = Array.from({ length: 1200 }, record);
    for (const noted of records) trail.note(noted);
    expect(await kept(storage)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await kept(storage)).toEqual(records.map(({ id }) => id));
    expect(write.mock.calls.length).toBeLessThan(5);
  });

  it('writes what is left when it is closed', async () => {
    const storage = createMemoryStorage();
    const trail = createBatchedAuditTrail(storage, report);
    const noted = record();
    trail.note(noted);
    expect(trail.waiting()).toBe(1);
    await trail.close();
    expect(trail.waiting()).toBe(0);
    expect(await kept(storage)).toEqual([noted.id]);
  });

  it('writes nothing twice, also when it is closed while it is writing', async () => {
    const storage = createMemoryStorage();
    const trail = createBatchedAuditTrail(storage, report);
    const records = Array.from({ length: 900 }, record);
    for (const noted of records) trail.note(noted);
    await Promise.all([trail.close(), trail.close()]);
    expect(await kept(storage)).toEqual(records.map(({ id }) => id));
  });

  it('keeps what could not be written until it can be', async () => {
    const storage = createMemoryStorage();
    const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 1 });
    const write = vi.spyOn(storage, 'write').mockRejectedValueOnce(gone);
    const trail = createBatchedAuditTrail(storage, report);
    const noted = record();
    trail.note(noted);
    await vi.advanceTimersByTimeAsync(500);
    expect(await kept(storage)).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await kept(storage)).toEqual([noted.id]);
    expect(write).toHaveBeenCalledTimes(2);
    expect(report.mock.calls).toEqual([[gone]]);
  });

  it('refuses to go on when far too much waits', () => {
    const storage = createMemoryStorage();
    vi.spyOn(storage, 'write').mockImplementation(() => new Promise(() => undefined));
    const trail = createBatchedAuditTrail(storage, report);
    const noted = record();
    for (let count = 0; count < 100_000; count += 1) trail.note(noted);
    expect(() => trail.note(noted)).toThrow(Unavailable);
  });
});
