import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from '../../src/model/email.ts';

/** Letters that hosts are written in as they are, from scripts far apart. */
const word = fc.string({
  unit: fc.constantFrom(...'abcxyz019éüßłжωкأبגד例子公司हिन्दी한글ไท𐐨𝒊'.normalize('NFKC').toLowerCase()),
  minLength: 1,
  maxLength: 20,
});

test('decodes what hosts are encoded as', () => {
  fc.assert(
    fc.property(word, (text) => {
      const ascii = domainToASCII(text);
      fc.pre(ascii.startsWith('xn--') && domainToUnicode(ascii) === text);
      expect(decodePunycode(ascii.slice(4))).toBe(text);
    }),
  );
});

/** RFC 3492, 7.1: (L) and (S), in lower case. */
test.each([
  ['3b-ww4c5e180e575a65lsy2b', '3年b組金八先生'],
  ['de-jg4avhby1noc0d', 'パフィーdeルンバ'],
])('decodes the samples of the standard: %s', (encoded, text) => {
  expect(decodePunycode(encoded)).toBe(text);
});

test.each(['', '-', 'abc-', 'mnchen-3y', '99999999', 'ü', 'a.b', 'z'.repeat(59)])('finds no text in %j', (encoded) => {
  expect(decodePunycode(encoded)).toBeUndefined();
});
