import { datedIn, type Language, localeOf } from '@health-case/domain/model/account';
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

/** Rounded up, so that nobody comes too early. */
const rounded = (inSeconds: number): readonly [count: number, unit: 'second' | 'minute' | 'hour' | 'day'] => {
  if (inSeconds <= 90) return [inSeconds, 'second'];
  const inMinutes = Math.ceil(inSeconds / 60);
  const inHours = Math.ceil(inMinutes / 60);
  if (inHours > 48) return [Math.ceil(inHours / 24), 'day'];
  return inMinutes <= 90 ? [inMinutes, 'minute'] : [inHours, 'hour'];
};

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
  const fromNow = new Intl.RelativeTimeFormat(locale);
  const numbers = new Intl.NumberFormat(locale);
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  const units = { second: unit('second'), minute: unit('minute'), hour: unit('hour'), day: unit('day') };
  const written = (format: Intl.DateTimeFormat, at: Instant | Date) => datedIn(language, format.format(at));
  return {
    moment: (at: Instant): string => written(moments, at),
    dayAt: remembered((at: Instant) => written(daysAt, at), quarterHourOf),
    /** Short enough for a column. */
    shortDayAt: remembered((at: Instant) => written(shortDaysAt, at), quarterHourOf),
    /** How long ago, in whole minutes, hours or days: "yesterday" would be a day of the calendar. */
    ago: (at: Instant): string => {
      const inMinutes = Math.max(1, Math.floor((Date.now() - at) / MINUTE));
      const inHours = Math.floor(inMinutes / 60);
      if (inHours >= 24) return fromNow.format(-Math.floor(inHours / 24), 'day');
      return inHours > 0 ? fromNow.format(-inHours, 'hour') : fromNow.format(-inMinutes, 'minute');
    },
    /** Whether the day is over where the clinic is. */
    hasBegun: (day: Day): boolean => day <= isoDays.format(Date.now()),
    isPast: (day: Day): boolean => day < isoDays.format(Date.now()),
    day: remembered(
      (day: Day) => written(days, new Date(day)),
      (day) => day,
    ),
    month: (month: Month): string => months.format(new Date(month)),
    number: remembered<number, number>(numbers.format, (count) => count),
    lasting: (inSeconds: number): string => {
      const [count, name] = rounded(inSeconds);
      return units[name].format(count);
    },
    /** With "in" before it, which changes the word behind it in German. */
    comingIn: (inSeconds: number): string => fromNow.format(...rounded(inSeconds)),
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
