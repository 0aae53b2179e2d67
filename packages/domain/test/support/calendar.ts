import { type Calendar, daysAfter } from '../../src/model/calendar.ts';
import { beginInUtc, type Day, dayInUtc, HOUR, type Instant, later } from '../../src/model/values.ts';

/** Of a place that is so many hours ahead of UTC, all year. */
export const fixedCalendar = () => {
  let ahead = 0;
  return {
    zone: () => (ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`),
    dayOf: (instant: Instant) => dayInUtc(instant + ahead * HOUR),
    endOf: (day: Day) => later(beginInUtc(daysAfter(day, 1)) as Instant, -ahead * HOUR),
    morningAfter: (at: Instant) => {
      const seven = beginInUtc(dayInUtc(at + ahead * HOUR)) + (7 - ahead) * HOUR;
      return later(seven as Instant, seven > at ? 0 : 24 * HOUR);
    },
    moveTo: (hours: number) => {
      ahead = hours;
    },
  };
};

export const utcCalendar: Calendar = fixedCalendar();
