import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import type { Parsed } from '../../src/model/values.ts';
import { ok, refused } from '../../src/result.ts';

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

/** What is accepted has so many characters, the form that it should have, and parses to itself. */
export const keepsBounds = (
  parse: Parse,
  texts: Arbitrary<string>,
  { least, most, formOf }: { readonly least: number; readonly most: number; readonly formOf: (text: string) => string },
): void =>
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = parse(text);
      fc.pre(parsed.ok);
      const value = String(parsed.value);
      expect([...value].length).toBeGreaterThanOrEqual(least);
      expect([...value].length).toBeLessThanOrEqual(most);
      expect(value).toBe(formOf(text));
      expect(parse(value)).toEqual(parsed);
    }),
    { numRuns: 200 },
  );
