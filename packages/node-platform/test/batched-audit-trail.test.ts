import { type AuditTrailHarness, auditTrailContract, recordOf } from '@health-case/domain/contracts/platform-contract';
import { Unavailable } from '@health-case/domain/errors';
import { createMemoryStorage } from '@health-case/domain/testing/memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchedAuditTrail } from '../src/batched-audit-trail.ts';

const gone = new Unavailable('store', 'gone', { retryAfterSeconds: 1 });

/** A trail over a store in memory whose writes can be counted and made to fail. */
const open = () => {
  const storage = createMemoryStorage();
  const { sequence } = storage;
  const write = vi.spyOn(storage, 'sequence');
  const report = vi.fn();
  const trail = createBatchedAuditTrail(storage, report);
  const stored = async () => (await storage.read.audit.records({}, { after: 0, size: 10_000 })).map(({ id }) => id);
  return { trail, sequence, write, report, stored };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

auditTrailContract('the batched audit trail', (): AuditTrailHarness => {
  const { trail, write, stored } = open();
  const passSecond = async () => void (await vi.advanceTimersByTimeAsync(1000));
  const setOutage = (isDown: boolean) => void (isDown ? write.mockRejectedValue(gone) : write.mockRestore());
  return { trail, stored, passSecond, setOutage };
});

describe('the batched audit trail', () => {
  it('tries again at the next interval, then writes what was noted meanwhile, and reports an outage once', async () => {
    const { trail, write, report } = open();
    write.mockRejectedValueOnce(gone).mockRejectedValueOnce(gone);
    trail.note(recordOf(0));
    await vi.advanceTimersByTimeAsync(500);
    for (let count = 1; count < 4; count += 1) trail.note(recordOf(count));
    await vi.advanceTimersByTimeAsync(1500);
    expect(write.mock.calls.map(([records, isAgain]) => [records.length, isAgain])).toEqual([
      [1, false],
      [1, true],
      [1, true],
      [3, false],
    ]);
    expect(report.mock.calls).toEqual([[gone]]);
  });

  it('writes at the next interval what is noted during a write, so that a write ends under load', async () => {
    const { trail, sequence, write } = open();
    write.mockImplementation(async (...given) => {
      const { length } = write.mock.calls;
      if (length < 5) trail.note(recordOf(length));
      await sequence(...given);
    });
    trail.note(recordOf(0));
    await vi.advanceTimersByTimeAsync(1000);
    expect(write.mock.calls.map(([records]) => records.length)).toEqual([1, 1]);
  });

  it('stores a record once if the store failed after it had stored it', async () => {
    const { trail, sequence, write, stored } = open();
    const records = Array.from({ length: 3 }, (_, nth) => recordOf(nth));
    write.mockImplementationOnce(async (...given) => {
      await sequence(...given);
      throw gone;
    });
    for (const each of records) trail.note(each);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await stored()).toEqual(records.map(({ id }) => id));
  });

  it('refuses more when those that wait are about so many children that they would fill the memory', async () => {
    const { trail, write } = open();
    write.mockRejectedValue(gone);
    const children = Array.from({ length: 500 }, () => '01900000-0000-7000-8000-000000000001').join(' ');
    const noteMany = (many: number) => {
      for (let nth = 0; nth < many; nth += 1) trail.note({ ...recordOf(nth), children });
    };
    noteMany(2000);
    await vi.advanceTimersByTimeAsync(500);
    expect(() => noteMany(1000)).toThrow(Unavailable);
    expect(trail.waiting()).toBeLessThan(3000);
    write.mockRestore();
    await vi.advanceTimersByTimeAsync(1000);
    expect(() => noteMany(1)).not.toThrow();
  });

  it('writes the rest when it is closed, and nothing twice if it is closed while it writes', async () => {
    const { trail, stored } = open();
    const records = Array.from({ length: 2500 }, (_, nth) => recordOf(nth));
    for (const each of records) trail.note(each);
    expect(trail.waiting()).toBe(2500);
    await Promise.all([trail.close(), trail.close()]);
    expect(trail.waiting()).toBe(0);
    expect(await stored()).toEqual(records.map(({ id }) => id));
  });
});
