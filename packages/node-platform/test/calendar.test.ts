import { execFileSync } from 'node:child_process';
import { calendarContract } from '@health-case/domain/contracts/platform-contract';
import { expect, it } from 'vitest';
import { createCalendar } from '../src/calendar.ts';

calendarContract('the calendar of a time zone', createCalendar);

it.each([
  ['America/New_York', 'America/New_York'],
  ['UTC', 'UTC'],
  ['<+03>-3', 'UTC'],
  ['Nowhere/Else', 'UTC'],
])('without a zone it is that of the machine (TZ=%s: %s)', (TZ, zone) => {
  const module = new URL('../src/calendar.ts', import.meta.url);
  const code = `import(${JSON.stringify(module)}).then(({ createCalendar }) => console.log(createCalendar().zone()))`;
  const env = { ...process.env, TZ };
  expect(execFileSync(process.execPath, ['-e', code], { env, encoding: 'utf8' }).trim()).toBe(zone);
});
