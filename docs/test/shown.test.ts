import { expect, it } from 'vitest';
import { openShell } from './support/shell.ts';
import { differenceFrom } from './support/shown.ts';
import { scratchFolder } from './support/tools.ts';

const [ONE, OTHER, THIRD] = ['1', '2', '3'].map((digit) => `01a1fcd5-0b73-71e2-a15d-27ec6994fad${digit}`);
const REPLY = 'HTTP/1.1 400 Bad Request\r\nDate: Sat\r\nError-Code: NO\r\nAllow: GET\r\n\r\n{"body":"No."}\n';

it.each([
  ['the same', '{"a":1}', '{"a":1}\n'],
  ['another identifier', `{"id":"${ONE}"}`, `{"id":"${OTHER}"}`],
  ['other identifiers, each in its place', `${ONE} ${OTHER} ${ONE}`, `${OTHER} ${THIRD} ${OTHER}`],
  [
    'two moments that were one',
    '2026-11-21T06:39:45.033Z 2026-11-21T06:39:45.066Z',
    '2026-11-22T06:39:45.033Z 2026-11-22T06:39:45.033Z',
  ],
  ['what is left out', '[1, …]', '[1, 2, 3]'],
  ['some of the headers', 'HTTP/1.1 400 Bad Request\nError-Code: NO\n\n{"body":"No."}', REPLY],
])('%s is what the guide shows', (_, shown, output) => {
  expect(differenceFrom(shown, output, new Map())).toBeUndefined();
});

it.each([
  ['another word', '{"a":1}', '{"a":2}'],
  ['more than is shown', '{"a":1}', '{"a":1}\n{"a":2}'],
  ['something where nothing is shown', '', '{"a":1}'],
  ['a text in place of an identifier', `{"id":"${ONE}"}`, '{"id":"none"}'],
  ['one identifier for two', `${ONE} ${OTHER}`, `${THIRD} ${THIRD}`],
  ['two identifiers for one', `${ONE} ${ONE}`, `${OTHER} ${THIRD}`],
  ['another header', 'HTTP/1.1 400 Bad Request\nError-Code: YES\n\n{"body":"No."}', REPLY],
  ['a header that is not there', 'HTTP/1.1 400 Bad Request\nRetry-After: 1\n\n{"body":"No."}', REPLY],
])('%s is not what the guide shows', (_, shown, output) => {
  expect(differenceFrom(shown, output, new Map())).toMatch(/^The guide shows/);
});

it('what a guide shows for a value holds in all its blocks', () => {
  const values = new Map();
  expect(differenceFrom(`${ONE}`, `${OTHER}`, values)).toBeUndefined();
  expect(differenceFrom(`${ONE}`, `${THIRD}`, values)).toContain(ONE);
});

it('what one block sets, the next one knows; a command that fails is told, and nothing after it is run', async () => {
  const shell = openShell(scratchFolder(), { PATH: process.env['PATH'] });
  await shell.run('NAME=Mia');
  expect(await shell.run('echo $NAME')).toBe('Mia\n');
  await expect(shell.run('false\necho on')).rejects.toThrow(/^A command failed:\nfalse\necho on\n$/);
  await expect(shell.run('echo on')).rejects.toThrow();
  await shell.close();
});
