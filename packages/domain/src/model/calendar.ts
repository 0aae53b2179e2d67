import type { Day, Instant } from './values.ts';
import { beginInUtc, DAY, dayInUtc } from './values.ts';

/** D-26: the calendar of the place that the service is for. */
export type Calendar = {
  /** The IANA name of its time zone. */
  zone(): string;
  dayOf(at: Instant): Day;
  /** The first moment after the day: no later moment is of it. */
  endOf(day: Day): Instant;
  /** D-43: the next time when it is seven in the morning. */
  morningAfter(at: Instant): Instant;
};

/** Days of the calendar, whatever the hours that each has somewhere. */
export const daysAfter = (day: Day, days: number): Day => dayInUtc(beginInUtc(day) + days * DAY);

/** The same day of an earlier year. 29 February becomes 28 February in a year without it. */
const yearsBefore = (day: Day, years: number): Day => {
  const [year = '', month, date] = day.split('-');
  const earlier = `${String(Number(year) - years).padStart(4, '0')}-${month}-${date}` as Day;
  const isReal = dayInUtc(beginInUtc(earlier)) === earlier;
  return isReal ? earlier : (`${earlier.slice(0, 8)}28` as Day);
};

/** D-35: cases that were finished before are erased: on an earlier day than today's of so many years ago. */
export const endOfRetention = (calendar: Calendar, now: Instant, years: number): Instant | undefined =>
  years === 0 ? undefined : calendar.endOf(daysAfter(yearsBefore(calendar.dayOf(now), years), -1));
