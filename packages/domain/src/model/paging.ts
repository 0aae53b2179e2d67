import { ok } from '../result.ts';
import type { Brand } from './brand.ts';
import { type Parsed, problem } from './parsed.ts';

/** D-12: how many entries a caller wants, 1–1000. */
export type Limit = Brand<number, 'Limit'>;

/** The part of a list that is asked for: all of it, unless told otherwise. */
export type Paging<Id extends string> = { readonly after?: Id | undefined; readonly limit?: Limit | undefined };

/** What a listing port is asked for: at most `size` entries that follow `after`, in the order of their ids unless it says otherwise. */
export type PageRequest<Id extends string> = { readonly after: Id | undefined; readonly size: number };

/** A list of any length, a page at a time; reading on is what fetches the next page. */
export type Pages<Entry> = AsyncIterable<readonly Entry[]>;

/** A short list is one small page; of a long one each page is twice as long as the last, up to a bound. */
const [FIRST_PAGE, LARGEST_PAGE] = [500, 2000];
export const LIMIT_MOST = 1000;

export const parseLimit = (text: string): Parsed<Limit> => {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= LIMIT_MOST
    ? ok(limit as Limit)
    : problem(`must be a whole number from 1 to ${LIMIT_MOST}, in digits`);
};

/**
 * Walks a listing port by key, never holding more than one page, and none while nobody asks for the next: a generator
 * would, for as long as the reader of the last takes. An empty list is no page at all.
 */
export const pagesOf = <Id extends string, Entry extends { readonly id: Id }>(
  fetch: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
  { after, limit }: Paging<Id>,
): Pages<Entry> => ({
  [Symbol.asyncIterator]: () => {
    let [last, left, most] = [after, limit ?? Number.POSITIVE_INFINITY, FIRST_PAGE];
    const next = async (): Promise<IteratorResult<readonly Entry[], void>> => {
      const size = Math.min(most, left);
      const page = size > 0 ? await fetch({ after: last, size }) : [];
      most = Math.min(2 * most, LARGEST_PAGE);
      last = page.at(-1)?.id;
      left = page.length < size ? 0 : left - size;
      return page.length > 0 ? { done: false, value: page } : { done: true, value: undefined };
    };
    return { next };
  },
});
