import fc from 'fast-check';

const codePoint = (min: number, max: number) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code));

/** Letters and marks of many scripts, compatibility forms among them, and whatever else lies between. */
const manyScripts = fc.oneof(
  codePoint(0xa0, 0x33ff),
  codePoint(0xa640, 0xabff),
  codePoint(0xac00, 0xd7a3),
  codePoint(0xf900, 0xffee),
  codePoint(0x1d400, 0x1d7ff),
);

/** Letters whose case or composition is known to be awkward. */
const awkward = fc.constantFrom(...'\u0130\u1e9e\u03a3\u017f\u212a\u0301\u0345\u01c5\u1fb4\ufb03\u0958');

/** Any character at all, the unusual ones more often than they occur; never half of one. */
const character = fc.oneof(
  codePoint(0x20, 0x7e),
  manyScripts,
  awkward,
  codePoint(0, 0x2ff),
  codePoint(0xe000, 0x10ffff),
);

export const letterOfAnyScript = fc.oneof(codePoint(0x61, 0x7a), manyScripts, awkward);

export const textUpTo = (maxLength: number) => fc.string({ unit: character, maxLength, size: 'max' });
