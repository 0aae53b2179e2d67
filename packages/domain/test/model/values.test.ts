import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseId, parsePersonName, parseReason, parseStatement, parseTitle } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';
import { grapheme } from '../../testing/characters.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';

const ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe('an identifier (D-10)', () => {
  const NOT_GIVEN_OUT = 'is no identifier that this service gave out';

  test('is any UUIDv7 in lower case, as written', () => acceptsAll(parseId, fc.uuid({ version: 7 })));

  test('is the same in capitals', () => expect(parseId(ID.toUpperCase())).toEqual(ok(ID)));

  refuses(parseId, NOT_GIVEN_OUT, [
    ...['', '1', '../etc/passwd', ` ${ID}`, `${ID}\n`, `${ID}0`, ID.slice(1), `{${ID}}`],
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

const TEXTS = [
  { kind: 'name', parse: parsePersonName, most: 100 },
  { kind: 'title', parse: parseTitle, most: 500 },
  { kind: 'reason', parse: parseReason, most: 500 },
  { kind: 'statement', parse: parseStatement, most: 120 },
] as const;

describe.each(TEXTS)('a $kind (D-06)', ({ parse, most }) => {
  const odd = fc.string({ unit: fc.constantFrom(...WHITE, '\u0301', 'e', 'x', '\ud83d', '\u0000'), maxLength: 12 });
  const anyText = fc.oneof(fc.string({ unit: grapheme, maxLength: most + 20 }), odd);
  const formOf = (text: string) => text.trim().normalize('NFC');

  test('is any text within the bounds', () =>
    acceptsAll(
      parse,
      fc.string({ unit: letter, minLength: 1, maxLength: most, size: 'max' }).filter((text) => /\p{L}/u.test(text)),
      formOf,
    ));

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
    for (const one of ['x', '𠀀']) {
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
  // P-23: each has a twin that looks the same.
  refuses(parse, 'must not contain invisible characters', [
    ...[...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200c\u200d\u200e\u200f'].map(
      (one) => `Ja${one}n`,
    ),
    ...[...'\u2060\u2063\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffa\ufffb\u{1d173}\u{e0001}\u{e0041}\u{e0101}'].map(
      (one) => `Ja${one}n`,
    ),
    ...[
      'Jan \u200d',
      'Jan\u200c',
      '\u05d3\u05f4\u05e8\u200b',
      '\u0645\u06cc\u200c',
      '\u0645\u200c\u200c\u06cc',
      '\u0915\u200d\u0937',
    ],
    ...['\u8fba\u{e0101}\u{e0101}', '\u{1f469}\u200d', '\u{1f469}\u{e0067}', '1\ufe0f', '\u{1f469}\ufe0f\ufe0f'],
  ]);
  refuses(parse, 'must be well-formed Unicode', ['a\ud83d', '\udc1bb', 'a\udc1b\ud83db']);
  // P-23: nothing of the last six can be seen.
  refuses(parse, 'is missing', [
    '',
    WHITE,
    '\u200b',
    ' \u2060\u3164 \u00ad',
    '\u200f',
    '\u034f\ufe0f',
    '\u2800 \u2800',
  ]);
  // P-23: marks of right-to-left scripts, joiners of Persian and Indic ones, selectors of ideographs.
  accepts(parse, ['\u05d3\u05f4\u05e8\u200f, \u061cA\u200eB', '\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937']);
  // Ideographs, Bengali and Sinhala names, an Arabic abbreviation, Mongolian, emoji and a key.
  accepts(parse, [
    '\u8fba\u{e0101}',
    '\u09b0\u200d\u09cd\u09af\u09be\u09ac',
    '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
    '1447 \u0647\u200d',
  ]);
  accepts(parse, [
    '\u182d\u180b\u1820\u1828\u180e\u1820',
    'a \u{1f469}\u{1f3fd}\u200d\u2695\ufe0f \u{1f3f3}\ufe0f\u200d\u{1f308} 1\ufe0f\u20e3',
    'England \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ]);

  test('has no invisible character in the letters of a script that needs none, wherever it stands', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abzÄéßŁжщλŚ한 '), minLength: 1, maxLength: 20 });
    const invisible = fc
      .integer({ min: 0, max: 0x10ffff })
      .map(String.fromCodePoint)
      .filter((one) => /\p{DI}/u.test(one));
    const among = fc.oneof(fc.constantFrom(...'\u00ad\u200b\u200c\u200d\u200e\ufe0f\u2060'), invisible);
    fc.assert(
      fc.property(plain, among, plain, (before, one, after) => {
        expect(parse(`x${before}${one}${after}x`).ok).toBe(false);
      }),
    );
  });
});

describe('a name of a person', () => {
  refuses(parsePersonName, 'must have a letter', ['.', '- -', '42', "'", '\u02bc', '\u3007', 'x'.replace('x', '🐛')]);
  accepts(parsePersonName, ['O', '王', 'Mia 2', 'ꦲ', "'t"]);
});

describe.each(TEXTS)('the marks of a $kind (P-23)', ({ parse }) => {
  // As many as Burmese writes, and more than Hebrew, Tibetan, Vietnamese or Yoruba do.
  accepts(parse, [
    '\u1000\u103c\u103d\u103e\u102f\u1036\u1037',
    [
      '\u05e9\u05c1\u05bc\u05b8\u05bd\u05a3\u05dc\u05d5\u05b9\u05dd',
      '\u05e9\u05c1\u05bc\u05b8\u05bd\u05a3\u05dc\u05d5\u05b9\u05dd'.normalize('NFC'),
    ],
    '\u0f67\u0f71\u0f74\u0f83',
    '\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f0b',
    'Nguy\u1ec5n',
    '\u1eb8\u0301gb\u1eb9\u0301',
    '\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07',
    '\u0915\u094d\u0937\u0947\u0902',
  ]);
  refuses(parse, 'must have at most 6 accents or other marks on one letter', [
    `J${'\u0315'.repeat(7)}an`,
    `Z${'\u0334\u0335\u0336'.repeat(30)}`,
    `\u0915${'\u094d\u200d'.repeat(7)}`,
  ]);
});
