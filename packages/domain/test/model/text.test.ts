import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePersonName, parseReason, parseTitle } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';
import { textUpTo } from '../support/arbitraries.ts';

const rules = [
  { kind: 'name', parse: parsePersonName, most: 100 },
  { kind: 'title', parse: parseTitle, most: 500 },
  { kind: 'reason', parse: parseReason, most: 500 },
] as const;

const missing = refused({ problem: 'is missing' });
const WHITE = ' \t\n\r\v\f\u00a0\u1680\u2003\u2028\u3000\ufeff';
const whiteSpace = fc.string({ unit: fc.constantFrom(...WHITE), maxLength: 5 });
const letter = fc.constantFrom(...'abzÄéßŁжщλŚ漢字한שع🐛');
const anyText = (most: number) =>
  fc.oneof(
    textUpTo(12),
    textUpTo(most + 20),
    fc.string({ unit: fc.constantFrom(...WHITE, '\u0301', 'e', 'x', '\ud83d', '\u0000'), maxLength: 12 }),
  );

describe.each(rules)('a $kind (D-06)', ({ parse, most }) => {
  test('is accepted as it is where nothing is wrong with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: most, size: 'max' }), (text) => {
        expect(parse(text)).toEqual(ok(text));
      }),
    );
  });

  test('keeps every bound once it is accepted, and parses to itself', () => {
    fc.assert(
      fc.property(anyText(most), (text) => {
        const parsed = parse(text);
        fc.pre(parsed.ok);
        expect([...parsed.value].length).toBeGreaterThanOrEqual(1);
        expect([...parsed.value].length).toBeLessThanOrEqual(most);
        expect(parsed.value.trim().normalize('NFC')).toBe(parsed.value);
        expect(parsed.value).not.toMatch(/\p{Cc}|\p{Cs}/u);
        expect(parse(parsed.value)).toEqual(parsed);
      }),
    );
  });

  test('does not depend on the white space around it', () => {
    fc.assert(
      fc.property(whiteSpace, anyText(most), whiteSpace, (before, text, after) => {
        expect(parse(before + text + after)).toEqual(parse(text));
      }),
    );
  });

  test('does not depend on how its characters are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: most + 20 }), (text) => {
        expect(parse(text.normalize('NFD'))).toEqual(parse(text.normalize('NFC')));
      }),
    );
  });

  test('counts as missing where only white space is given', () => {
    fc.assert(
      fc.property(whiteSpace, (text) => {
        expect(parse(text)).toEqual(missing);
      }),
    );
  });
});

describe.each(rules)('the bounds of a $kind (D-06)', ({ parse, most }) => {
  const tooLong = refused({ problem: `must have at most ${most} characters` });

  test(`is accepted with ${most} characters and refused with ${most + 1}`, () => {
    expect(parse('x'.repeat(most))).toEqual(ok('x'.repeat(most)));
    expect(parse('x'.repeat(most + 1))).toEqual(tooLong);
  });

  test('is counted in code points, not in UTF-16 units', () => {
    expect(parse('🐛'.repeat(most))).toEqual(ok('🐛'.repeat(most)));
    expect(parse('🐛'.repeat(most + 1))).toEqual(tooLong);
  });

  test('is counted after trimming and composing', () => {
    expect(parse(`  ${'e\u0301'.repeat(most)}  `)).toEqual(ok('é'.repeat(most)));
  });

  test('refuses every control character inside', () => {
    for (const code of [...Array(32).keys(), ...Array.from({ length: 33 }, (_, nth) => 127 + nth)]) {
      const refusal = refused({ problem: 'must not contain control characters' });
      expect(parse(`a${String.fromCharCode(code)}b`)).toEqual(refusal);
    }
  });

  test.each([
    ['breaks the line', '\u2028\u2029'],
    ['turns round what stands beside it', '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
  ])('refuses as one whatever %s (P-23)', (_, characters) => {
    for (const character of characters) {
      expect(parse(`a${character}b`)).toEqual(refused({ problem: 'must not contain control characters' }));
    }
  });

  test.each([
    ['the marks of right-to-left scripts', '\u05d3\u05f4\u05e8\u200f, \u061cA\u200eB'],
    ['the joiners of Persian and Indic ones', '\u0645\u06cc\u200c\u062e \u0915\u094d\u200d\u0937'],
    ['the selectors of ideographs', '\u8fba\u{e0101}'],
  ])('keeps %s (P-23)', (_, text) => {
    expect(parse(text)).toEqual(ok(text));
  });

  test('counts as missing where nothing of it can be seen (P-23)', () => {
    for (const text of ['\u200b', ' \u2060\u3164 \u00ad', '\u200f', '\u034f\ufe0f'])
      expect(parse(text)).toEqual(missing);
  });

  test.each(['a\ud83d', '\udc1bb', 'a\udc1b\ud83db'])('refuses half a character (%j)', (text) => {
    expect(parse(text)).toEqual(refused({ problem: 'must be well-formed Unicode' }));
  });
});
