import type { Language } from '@health-case/domain/model/account';
import type { Day, Instant } from '@health-case/domain/model/values';

const make = (language: Language, timeZone: string | undefined) => {
  const locale = language === 'en' ? 'en-GB' : language;
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  // A day of the calendar is the same day everywhere.
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const daysAt = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const shortDaysAt = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const numbers = new Intl.NumberFormat(locale);
  return {
    moment: (at: Instant): string => moments.format(at),
    /** The day of a moment. */
    dayAt: (at: Instant): string => daysAt.format(at),
    /** Short enough for a column. */
    shortDayAt: (at: Instant): string => shortDaysAt.format(at),
    day: (day: Day): string => days.format(new Date(day)),
    number: (count: number): string => numbers.format(count),
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
