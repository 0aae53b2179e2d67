import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PageRequest, type Paging, pagesOf, parseLimit } from '../../src/model/request-options.ts';
import { ok, refused } from '../../src/result.ts';
import { limit } from '../support/values.ts';

/** The first page, and every further one twice as long as the last, up to four times the first. */
const PAGE = 500;
const pageAt = (nth: number): number => [500, 1000][nth] ?? 2000;
type Entry = { readonly id: string };

const idOf = (nth: number) => String(nth).padStart(5, '0');
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, nth) => ({ id: idOf(nth) }));

/** A listing port over the entries, and what it was asked for. */
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

/** Enough around the size of a page, once and twice, to meet every way in which a list can end. */
const count = fc.oneof(
  fc.integer({ min: 0, max: 6000 }),
  fc.constantFrom(0, 1, 499, 500, 501, 1499, 1500, 1501, 3500, 5500),
);
const wanted = fc.option(fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(1, 499, 500, 501, 1000)));
const story = fc.record({ count, wanted, after: fc.option(fc.integer({ min: 0, max: 6000 })) });
const pagingOf = (most: number | null, after: number | null): Paging<string> => ({
  ...(most !== null && { limit: limit(most) }),
  ...(after !== null && { after: idOf(after) }),
});

describe('a list in pages (D-12)', () => {
  test('is walked whole, each entry once, in order', async () => {
    for (const length of [0, 1, 499, 500, 501, 1500, 3500, 6789]) {
      expect((await walk(entries(length), {})).walked).toEqual(entries(length));
    }
  });

  test('holds exactly what follows "after", up to the limit', () =>
    fc.assert(
      fc.asyncProperty(story, async ({ count: length, wanted: most, after }) => {
        const { walked } = await walk(entries(length), pagingOf(most, after));
        const from = entries(length).slice(after === null ? 0 : after + 1);
        expect(walked).toEqual(from.slice(0, most ?? undefined));
      }),
    ));

  test('never takes more than a page at a time, nor more than is wanted, nor a page of nothing', () =>
    fc.assert(
      fc.asyncProperty(story, async ({ count: length, wanted: most, after }) => {
        const { requests, pages } = await walk(entries(length), pagingOf(most, after));
        let left = most ?? Number.POSITIVE_INFINITY;
        for (const [nth, { size }] of requests.entries()) {
          expect(size).toBe(Math.min(pageAt(nth), left));
          left -= pages[nth]?.length ?? 0;
        }
        expect(pages.every((page) => page.length > 0)).toBe(true);
      }),
    ));

  test('is never asked for a page more than it takes to know the end', () =>
    fc.assert(
      fc.asyncProperty(count, wanted, async (length, most) => {
        const { requests, walked } = await walk(entries(length), pagingOf(most, null));
        const before = requests.slice(0, -1).reduce((sum, { size }) => sum + size, 0);
        // The last page was needed, and it is the one that shows the end.
        expect(before).toBeLessThan(most ?? Number.POSITIVE_INFINITY);
        expect(walked.length === most || walked.length - before < (requests.at(-1)?.size ?? 0)).toBe(true);
      }),
    ));

  test('asks for each page only when the one before has been used', async () => {
    const { requests, fetch } = listing(entries(1300));
    const pages = pagesOf(fetch, {})[Symbol.asyncIterator]();
    expect(requests.length).toBe(0);
    await pages.next();
    expect(requests.length).toBe(1);
    await pages.next();
    expect(requests).toEqual([
      { after: undefined, size: PAGE },
      { after: idOf(499), size: 2 * PAGE },
    ]);
  });

  test('is read no further by one who breaks off', async () => {
    const { requests, fetch } = listing(entries(1300));
    for await (const page of pagesOf(fetch, {})) {
      expect(page.length).toBe(PAGE);
      break;
    }
    expect(requests.length).toBe(1);
  });

  test('fails where the listing fails', async () => {
    const failing = pagesOf(async (): Promise<readonly Entry[]> => Promise.reject(new Error('store')), {});
    await expect(failing[Symbol.asyncIterator]().next()).rejects.toThrow('store');
  });
});

describe('a limit (D-12)', () => {
  const noLimit = refused({ problem: 'must be a whole number from 1 to 1000, in digits' });

  test('is every whole number from 1 to 1000, and no other', () => {
    for (let value = 0; value <= 1100; value += 1) {
      expect(parseLimit(String(value))).toEqual(value >= 1 && value <= 1000 ? ok(value) : noLimit);
    }
  });

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.0',
    '1e2',
    '0x10',
    ' 1',
    '1 ',
    '1\n',
    '1_0',
    '٣',
    '９',
    'ten',
    'Infinity',
    '10000',
  ])('is not %j', (text) => {
    expect(parseLimit(text)).toEqual(noLimit);
  });
});
