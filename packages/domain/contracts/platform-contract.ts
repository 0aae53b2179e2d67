import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { type AuditRecordId, parseId } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { describe, expect, it } from 'vitest';
import { auditRecord } from './storage/samples.ts';

export const clockContract = (name: string, open: () => Ports['clock']): void => {
  it(`${name} tells whole milliseconds since 1970, of this century, and goes on while it sleeps`, async () => {
    const clock = open();
    const before = clock.now();
    expect(Number.isInteger(before)).toBe(true);
    expect(new Date(before).getUTCFullYear()).toSatisfy((year: number) => year > 2000 && year < 2200);
    await clock.sleep(10);
    await expect.poll(() => clock.now()).toBeGreaterThan(before);
  });
};

export const idSourceContract = (name: string, open: () => Ports['ids']): void => {
  it(`${name} gives UUIDv7 in lower case, none twice, each after all before it, whatever their kinds (D-10)`, () => {
    const ids = open();
    const sources = Object.values(ids);
    const given: string[] = Array.from({ length: 2000 }, () => sources.map((next) => next())).flat();
    for (const id of given.slice(0, sources.length)) expect(parseId(id).ok).toBe(true);
    expect(new Set(given).size).toBe(given.length);
    expect(given).toEqual(given.toSorted());
  });
};

export const randomContract = (name: string, open: () => Ports['random']): void => {
  it(`${name} gives whole numbers from 0, below the limit, and each can come`, () => {
    const random = open();
    const drawn = Array.from({ length: 1000 }, () => random.below(3));
    expect([...new Set(drawn)].toSorted()).toEqual([0, 1, 2]);
    expect(random.below(1)).toBe(0);
  });
};

export type AuditTrailHarness = {
  readonly trail: Ports['auditTrail'];
  /** Lets a second pass. */
  readonly passSecond: () => Promise<void>;
  /** What has reached the audit store, in its order. */
  readonly stored: () => Promise<readonly AuditRecordId[]>;
  /** Ends or begins an outage of the audit store. */
  readonly setOutage: (isDown: boolean) => void;
};

/** A record of its own for each number, in their order. */
export const recordOf = (number: number): AuditRecord =>
  auditRecord({ id: `01980000-0000-7000-8000-${number.toString(16).padStart(12, '0')}` as AuditRecordId });

export const auditTrailContract = (name: string, open: () => AuditTrailHarness): void => {
  const records = Array.from({ length: 1200 }, (_, index) => recordOf(index));
  const ids = records.map(({ id }) => id);

  describe(`${name} keeps the promises of an audit trail (P-09)`, () => {
    it('stores each record once and in order, within a second, or after an outage of the store', async () => {
      const { trail, passSecond, stored, setOutage } = open();
      setOutage(true);
      for (const record of records.slice(0, 600)) trail.note(record);
      await passSecond();
      expect(await stored()).toEqual([]);
      setOutage(false);
      await passSecond();
      expect(await stored()).toEqual(ids.slice(0, 600));
      for (const record of records.slice(600)) trail.note(record);
      await passSecond();
      expect(await stored()).toEqual(ids);
    });

    it('throws Unavailable when too many records wait', () => {
      const { trail, setOutage } = open();
      setOutage(true);
      const noteTooMany = () => {
        for (let count = 0; count <= 1_000_000; count += 1) trail.note(recordOf(count));
      };
      expect(noteTooMany).toThrow(Unavailable);
    });
  });
};
