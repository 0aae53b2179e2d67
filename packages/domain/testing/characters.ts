import fc from 'fast-check';

/*
 * As the units `binary` and `grapheme` of fast-check, which makes a table of all characters for them: that takes some
 * seconds in each process.
 */

/** Any character: of Latin, of the first 65,536, or of all. */
export const character = fc
  .oneof(...[0x24f, 0xffff, 0x10ffff].map((last) => fc.nat(last)))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/** One that is seen, of which some have marks. */
export const grapheme = fc
  .oneof(
    { weight: 4, arbitrary: character.filter((one) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(one)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...'aeokcsñ'), fc.constantFrom(...'\u0300\u0301\u0308\u0323\u0327')),
    },
  )
  .map((one) => (typeof one === 'string' ? one : one.join('')));
