import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePassword, parsePasswordAttempt } from '../../src/model/account.ts';
import { ok, refused } from '../../src/result.ts';
import { textUpTo } from '../support/arbitraries.ts';

const missing = refused({ problem: 'is missing' });
const illFormed = refused({ problem: 'must be well-formed Unicode' });
const wrongLength = refused({ problem: 'must have 8 to 128 characters' });
const anyText = fc.oneof(
  textUpTo(20),
  textUpTo(150),
  fc.string({ unit: fc.constantFrom('\ud83d', '\udc1b', ' ', 'a', '\ufb03'), maxLength: 12 }),
);

describe('a password that is to be set (D-08)', () => {
  test.each([
    [7, wrongLength],
    [8, ok('x'.repeat(8))],
    [128, ok('x'.repeat(128))],
    [129, wrongLength],
  ])('of %i characters meets the bounds or is refused', (length, outcome) => {
    expect(parsePassword('x'.repeat(length))).toEqual(outcome);
  });

  test('is counted in code points, not in UTF-16 units', () => {
    expect(parsePassword('🐛'.repeat(7))).toEqual(wrongLength);
    expect(parsePassword('🐛'.repeat(128))).toEqual(ok('🐛'.repeat(128)));
  });

  test('is counted after NFKC, whether that makes it longer or shorter', () => {
    expect(parsePassword('\ufb03'.repeat(3))).toEqual(ok('ffi'.repeat(3)));
    expect(parsePassword('e\u0301'.repeat(7))).toEqual(wrongLength);
    expect(parsePassword('\ufb03'.repeat(43))).toEqual(wrongLength);
  });

  test('keeps every bound once it is accepted, and parses to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parsePassword(text);
        fc.pre(parsed.ok);
        expect([...parsed.value].length).toBeGreaterThanOrEqual(8);
        expect([...parsed.value].length).toBeLessThanOrEqual(128);
        expect(parsed.value).toBe(text.normalize('NFKC'));
        expect(parsePassword(parsed.value)).toEqual(parsed);
      }),
    );
  });

  test('keeps any character, also control characters and the white space around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 128, size: 'max' }), (text) => {
        fc.pre(text.trim() !== '');
        expect(parsePassword(text)).toEqual(ok(text));
      }),
    );
    expect(parsePassword('  secret  ')).toEqual(ok('  secret  '));
  });

  test('does not depend on how its characters are composed', () => {
    expect(parsePassword('pa\u0308sswo\u0308rter')).toEqual(parsePassword('pässwörter'));
  });

  test('differs from the same letters in another case', () => {
    expect(parsePassword('Passphrase')).not.toEqual(parsePassword('passphrase'));
  });
});

describe.each([
  { kind: 'to be set', parse: parsePassword },
  { kind: 'to be checked', parse: parsePasswordAttempt },
])('a password $kind', ({ parse }) => {
  test.each(['', ' '.repeat(8), '\u00a0\t\n'.repeat(4)])('counts as missing if it is %j (D-06)', (text) => {
    expect(parse(text)).toEqual(missing);
  });

  test.each(['password\ud83d', '\udc1bpassword', 'pass\udc1b\ud83dword'])(
    'is refused with half a character (%j)',
    (text) => {
      expect(parse(text)).toEqual(illFormed);
    },
  );
});

describe('a password that is to be checked (D-08)', () => {
  test('may break the bounds, which can be younger than the account', () => {
    expect(parsePasswordAttempt('x')).toEqual(ok('x'));
    expect(parsePasswordAttempt('x'.repeat(2000))).toEqual(ok('x'.repeat(2000)));
  });

  test('has the form in which it was set, however it is typed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const set = parsePassword(text);
        fc.pre(set.ok);
        expect(parsePasswordAttempt(text)).toEqual(ok(set.value));
        expect(parsePasswordAttempt(text.normalize('NFKD'))).toEqual(ok(set.value));
      }),
    );
  });
});
