import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initial, NO_INITIAL, parseDisclosure } from '../../src/model/certificate.ts';
import { character, grapheme } from '../../testing/characters.ts';
import { accepts, refuses } from '../support/parsing.ts';

describe('what a certificate shows of the name (D-26)', () => {
  accepts(parseDisclosure, ['name', 'initials', [' name\n', 'name']]);
  refuses(parseDisclosure, 'must be one of name, initials', ['', 'Name', 'nothing', 'name,initials']);
});

describe('the initial of a name', () => {
  test.each([
    ['Mia', 'M.'],
    ["'t Hart", 't.'],
    ['’s-Gravesande', 's.'],
    ['ʼEla', 'E.'],
    ['ʻIolani', 'I.'],
    ['van Örn', 'v.'],
    ['IJsbrand', 'I.'],
    ['\u{1d49c}da', '\u{1d49c}.'],
    // With its marks, and what these join.
    ['किरण', 'कि.'],
    ['क्षितिज', 'क्षि.'],
    ['x\u0302a', 'x\u0302.'],
    ['한국', '한.'],
    ['小明', '小.'],
    ['3 Anna', 'A.'],
    // It would be the whole name.
    ['王', '–'],
    ['伟', '–'],
    ['O', '–'],
    ["O'", '–'],
    ['कि', '–'],
    ['क्षि', '–'],
    ['x\u0302', '–'],
    ['-', '–'],
    ['42', '–'],
  ])('of %s is %s', (name, shown) => {
    expect(initial(name)).toBe(shown);
  });

  test('never tells the whole name, and no more than a letter of it', () => {
    const names = fc.oneof(fc.string({ unit: grapheme, minLength: 1 }), fc.string({ unit: character, minLength: 1 }));
    fc.assert(
      fc.property(names, (name) => {
        const shown = initial(name);
        if (shown === NO_INITIAL) return;
        const letter = shown.slice(0, -1);
        const [before = '', ...rest] = name.split(letter);
        expect(before).not.toMatch(/(?!\p{Lm})\p{L}/u);
        expect(rest.join(letter)).toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 500 },
    );
  });
});
