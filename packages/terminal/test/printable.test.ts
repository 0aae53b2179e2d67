import { expect, it } from 'vitest';
import { inOneLine, jsonText } from '../src/printable.ts';

const EVERY_UNIT = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const named = (text: string): readonly string[] => [...text].map((one) => `U+${one.charCodeAt(0).toString(16)}`);

/** C0; DEL and C1; line separators, embeddings and overrides; isolates. */
const RANGES = [
  [0, 0x1f],
  [0x7f, 0x9f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
] as const;
const ACTS = RANGES.map(([from, to]) => EVERY_UNIT.slice(from, to + 1).join('')).join('');

it('a line has a replacement for each character that acts on a terminal, and every other as it is', () => {
  expect(named(inOneLine(ACTS))).toEqual(Array(ACTS.length).fill('U+fffd'));
  const others = EVERY_UNIT.filter((one) => !ACTS.includes(one));
  expect(others.filter((one) => inOneLine(one) !== one)).toEqual([]);
});

it('JSON is of the same value, and has none of these characters but the line feeds of its layout', () => {
  const value = { [ACTS]: EVERY_UNIT };
  expect(JSON.parse(jsonText(value))).toEqual(value);
  expect(jsonText({ mark: '\u009b\u202e' })).toBe(String.raw`{"mark":"\u009b\u202e"}`);
  const laidOut = jsonText(value, (_, one) => one, 2);
  expect(JSON.parse(laidOut)).toEqual(value);
  expect([...laidOut].filter((one) => ACTS.includes(one) && one !== '\n')).toEqual([]);
});
