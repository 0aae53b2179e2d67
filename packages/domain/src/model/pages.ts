import { FEW, ok, type Parser, parser, problem } from '../result.ts';
import { asciiDigits } from './typed-text.ts';
import type { Brand } from './values.ts';

/** D-12: how many entries a caller wants, 1–1000. */
export type PageLimit = Brand<number, 'PageLimit'>;

/** The part of a list that a caller wants. The default is the whole list. */
export type Paging<Id extends string> = { readonly after?: Id | undefined; readonly limit?: PageLimit | undefined };

/**
 * Asks for at most `size` entries behind `after`, in the order of their ids unless the port says otherwise. Behind an entry
 * that was erased, a list by ids goes on, and any other begins again, so that nothing is left out. Histories and notes end:
 * they are erased as a whole.
 */
export type PageRequest<Id extends string> = { readonly after: Id | undefined; readonly size: number };

/** The whole list at once, where it is short. */
export const EVERYTHING = { after: undefined, size: 2 ** 31 - 1 } as const;

/** A list of any length, a page at a time. The next page is fetched when the reader asks for it. */
export type Pages<Entry> = AsyncIterable<readonly Entry[]>;

/** In entries. Each client that reads a list keeps one page in memory. */
const PAGE_SIZE = 500;
export const LIMIT_MOST = 1000;

const NO_LIMIT = problem(`must be a whole number from 1 to ${LIMIT_MOST}, in digits`);
export const parseLimit: Parser<PageLimit> = parser(FEW, NO_LIMIT, (text) => {
  const digits = asciiDigits(text);
  const limit = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return limit >= 1 && limit <= LIMIT_MOST ? ok(limit as PageLimit) : NO_LIMIT;
});

/** Entries by their ids. */
export const byId = <One extends { readonly id: unknown }>(all: readonly One[]): ReadonlyMap<One['id'], One> =>
  new Map(all.map((one) => [one.id, one]));

/** A list of which each page becomes another one. */
export const mapPages = async function* <From, To>(
  pages: Pages<From>,
  map: (page: readonly From[]) => Promise<readonly To[]>,
): AsyncGenerator<readonly To[], void> {
  for await (const page of pages) yield await map(page);
};

/** Fetches pages of what fits, in the order of `fetch`. Reads until a page is full. */
export const fitting =
  <Id extends string, Entry extends { readonly id: Id }>(
    fetch: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
    fits: (entry: Entry) => boolean,
  ) =>
  async ({ after, size }: PageRequest<Id>): Promise<readonly Entry[]> => {
    const found: Entry[] = [];
    let last = after;
    for (;;) {
      const page = await fetch({ after: last, size: PAGE_SIZE });
      found.push(...page.filter(fits));
      if (found.length >= size || page.length < PAGE_SIZE) return found.slice(0, size);
      last = page.at(-1)?.id;
    }
  };

/**
 * Yields a list page by page (keyset pagination). From the second page on, `check` runs after the fetch and before the
 * page is yielded. So a reader who loses the right to the list gets no data that was written afterwards. An empty list
 * has no page.
 */
export const pagesOf = async function* <Id extends string, Entry extends { readonly id: Id }>(
  fetch: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
  { after, limit }: Paging<Id>,
  check?: () => Promise<void>,
): AsyncGenerator<readonly Entry[], void> {
  let last = after;
  for (let left = limit ?? Number.POSITIVE_INFINITY; left > 0; left -= PAGE_SIZE) {
    const size = Math.min(PAGE_SIZE, left);
    const page = await fetch({ after: last, size });
    if (page.length === 0) return;
    if (last !== after) await check?.();
    yield page;
    if (page.length < size) return;
    last = page.at(-1)?.id;
  }
};

/** A list once its first page was fetched. Ask the rule then: who lost the right must not read what came since. */
export const withFirstFetched = async <Entry>(pages: Pages<Entry>): Promise<Pages<Entry>> => {
  const reading = pages[Symbol.asyncIterator]();
  const first = await reading.next();
  // A generator around the generator would cost a short list a fifth of its time.
  let isGiven = false;
  const next = () => {
    if (isGiven) return reading.next();
    isGiven = true;
    return Promise.resolve(first);
  };
  const end = async () => {
    isGiven = true;
    await reading.return?.();
    return { done: true as const, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
};
