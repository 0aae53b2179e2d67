import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { ok, type Parsed, refused } from '../../src/result.ts';

type Parse = (text: string) => Parsed<unknown>;

/** Each text becomes itself, or the value beside it. */
export const accepts = (parse: Parse, texts: readonly (string | readonly [text: string, value: string])[]): void => {
  test.each(texts.map((text) => (typeof text === 'string' ? [text, text] : text)))(
    'accepts %j as %j',
    (text, value) => {
      expect(parse(text)).toEqual(ok(value));
    },
  );
};

export const refuses = (parse: Parse, problem: string, texts: readonly string[]): void => {
  test.each(texts)(`refuses %j, as it ${problem}`, (text) => {
    expect(parse(text)).toEqual(refused({ problem }));
  });
};

/** Every text of the arbitrary becomes itself, or the value that is made of it. */
export const acceptsAll = (parse: Parse, texts: Arbitrary<string>, formOf = (text: string) => text): void =>
  fc.assert(
    fc.property(texts, (text) => {
      expect(parse(text)).toEqual(ok(formOf(text)));
    }),
    { numRuns: 200 },
  );

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

export const letterOfAnyScript = fc.oneof(codePoint(0x61, 0x7a), manyScripts, awkward);
