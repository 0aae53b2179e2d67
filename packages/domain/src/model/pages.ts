import { ok, type Parsed, problem } from '../result.ts';
import type { Brand } from './values.ts';

/** D-12: how many entries a caller wants, 1–1000. */
export type PageLimit = Brand<number, 'PageLimit'>;

/** The part of a list that a caller wants. The default is the whole list. */
export type Paging<Id extends string> = { readonly after?: Id | undefined; readonly limit?: PageLimit | undefined };

/** Asks a listing port for at most `size` entries behind `after`, in the order of their ids unless the port says otherwise. */
export type PageRequest<Id extends string> = { readonly after: Id | undefined; readonly size: number };

/** A list of any length, a page at a time. The next page is fetched when the reader asks for it. */
export type Pages<Entry> = AsyncIterable<readonly Entry[]>;

/** A short list is one small page. Each page of a long list is twice as long as the last, up to the largest. */
const [FIRST_PAGE, LARGEST_PAGE] = [500, 2000];
export const LIMIT_MOST = 1000;

export const parseLimit = (text: string): Parsed<PageLimit> => {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= LIMIT_MOST
    ? ok(limit as PageLimit)
    : problem(`must be a whole number from 1 to ${LIMIT_MOST}, in digits`);
};

/**
 * Walks a listing port by key. Each page but the first is checked after it was fetched and before it is handed out, so a
 * reader who has lost the right never gets data that was written after the loss. A generator would hold on to the last
 * page until the reader asks for the next, so this is written by hand. An empty list has no page.
 */
export const pagesOf = <Id extends string, Entry extends { readonly id: Id }>(
  fetch: (request: PageRequest<Id>) => Promise<readonly Entry[]>,
  { after, limit }: Paging<Id>,
  check?: () => Promise<void>,
): Pages<Entry> => ({
  [Symbol.asyncIterator]: () => {
    let [last, left, most] = [after, limit ?? Number.POSITIVE_INFINITY, FIRST_PAGE];
    const next = async (): Promise<IteratorResult<readonly Entry[], void>> => {
      const size = Math.min(most, left);
      const page = size > 0 ? await fetch({ after: last, size }) : [];
      if (most > FIRST_PAGE && page.length > 0) await check?.();
      most = Math.min(2 * most, LARGEST_PAGE);
      last = page.at(-1)?.id;
      left = page.length < size ? 0 : left - size;
      return page.length > 0 ? { done: false, value: page } : { done: true, value: undefined };
    };
    return { next };
  },
});
