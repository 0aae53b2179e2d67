import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { type AuditRecordId, type Instant, parseAccountId } from '@health-case/domain/model/values';
import type { AuditTrail, Clock, IdSource } from '@health-case/domain/ports/ports';
import { describe, expect, it } from 'vitest';

export const clockContract = (name: string, open: () => Clock): void => {
  describe(`${name} keeps the promises of a clock`, () => {
    it('tells whole milliseconds since 1970, of this century, and goes on', async () => {
      const clock = open();
      const before = clock.now();
      expect(Number.isInteger(before)).toBe(true);
      expect(new Date(before).getUTCFullYear()).toSatisfy((year: number) => year > 2000 && year < 2200);
      await clock.sleep(10);
      await expect.poll(() => clock.now()).toBeGreaterThan(before);
    });
  });
};

export const idSourceContract = (name: string, open: () => IdSource): void => {
  describe(`${name} keeps the promises of an id source (D-10)`, () => {
    it('gives out UUIDv7 in lower case, none twice, each sorting after all before it, whatever their kinds', () => {
      const ids = open();
      const sources = [ids.account, ids.child, ids.case, ids.task, ids.certification, ids.caseEvent, ids.auditRecord];
      const given: string[] = Array.from({ length: 2000 }, () => sources.map((next) => next())).flat();
      for (const id of given.slice(0, sources.length)) expect(parseAccountId(id).ok).toBe(true);
      expect(new Set(given).size).toBe(given.length);
      expect(given).toEqual(given.toSorted());
    });
  });
};

export type AuditTrailHarness = {
  readonly trail: AuditTrail;
  /** Lets a second pass. */
  readonly passSecond: () => Promise<void>;
  /** What has reached the audit store, in its order. */
  readonly stored: () => Promise<readonly AuditRecordId[]>;
  /** Ends or begins an outage of the audit store. Left out by a trail without a store, which can have no outage. */
  readonly setOutage?: (isDown: boolean) => void;
};

/** A record of its own for each number, in their order. */
export const recordOf = (number: number): AuditRecord => ({
  id: `01980000-0000-7000-8000-${number.toString(16).padStart(12, '0')}` as AuditRecordId,
  at: 1 as Instant,
  requestId: 'a request',
  by: undefined,
  action: 'case shown',
  on: undefined,
  outcome: 'OK',
  child: undefined,
});

export const auditTrailContract = (name: string, open: () => AuditTrailHarness): void => {
  const records = Array.from({ length: 1200 }, (_, index) => recordOf(index));
  const ids = records.map(({ id }) => id);
  const noteAll = ({ trail }: AuditTrailHarness) => {
    for (const record of records) trail.note(record);
  };

  describe(`${name} keeps the promises of an audit trail (P-09)`, () => {
    it('stores each record once and in order, within a second, while more are noted', async () => {
      const harness = open();
      noteAll(harness);
      await harness.passSecond();
      expect(await harness.stored()).toEqual(ids);
      harness.trail.note(recordOf(1200));
      await harness.passSecond();
      expect(await harness.stored()).toEqual([...ids, recordOf(1200).id]);
    });

    it('keeps what is noted during an outage, and stores it once after', async ({ skip }) => {
      const harness = open();
      if (!harness.setOutage) return skip('It has no store.');
      harness.setOutage(true);
      noteAll(harness);
      await harness.passSecond();
      expect(await harness.stored()).toEqual([]);
      harness.setOutage(false);
      await harness.passSecond();
      expect(await harness.stored()).toEqual(ids);
    });

    it('throws Unavailable when too many records wait', ({ skip }) => {
      const { trail, setOutage } = open();
      if (!setOutage) return skip('It has no store.');
      setOutage(true);
      const noteTooMany = () => {
        for (let count = 0; count <= 1_000_000; count += 1) trail.note(recordOf(count));
      };
      expect(noteTooMany).toThrow(Unavailable);
    });
  });
};
