import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { HOUR, type Instant, later } from './instant.ts';
import { missing, type Parsed, problem } from './parsed.ts';

/** D-13: a real calendar day, YYYY-MM-DD, 1900-01-01 or later. Such texts compare as the days do. */
export type BirthDate = Brand<string, 'BirthDate'>;

/** The first day that is accepted. */
export const FIRST_DAY = '1900-01-01';
/** How a day is written, whether there is such a day or not. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The parts read back alike only if the day exists: 30 February would come back as a day of March. */
const isCalendarDay = (text: string): boolean => {
  if (!DAY.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && dayOf(instant) === text;
};

export const parseBirthDate = (text: string): Parsed<BirthDate> => {
  const day = text.trim();
  if (day === '') return missing;
  if (!isCalendarDay(day)) return problem('must be a calendar day written YYYY-MM-DD');
  return day >= FIRST_DAY ? ok(day as BirthDate) : problem(`must not lie before ${FIRST_DAY}`);
};

/** D-13: as long as it is today somewhere on Earth (UTC+14 is the first zone to get there), it is not the future. */
export const isInFuture = (day: BirthDate, now: Instant): boolean => day > dayOf(later(now, 14 * HOUR));
