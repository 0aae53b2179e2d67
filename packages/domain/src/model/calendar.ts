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
