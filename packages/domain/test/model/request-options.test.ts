import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PageRequest,
  type Paging,
  pagesOf,
  parseIdempotencyKey,
  parseLimit,
} from '../../src/model/request-options.ts';
import { ok, refused } from '../../src/result.ts';
import { accepts, acceptsAll, refuses } from '../support/parsing.ts';
import { limit } from '../support/values.ts';

/** Each page is twice as long as the last, up to four times the first. */
const PAGE_SIZES = [500, 1000, 2000];
type Entry = { readonly id: string };

const idOf = (nth: number) => String(nth).padStart(5, '0');
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, nth) => ({ id: idOf(nth) }));

/** A listing port over the entries, and the requests that it got. */
const listing = (all: readonly Entry[]) => {
  const requests: PageRequest<string>[] = [];
  const fetch = async (request: PageRequest<string>) => {
    requests.push(request);
    const from = all.filter(({ id }) => request.after === undefined || id > request.after);
    return from.slice(0, request.size);
  };
  return { requests, fetch };
};

const walk = async (all: readonly Entry[], paging: Paging<string>) => {
  const { requests, fetch } = listing(all);
  const pages: (readonly Entry[])[] = [];
  for await (const page of pagesOf(fetch, paging)) pages.push(page);
  return { requests, pages, walked: pages.flat() };
};

/** Around the sizes of pages a list can end in every way. */
const count = fc.oneof(
  fc.integer({ min: 0, max: 6000 }),
  fc.constantFrom(0, 1, 499, 500, 501, 1499, 1500, 1501, 3500, 5500),
);
const wanted = fc.option(fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(1, 499, 500, 501, 1000)));
const story = fc.record({ count, wanted, after: fc.option(fc.integer({ min: 0, max: 6000 })) });

describe('a list in pages (D-12)', () => {
  test('has exactly what follows "after", up to the limit, in pages that grow and are no longer than needed', () =>
    fc.assert(
      fc.asyncProperty(story, async ({ count: length, wanted: most, after }) => {
        const { requests, pages, walked } = await walk(entries(length), {
          ...(most !== null && { limit: limit(most) }),
          ...(after !== null && { after: idOf(after) }),
        });
        const from = entries(length).slice(after === null ? 0 : after + 1);
        expect(walked).toEqual(from.slice(0, most ?? undefined));
        let left = most ?? Number.POSITIVE_INFINITY;
        for (const [nth, { size }] of requests.entries()) {
          expect(size).toBe(Math.min(PAGE_SIZES[nth] ?? 2000, left));
          left -= pages[nth]?.length ?? 0;
        }
        expect(pages.every((page) => page.length > 0)).toBe(true);
        // No request beyond those that it takes to know the end.
        const before = requests.slice(0, -1).reduce((sum, { size }) => sum + size, 0);
        expect(before).toBeLessThan(most ?? Number.POSITIVE_INFINITY);
        expect(walked.length === most || walked.length - before < (requests.at(-1)?.size ?? 0)).toBe(true);
      }),
    ));
});

describe('a limit (D-12)', () => {
  const PROBLEM = 'must be a whole number from 1 to 1000, in digits';

  test('is every whole number from 1 to 1000, and no other', () => {
    for (let value = 0; value <= 1100; value += 1) {
      const isLimit = value >= 1 && value <= 1000;
      expect(parseLimit(String(value))).toEqual(isLimit ? ok(value) : refused({ problem: PROBLEM }));
    }
  });

  const others = ['-1', '+1', '1.0', '1e2', '0x10', ' 1', '1 ', '1\n', '1_0', '٣', '９', 'ten', 'Infinity', '10000'];
  refuses(parseLimit, PROBLEM, ['', ' ', ...others]);
});

describe('an idempotency key (D-24)', () => {
  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code));

  test('is any 1 to 255 visible ASCII characters, as written', () =>
    acceptsAll(parseIdempotencyKey, fc.string({ unit: visible, minLength: 1, maxLength: 255, size: 'max' })));

  accepts(parseIdempotencyKey, ['!'.repeat(255)]);
  refuses(parseIdempotencyKey, 'must be 1 to 255 visible ASCII characters', [
    ...['', 'x'.repeat(256), ' key', 'key ', 'two words', 'key\n', '\u007fkey', 'clé', '鍵'],
  ]);
});
