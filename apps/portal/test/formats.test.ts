import { type Day, HOUR, type Instant, MINUTE } from '@health-case/domain/model/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFormats } from '../src/kit/formats.ts';

it.each(['Europe/Zurich', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/St_Johns'])(
  'a day is the day of its moment in %s, whichever others were written before',
  (timeZone) => {
    const { dayAt, shortDayAt } = createFormats(timeZone)('en');
    const dateOf = (dateStyle: 'long' | 'medium', at: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone }).format(at);
    // Moments of three days, so that many share one, and others are close to its ends.
    const moment = fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 27) });
    fc.assert(
      fc.property(moment, (at) => {
        expect([dayAt(at as Instant), shortDayAt(at as Instant)]).toEqual([dateOf('long', at), dateOf('medium', at)]);
      }),
    );
  },
);

it.each([
  ['en', ['1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', '1 day ago', '2 days ago']],
  ['de', ['vor 1 Minute', 'vor 59 Minuten', 'vor 1 Stunde', 'vor 23 Stunden', 'vor 1 Tag', 'vor 2 Tagen']],
  [
    'fr',
    ['il y a 1 minute', 'il y a 59 minutes', 'il y a 1 heure', 'il y a 23 heures', 'il y a 1 jour', 'il y a 2 jours'],
  ],
  [
    'nl',
    ['1 minuut geleden', '59 minuten geleden', '1 uur geleden', '23 uur geleden', '1 dag geleden', '2 dagen geleden'],
  ],
] as const)(
  'says in %s how long ago something was, and nothing that could be meant of the calendar or of what comes',
  (language, texts) => {
    const { ago } = createFormats('UTC')(language);
    const since = [0, 59 * MINUTE, HOUR, 23.9 * HOUR, 47 * HOUR, 48 * HOUR];
    expect(since.map((passed) => ago((Date.now() - passed) as Instant))).toEqual(texts);
  },
);

it.each([
  [1, '1 second', 'in 1 Sekunde', 'dans 1 seconde', 'over 1 seconde'],
  [90, '90 seconds', 'in 90 Sekunden', 'dans 90 secondes', 'over 90 seconden'],
  [91, '2 minutes', 'in 2 Minuten', 'dans 2 minutes', 'over 2 minuten'],
  [5400, '90 minutes', 'in 90 Minuten', 'dans 90 minutes', 'over 90 minuten'],
  [5401, '2 hours', 'in 2 Stunden', 'dans 2 heures', 'over 2 uur'],
  [72 * 3600, '3 days', 'in 3 Tagen', 'dans 3 jours', 'over 3 dagen'],
])('of %i seconds says, rounded up, how long they last, and when they are over', (seconds, lasting, ...coming) => {
  const formats = createFormats('UTC');
  expect(formats('en').lasting(seconds)).toBe(lasting);
  expect((['de', 'fr', 'nl'] as const).map((language) => formats(language).comingIn(seconds))).toEqual(coming);
});

it('French writes the first day of a month as it is spoken, and no other', () => {
  const { day, dayAt, moment } = createFormats('UTC')('fr');
  const at = Date.UTC(2026, 11, 1, 10) as Instant;
  expect(moment(at)).toMatch(/^1er décembre 2026 à 10:00$/);
  expect([dayAt(at), day('2026-12-01' as Day), day('2026-12-11' as Day)]).toEqual([
    '1er décembre 2026',
    '1er décembre 2026',
    '11 décembre 2026',
  ]);
});
