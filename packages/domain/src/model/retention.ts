import { type Calendar, daysAfter, yearsBefore } from './calendar.ts';
import type { Instant } from './values.ts';

/** D-35: cases that were finished before are erased: on an earlier day than today's of so many years ago. */
export const endOfRetention = (calendar: Calendar, now: Instant, years: number): Instant | undefined =>
  years === 0 ? undefined : calendar.endOf(daysAfter(yearsBefore(calendar.dayOf(now), years), -1));
