import type { Calendar } from '@health-case/domain/model/calendar';
import { type Day, type Instant, MINUTE } from '@health-case/domain/model/values';

/** A name, as certificates carry it: no offset from UTC, which some machines have in its place. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

const machineZone = (): string => {
  const zone = Temporal.Now.timeZoneId();
  return NAME.test(zone) ? zone : 'UTC';
};

/** D-26: by default of the machine's zone, found with the first day. `Temporal` takes half the memory of `Intl`. */
export const createCalendar = (named?: string): Calendar => {
  let known = named;
  const zone = (): string => {
    known ??= machineZone();
    return known;
  };
  // Each page of the portal asks for today. Clocks go forward and back at whole minutes.
  let last: { readonly minute: number; readonly day: Day } | undefined;
  return {
    zone,
    dayOf: (at) => {
      const minute = Math.floor(at / MINUTE);
      if (last?.minute !== minute) {
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone());
        last = { minute, day: local.toPlainDate().toString() as Day };
      }
      return last.day;
    },
    morningAfter: (at) => {
      const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone());
      const seven = now.withPlainTime('07:00');
      const next = seven.epochMilliseconds > at ? seven : now.add({ days: 1 }).withPlainTime('07:00');
      return next.epochMilliseconds as Instant;
    },
    endOf: (day) => {
      const next = Temporal.PlainDate.from(day).add({ days: 1 });
      const midnight = next.toPlainDateTime();
      // Where clocks go back over midnight it is midnight twice, and the day ends with the second one.
      const last = midnight.toZonedDateTime(zone(), { disambiguation: 'later' });
      const isMidnight = last.toPlainDateTime().equals(midnight);
      return (isMidnight ? last : next.toZonedDateTime(zone())).epochMilliseconds as Instant;
    },
  };
};
