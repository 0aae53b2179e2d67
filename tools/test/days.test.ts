import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const SOURCES = globSync('{packages,apps}/*/{src,verify}/**/*.{ts,tsx,js}', { cwd: root }).filter(
  (path) => !path.includes('/generated/'),
);

/** How an instant becomes a day, or a day an instant. */
const DAYS =
  /toISOString\(\)\s*\.\s*(?:slice|split|substr|startsWith)|\.[gs]et(?:UTC)?(?:Date|Day|Month|FullYear|Hours)\(|T00:00|T24:00|Date\.UTC\(|toLocale(?:Date)?String\(|\bTemporal\b|\bDateTimeFormat\b|\b(?:dayInUtc|beginInUtc)\(/;

/** Where this is not asked of the calendar of the service's time zone (D-26), and why. */
const EXCEPTIONS = {
  'apps/portal/src/kit/child-age.ts': 'asks whether an age is right, for which a day more or less does not count',
  'apps/portal/src/kit/formats.ts': 'writes moments and days for people, in the same zone',
  'packages/client/src/certificate.ts': 'reads the days in the zone that a certificate names',
  'packages/composition/src/settings.ts': 'asks whether there is a zone of that name',
  'packages/domain/src/model/calendar.ts': 'counts days, without moments',
  'packages/domain/src/model/child.ts': 'D-13: a day that has begun anywhere on Earth',
  'packages/domain/src/model/values.ts': 'asks whether there is such a day',
  'packages/http/verify/page.js': 'writes days and moments of the reader',
  'packages/mail-nodemailer/src/message.ts': 'writes moments for people, in the same zone',
  'packages/node-platform/src/calendar.ts': 'is the calendar',
};

it('no code but the calendar turns a moment into a day, or a day into a moment (D-26)', () => {
  expect(SOURCES.length).toBeGreaterThan(200);
  const turning = SOURCES.filter((path) => DAYS.test(readFileSync(join(root, path), 'utf8')));
  expect(turning.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});
