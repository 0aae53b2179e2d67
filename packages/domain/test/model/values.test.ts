import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseId, parsePersonName, parseReason, parseStatement, parseTitle } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';

const ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe('an identifier (D-10)', () => {
  const NOT_GIVEN_OUT = 'is no identifier that this service gave out';

  test('is any UUIDv7 in lower case, as written', () => acceptsAll(parseId, fc.uuid({ version: 7 })));

  refuses(parseId, NOT_GIVEN_OUT, [
    ...['', '1', '../etc/passwd', ID.toUpperCase(), ` ${ID}`, `${ID}\n`, `${ID}0`, ID.slice(1), `{${ID}}`],
    ...[ID.replaceAll('-', ''), `urn:uuid:${ID}`, ID.replace('b', 'g'), ID.replace(/[0-9a-f]/g, 'f')],
  ]);

  test('has version 7 and one of the four variants of RFC 9562', () => {
    const accepted = (from: string, to: string) =>
      [...'0123456789abcdef'].filter((digit) => parseId(ID.replace(from, `${digit}${to}`)).ok).join('');
    expect([accepted('7e5f', 'e5f'), accepted('8a9b', 'a9b')]).toEqual(['7', '89ab']);
  });
});

const WHITE = ' \t\n\r\v\f\u00a0\u1680\u2003\u2028\u3000\ufeff';
const whiteSpace = fc.string({ unit: fc.constantFrom(...WHITE), maxLength: 5 });
const letter = fc.constantFrom(...'abzÄéßŁжщλŚ漢字한שع🐛');
const CONTROL_CODES = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, nth) => 127 + nth)];

describe.each([
  { kind: 'name', parse: parsePersonName, most: 100 },
  { kind: 'title', parse: parseTitle, most: 500 },
  { kind: 'reason', parse: parseReason, most: 500 },
  { kind: 'statement', parse: parseStatement, most: 120 },
])('a $kind (D-06)', ({ parse, most }) => {
  const odd = fc.string({ unit: fc.constantFrom(...WHITE, '\u0301', 'e', 'x', '\ud83d', '\u0000'), maxLength: 12 });
  const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: most + 20 }), odd);
  const formOf = (text: string) => text.trim().normalize('NFC');

  test('is any text within the bounds', () =>
    acceptsAll(parse, fc.string({ unit: letter, minLength: 1, maxLength: most, size: 'max' }), formOf));

  test('does not depend on white space around it, nor on how its characters are composed', () => {
    fc.assert(
      fc.property(whiteSpace, anyText, whiteSpace, (before, text, after) => {
        expect(parse(before + text + after)).toEqual(parse(text));
        const [composed, decomposed] = [text.normalize('NFC'), text.normalize('NFD')];
        expect(parse(decomposed)).toEqual(parse(composed));
      }),
    );
  });

  test('has its bound in code points, after trimming and composing', () => {
    for (const one of ['x', '🐛']) {
      expect(parse(one.repeat(most))).toEqual(ok(one.repeat(most)));
      expect(parse(one.repeat(most + 1))).toEqual(refused({ problem: `must have at most ${most} characters` }));
    }
    expect(parse(`  ${'e\u0301'.repeat(most)}  `)).toEqual(ok('é'.repeat(most)));
  });

  // P-23: line breaks, and what changes the direction of text, count as control characters.
  refuses(parse, 'must not contain control characters', [
    ...CONTROL_CODES.map((code) => `a${String.fromCharCode(code)}b`),
    ...[...'\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].map((one) => `a${one}b`),
  ]);
  refuses(parse, 'must be well-formed Unicode', ['a\ud83d', '\udc1bb', 'a\udc1b\ud83db']);
  // P-23: nothing of the last five can be seen.
  refuses(parse, 'is missing', ['', WHITE, '\u200b', ' \u2060\u3164 \u00ad', '\u200f', '\u034f\ufe0f']);
  // P-23: marks of right-to-left scripts, joiners of Persian and Indic ones, selectors of ideographs.
  accepts(parse, ['\u05d3\u05f4\u05e8\u200f, \u061cA\u200eB', '\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937']);
  accepts(parse, ['\u8fba\u{e0101}']);
});
