import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createSearch } from '../src/secrets/search.ts';

const TEXT = 'Sesam-öffne „7f3a“ +1';
const KEY = randomBytes(32);
const search = createSearch(new Map<string, string | Buffer>(Object.entries({ text: TEXT, key: KEY })));
const foundIn = (bytes: string | Buffer) =>
  search(Buffer.concat([randomBytes(41), Buffer.from(bytes), randomBytes(7)]));
const utf16 = Buffer.from(TEXT, 'utf16le');

const behind = (before: string, secret: string | Buffer) =>
  Buffer.concat([Buffer.from(before), Buffer.from(secret), Buffer.from('yz')]);

it.each<[how: string, text: string | Buffer, key?: string | Buffer]>([
  ['as they are', TEXT, KEY],
  ['in JSON', JSON.stringify({ text: TEXT }), JSON.stringify(KEY)],
  ['in JSON that is ASCII', 'Sesam-\\u00f6ffne \\u201e7f3a\\u201c +1'],
  ['in a URL', new URL(`http://host/${encodeURIComponent(TEXT)}`).href],
  ['in a form', new URLSearchParams({ text: TEXT }).toString()],
  ['in UTF-16', utf16],
  ['in UTF-16 the other way round', Buffer.from(utf16).swap16()],
  ['in hexadecimal', Buffer.from(TEXT).toString('hex'), KEY.toString('hex').toUpperCase()],
  ['as Node shows them', inspect(Buffer.from(TEXT)), inspect(KEY)],
  ['in base64', behind('', TEXT).toString('base64'), behind('', KEY).toString('base64url')],
  ['in base64 behind one byte', behind('x', TEXT).toString('base64'), behind('x', KEY).toString('base64url')],
  ['in base64 behind two bytes', behind('xy', TEXT).toString('base64'), behind('xy', KEY).toString('base64url')],
])('a search finds secrets %s', (_, text, key) => {
  expect(foundIn(text)).toEqual(['text']);
  if (key !== undefined) expect(foundIn(key)).toEqual(['key']);
});

it('a search finds nothing where no secret is', () => {
  expect(foundIn(randomBytes(100_000))).toEqual([]);
  expect(search(Buffer.from(TEXT.slice(0, -1)))).toEqual([]);
  expect(foundIn(TEXT.replace(/1$/, '2'))).toEqual([]);
  expect(foundIn(Buffer.from(KEY.map((byte, at) => (at === 0 ? byte ^ 1 : byte))))).toEqual([]);
});
