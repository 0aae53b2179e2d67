import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparableSocSecNum, parseSocSecNum } from '../../src/model/child.ts';
import { ok, refused } from '../../src/result.ts';
import { letterOfAnyScript } from '../support/arbitraries.ts';
import { number } from '../support/values.ts';

const wrongLength = refused({ problem: 'must have 4 to 32 characters' });
const wrongCharacters = refused({ problem: 'must consist of letters, digits, spaces, "-", "." and "/"' });

const significant = fc.constantFrom(...'abcxyzABCXYZ0123456789äßéŁж');
const separator = fc.constantFrom(' ', '-', '.', '/');
const bare = fc.string({ unit: significant, minLength: 4, maxLength: 12 });
/** A number, and the same with separators anywhere inside. */
const separated = fc
  .tuple(bare, fc.array(fc.string({ unit: separator, maxLength: 1 }), { minLength: 11, maxLength: 11 }))
  .map(([text, separators]) => ({
    text,
    withSeparators: [...text].reduce((all, character, nth) => all + (separators[nth - 1] ?? '') + character),
  }));

describe('a social security number (D-14)', () => {
  test('is kept as it was written, separators and case included', () => {
    fc.assert(
      fc.property(separated, ({ withSeparators }) => {
        expect(parseSocSecNum(withSeparators)).toEqual(ok(withSeparators));
      }),
    );
  });

  test('keeps every bound once it is accepted, and parses to itself', () => {
    const unit = fc.oneof(significant, separator, letterOfAnyScript);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const parsed = parseSocSecNum(text);
        fc.pre(parsed.ok);
        expect([...parsed.value].length).toBeGreaterThanOrEqual(4);
        expect([...parsed.value].length).toBeLessThanOrEqual(32);
        expect(parsed.value.trim().normalize('NFC')).toBe(parsed.value);
        expect(parseSocSecNum(parsed.value)).toEqual(parsed);
      }),
    );
  });

  test.each([
    [3, wrongLength],
    [4, ok('1'.repeat(4))],
    [32, ok('1'.repeat(32))],
    [33, wrongLength],
  ])('of %i characters meets the bounds or is refused', (length, outcome) => {
    expect(parseSocSecNum('1'.repeat(length))).toEqual(outcome);
  });

  test('is counted with its separators, without the white space around it, in code points', () => {
    expect(parseSocSecNum(' 123 ')).toEqual(wrongLength);
    expect(parseSocSecNum(' 1 23 ')).toEqual(ok('1 23'));
    expect(parseSocSecNum('𠀀'.repeat(3))).toEqual(wrongLength);
    expect(parseSocSecNum('𠀀'.repeat(32))).toEqual(ok('𠀀'.repeat(32)));
  });

  test.each(['756.9217.0769.85', '12 345678 A 901', 'AB-12/34', '1234', 'ÄÖÜ 12', 'жщ 12'])('accepts %s', (text) => {
    expect(parseSocSecNum(text)).toEqual(ok(text));
  });

  test.each([...'_,;:+*#@!?\\|()[]{}<>=&%$\'"`~^', '\t', '\n', '\u0000', '\u00a0', '\u2013', '½', '🐛', '\ud83d'])(
    'refuses %j inside',
    (character) => {
      expect(parseSocSecNum(`12${character}34`)).toEqual(wrongCharacters);
    },
  );

  test.each(['----', '- . /', '....', '-/-/'])('refuses %j, which is separators and nothing else', (text) => {
    expect(parseSocSecNum(text)).toEqual(refused({ problem: 'must contain a letter or a digit' }));
  });

  test.each(['', '    ', '\t\u00a0'])('counts as missing if it is %j', (text) => {
    expect(parseSocSecNum(text)).toEqual(refused({ problem: 'is missing' }));
  });
});

describe('two social security numbers (D-14)', () => {
  const comparable = (text: string) => comparableSocSecNum(number(text));

  test('are the same whatever their separators', () => {
    fc.assert(
      fc.property(separated, ({ text, withSeparators }) => {
        expect(comparable(withSeparators)).toBe(comparable(text));
      }),
    );
  });

  test('are the same whatever their case', () => {
    const cased = fc.string({ unit: fc.constantFrom(...'abcxyz0189äéłж'), minLength: 4, maxLength: 32 });
    fc.assert(
      fc.property(cased, (text) => {
        expect(comparable(text.toUpperCase())).toBe(comparable(text));
      }),
    );
  });

  test('are the same however their characters are composed or how wide they are', () => {
    expect(comparable('e\u0301\u0301a1234')).toBe(comparable('\u00e9\u0301a1234'));
    expect(comparable('１２３４ａ')).toBe(comparable('1234A'));
    expect(comparable('𝐀1234')).toBe(comparable('a1234'));
    expect(comparable('J\u030c123')).toBe(comparable('\u01f0123'));
  });

  test('are different where a letter or a digit differs', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcdefxyz0123456789'), minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        fc.pre(one !== other);
        expect(comparable(one)).not.toBe(comparable(other));
      }),
    );
  });
});

describe('comparing social security numbers (D-14)', () => {
  const comparable = (text: string) => {
    const parsed = parseSocSecNum(text);
    if (!parsed.ok) throw new Error(parsed.refusal.problem);
    return comparableSocSecNum(parsed.value);
  };

  test.each([
    ['ΑΣ12', 'ασ12'],
    ['straße', 'STRASSE'],
    ['a-\u0301bcd', 'ábcd'],
    ['ΑΣ-Α1', 'ΑΣΑ1'],
  ])('takes %s and %s for one: separators and case do not matter in any script', (one, other) => {
    expect(comparable(one)).toBe(comparable(other));
  });

  test('refuses what is made of separators and marks alone', () => {
    expect(parseSocSecNum('-\u0301--')).toEqual(refused({ problem: 'must contain a letter or a digit' }));
  });
});
