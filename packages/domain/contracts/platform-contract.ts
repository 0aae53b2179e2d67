import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import { type Calendar, daysAfter } from '@health-case/domain/model/calendar';
import { type AuditRecordId, type Day, type Instant, later, parseId } from '@health-case/domain/model/values';
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

  it(`${name} can be woken before its time, and leaves nothing behind that the end of the process waits for`, async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const sleeping = open().sleep(2 ** 31 - 1, (end) => end());
    await sleeping;
    expect(timers()).toBe(before);
  });
};

/** A zone, a day, the moment with which it ends there, and how many hours it has. */
const ENDS = [
  ['UTC', '2026-11-27', '2026-11-28T00:00:00Z', 24],
  ['Etc/GMT-14', '2026-11-27', '2026-11-27T10:00:00Z', 24],
  ['Etc/GMT+12', '2026-11-27', '2026-11-28T12:00:00Z', 24],
  ['Asia/Kathmandu', '2026-11-27', '2026-11-27T18:15:00Z', 24],
  ['Pacific/Auckland', '2026-11-27', '2026-11-27T11:00:00Z', 24],
  ['America/New_York', '2026-11-27', '2026-11-28T05:00:00Z', 24],
  // Clocks change within the day.
  ['America/New_York', '2026-03-08', '2026-03-09T04:00:00Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z', 25],
  // There is no midnight, or no last half hour.
  ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00Z', 24],
  ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00Z', 24],
  ['Asia/Beirut', '2026-03-28', '2026-03-28T22:00:00Z', 24],
  ['America/Toronto', '1919-03-30', '1919-03-31T04:30:00Z', 23.5],
  // It is midnight twice, or the day comes back for an hour.
  ['America/Sao_Paulo', '2018-02-17', '2018-02-18T03:00:00Z', 25],
  ['Africa/Cairo', '2026-10-29', '2026-10-29T22:00:00Z', 25],
  ['America/St_Johns', '2010-11-06', '2010-11-07T03:30:00Z', 25],
  // Samoa moved over the date line, and had no 30 December.
  ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00Z', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0],
  ['Pacific/Apia', '2011-12-31', '2011-12-31T10:00:00Z', 24],
  ['Europe/Amsterdam', '2028-02-29', '2028-02-29T23:00:00Z', 24],
] as const;

/** `open` gives the calendar of a zone, by its IANA name. */
export const calendarContract = (name: string, open: (zone: string) => Calendar): void => {
  describe(`${name} keeps the promises of a calendar (D-26)`, () => {
    it.each(ENDS)('in %s %s ends at %s, after %d hours', (zone, day, end, hours) => {
      const { dayOf, endOf, zone: named } = open(zone);
      expect(named()).toBe(zone);
      const ends = endOf(day as Day);
      expect(new Date(ends).toISOString()).toBe(end.replace('Z', '.000Z'));
      expect((ends - endOf(daysAfter(day as Day, -1))) / 3_600_000).toBe(hours);
      expect(dayOf(ends) > day).toBe(true);
      expect(dayOf(later(ends, -1)) <= day).toBe(true);
    });

    it.each([
      ['UTC', '2026-01-01T06:59:59.999Z', '2026-01-01T07:00:00.000Z'],
      ['UTC', '2026-01-01T07:00:00.000Z', '2026-01-02T07:00:00.000Z'],
      // Over the nights in which clocks go forward, and back.
      ['Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-29T05:00:00.000Z'],
      ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T06:00:00.000Z'],
      ['Pacific/Apia', '2011-12-29T18:00:00.000Z', '2011-12-30T17:00:00.000Z'],
    ])('in %s the morning after %s is at %s (D-43)', (zone, at, morning) => {
      const { morningAfter } = open(zone);
      expect(new Date(morningAfter(Date.parse(at) as Instant)).toISOString()).toBe(morning);
    });

    it('ends each day of years after the one before, with the last moment that is of it', () => {
      for (const zone of new Set(ENDS.map(([each]) => each))) {
        const { dayOf, endOf } = open(zone);
        for (let day = '2009-12-31' as Day, end = endOf(day); day < '2013-01-01'; ) {
          const before = end;
          day = daysAfter(day, 1);
          end = endOf(day);
          // Samoa's day that there was not has no moment.
          if (end > before) expect([zone, dayOf(before), dayOf((end - 1) as Instant)]).toEqual([zone, day, day]);
        }
      }
    });
  });
};

export const idSourceContract = (name: string, open: () => Ports['ids']): void => {
  it(`${name} gives UUIDv7 in lower case, none twice, each after all before it (D-10)`, () => {
    const { next } = open();
    const given: string[] = Array.from({ length: 20_000 }, () => next());
    expect(parseId(given[0] ?? '').ok).toBe(true);
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
