import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { HOUR, type Instant, later } from './instant.ts';
import { missing, type Parsed, problem } from './parsed.ts';

/** D-13: a real calendar day, YYYY-MM-DD, 1900-01-01 or later. Such texts compare as the days do. */
export type BirthDate = Brand<string, 'BirthDate'>;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The parts read back alike only if the day exists: 30 February would come back as a day of March. */
const isCalendarDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && dayOf(instant) === text;
};

export const parseBirthDate = (text: string): Parsed<BirthDate> => {
  const day = text.trim();
  if (day === '') return missing;
  if (!isCalendarDay(day)) return problem('must be a calendar day written YYYY-MM-DD');
  return day >= '1900-01-01' ? ok(day as BirthDate) : problem('must not lie before 1900-01-01');
};

/** D-13: as long as it is today somewhere on Earth (UTC+14 is the first zone to get there), it is not the future. */
export const isInFuture = (day: BirthDate, now: Instant): boolean => day > dayOf(later(now, 14 * HOUR));
