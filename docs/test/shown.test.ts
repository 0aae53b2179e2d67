import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { expect, it } from 'vitest';
import { openShell } from './support/programs.ts';
import { differenceFrom } from './support/shown.ts';

// A comparison that finds no difference would pass every guide; one that finds one too many would fail a guide.
const [ONE, OTHER, THIRD] = ['1', '2', '3'].map((digit) => `01a1fcd5-0b73-71e2-a15d-27ec6994fad${digit}`);
const REPLY = 'HTTP/1.1 400 Bad Request\r\nDate: Sat\r\nError-Code: NO\r\nAllow: GET\r\n\r\n{"body":"No."}\n';

it.each([
  ['another word', '{"a":1}', '{"a":2}'],
  ['more than is shown', '{"a":1}', '{"a":1}\n{"a":2}'],
  ['something where nothing is shown', '', '{"a":1}'],
  ['a text in place of an identifier', `{"id":"${ONE}"}`, '{"id":"none"}'],
  ['two identifiers for one', `${ONE} ${ONE}`, `${OTHER} ${THIRD}`],
  ['another header', 'HTTP/1.1 400 Bad Request\nError-Code: YES\n\n{"body":"No."}', REPLY],
  ['a header that is not there', 'HTTP/1.1 400 Bad Request\nRetry-After: 1\n\n{"body":"No."}', REPLY],
])('%s is not what the guide shows', (_, shown, output) => {
  expect(differenceFrom(shown, output, new Map())).toMatch(/^The guide shows/);
});

it('a value of one block is the same in later blocks', () => {
  const values = new Map();
  expect(differenceFrom(`${ONE}`, `${OTHER}`, values)).toBeUndefined();
  expect(differenceFrom(`${ONE}`, `${THIRD}`, values)).toContain(ONE);
});

it('a command that fails is reported, and nothing after it runs', async () => {
  const run = openShell(scratchFolder(), { PATH: process.env['PATH'] });
  await expect(run('false\necho on')).rejects.toThrow(/^A command failed:\nfalse\necho on\n$/);
  await expect(run('echo on')).rejects.toThrow();
});
