import { describe, expect, test, vi } from 'vitest';
import { type PageRequest, type Paging, pagesOf, parseLimit } from '../../src/model/pages.ts';
import { ok, refused } from '../../src/result.ts';
import { refuses } from '../support/parsing.ts';
import { allOf, limit } from '../support/values.ts';

const idOf = (nth: number) => String(nth).padStart(5, '0');
const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, nth) => ({ id: idOf(from + nth) }));

/** What a list of so many entries is asked for, and what comes of it. */
const walk = async (count: number, paging: Paging<string>, check?: () => Promise<void>) => {
  const sizes: number[] = [];
  const fetch = async ({ after, size }: PageRequest<string>) => {
    sizes.push(size);
    const from = after === undefined ? 0 : Number(after) + 1;
    return entries(from, Math.max(from, Math.min(count, from + size)));
  };
  const pages = await allOf(pagesOf(fetch, paging, check));
  return { sizes, pages: pages.map(({ length }) => length), walked: pages.flat() };
};

describe('a list in pages (D-12)', () => {
  // A list of full pages takes one more look.
  test.each([
    [0, undefined, [500], []],
    [499, undefined, [500], [499]],
    [500, undefined, [500, 500], [500]],
    [1100, undefined, [500, 500, 500], [500, 500, 100]],
    [1100, 1, [1], [1]],
    [1100, 500, [500], [500]],
    [1100, 700, [500, 200], [500, 200]],
    [600, 700, [500, 200], [500, 100]],
  ])('of %i entries, at most %s, asks for pages of %j and hands out %j', async (count, most, sizes, pages) => {
    const found = await walk(count, most === undefined ? {} : { limit: limit(most) });
    expect(found).toEqual({ sizes, pages, walked: entries(0, Math.min(count, most ?? count)) });
    const behind = await walk(count + 7, { after: idOf(6), ...(most !== undefined && { limit: limit(most) }) });
    expect(behind).toMatchObject({ sizes, walked: entries(7, 7 + found.walked.length) });
  });

  test('is checked before each page but the first is handed out', async () => {
    const check = vi.fn(async () => undefined);
    await walk(1000, {}, check);
    expect(check).toHaveBeenCalledTimes(1);
    await expect(walk(501, {}, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  });
});

describe('a limit (D-12)', () => {
  const PROBLEM = 'must be a whole number from 1 to 1000, in digits';

  test('is every whole number from 1 to 1000, and no other', () => {
    for (let value = 0; value <= 1100; value += 1) {
      const isLimit = value >= 1 && value <= 1000;
      expect(parseLimit(String(value))).toEqual(isLimit ? ok(value) : refused({ problem: PROBLEM }));
    }
  });

  const others = ['-1', '+1', '1.0', '1e2', '0x10', ' 1', '1 ', '1\n', '1_0', 'ten', 'Infinity', '10000'];
  refuses(parseLimit, PROBLEM, ['', ' ', ...others]);
  test('may have the digits of any script', () => {
    expect(['٣', '９', '१०'].map((text) => parseLimit(text))).toEqual([3, 9, 10].map(ok));
  });
});
