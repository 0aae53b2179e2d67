import type { Instant } from '@health-case/domain/model/values';
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
