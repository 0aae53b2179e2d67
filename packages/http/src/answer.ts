import type { Pages } from '@health-case/domain/model/paging';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What goes into the content of the envelope: one value, or a list that is written a page at a time. */
export type Content =
  | { readonly kind: 'one'; readonly value: Json }
  | { readonly kind: 'list'; readonly pages: AsyncIterable<PageJson>; readonly around: Around };

/** The entries of a page as JSON in UTF-8, with commas between them. No page is empty. */
type PageJson = Buffer;

/** The JSON in which a list stands: nothing for a list alone, an object's other members for a list inside one. */
export type Around = { readonly before: string; readonly after: string };
const ALONE: Around = { before: '', after: '' };

/** Makes the content of a use case's output, in the words of the wire. */
export type Answer<Output> = (output: Output) => Content;

export const one =
  <Output>(write: (output: Output) => Json): Answer<Output> =>
  (output) => ({ kind: 'one', value: write(output) });

export const list = <Entry>(write: (entry: Entry) => Json): Answer<Pages<Entry>> => {
  const written = writtenOnce(write);
  return (pages) => ({ kind: 'list', pages: eachOf(pages, written), around: ALONE });
};

/** An object whose last member is a list, which is streamed as every list is. */
export const objectWithList = <Output, Entry>(
  writeFacts: (output: Output) => { readonly [name: string]: Json },
  member: string,
  pagesIn: (output: Output) => Pages<Entry>,
  writeEntry: (entry: Entry) => Json,
): Answer<Output> => {
  const written = writtenOnce(writeEntry);
  return (output) => {
    const facts = JSON.stringify(writeFacts(output));
    const around = { before: `${facts.slice(0, -1)},${JSON.stringify(member)}:`, after: '}' };
    return { kind: 'list', pages: eachOf(pagesIn(output), written), around };
  };
};

/** A page that comes again, as the very same object, is not written again: its bytes go with it. */
const writtenOnce = <Entry>(write: (entry: Entry) => Json): ((page: readonly Entry[]) => PageJson) => {
  const known = new WeakMap<readonly Entry[], PageJson>();
  return (page) => {
    const before = known.get(page);
    if (before !== undefined) return before;
    const json = Buffer.from(JSON.stringify(page.map(write)).slice(1, -1));
    known.set(page, json);
    return json;
  };
};

async function* eachOf<Entry>(pages: Pages<Entry>, written: (page: readonly Entry[]) => PageJson) {
  for await (const page of pages) yield written(page);
}
