import { type Language, localeOf } from '@health-case/domain/model/account';
import type { Month } from '@health-case/domain/model/figures';
import { type Day, type Instant, MINUTE } from '@health-case/domain/model/values';

/** `Intl` needs some microseconds for each, and lists show the same days and counts again and again. */
const remembered = <Key, Value>(format: (value: Value) => string, keyOf: (value: Value) => Key) => {
  const known = new Map<Key, string>();
  return (value: Value): string => {
    const key = keyOf(value);
    const text = known.get(key) ?? format(value);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, text);
    return text;
  };
};
const MOST_REMEMBERED = 4096;

/** In every time zone days begin with one. */
const quarterHourOf = (at: Instant): number => Math.floor(at / (15 * MINUTE));

const make = (language: Language, timeZone: string | undefined) => {
  const locale = localeOf(language);
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  // A day of the calendar is the same day everywhere.
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const daysAt = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const shortDaysAt = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  // Swedish days are those of ISO 8601.
  const isoDays = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone });
  const past = new Intl.RelativeTimeFormat(locale);
  const numbers = new Intl.NumberFormat(locale);
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  const [seconds, minutes, hours, wholeDays] = [unit('second'), unit('minute'), unit('hour'), unit('day')];
  return {
    moment: (at: Instant): string => moments.format(at),
    /** The day of a moment. */
    dayAt: remembered((at: Instant) => daysAt.format(at), quarterHourOf),
    /** Short enough for a column. */
    shortDayAt: remembered((at: Instant) => shortDaysAt.format(at), quarterHourOf),
    /** How long ago, in whole minutes, hours or days: "yesterday" would be a day of the calendar. */
    ago: (at: Instant): string => {
      const inMinutes = Math.max(1, Math.floor((Date.now() - at) / MINUTE));
      const inHours = Math.floor(inMinutes / 60);
      if (inHours >= 24) return past.format(-Math.floor(inHours / 24), 'day');
      return inHours > 0 ? past.format(-inHours, 'hour') : past.format(-inMinutes, 'minute');
    },
    /** Whether the day is over where the clinic is. */
    hasBegun: (day: Day): boolean => day <= isoDays.format(Date.now()),
    isPast: (day: Day): boolean => day < isoDays.format(Date.now()),
    day: remembered(
      (day: Day) => days.format(new Date(day)),
      (day) => day,
    ),
    month: (month: Month): string => months.format(new Date(month)),
    number: remembered<number, number>(numbers.format, (count) => count),
    /** How long to wait: rounded up, so that nobody comes too early. */
    wait: (inSeconds: number): string => {
      if (inSeconds <= 90) return seconds.format(inSeconds);
      const inMinutes = Math.ceil(inSeconds / 60);
      const inHours = Math.ceil(inMinutes / 60);
      if (inHours > 48) return wholeDays.format(Math.ceil(inHours / 24));
      return inMinutes <= 90 ? minutes.format(inMinutes) : hours.format(inHours);
    },
  };
};

/** How moments (in the clinic's time zone), days and numbers are written. */
export type Formats = ReturnType<typeof make>;

/** Made once for each language: `Intl` needs a millisecond for it. */
export const createFormats = (timeZone: string | undefined): ((language: Language) => Formats) => {
  const made = new Map<Language, Formats>();
  return (language) => {
    const known = made.get(language) ?? make(language, timeZone);
    made.set(language, known);
    return known;
  };
};
