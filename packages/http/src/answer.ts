import type { Pages } from '@health-case/domain/model/paging';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What goes into the content of the envelope: one value, or a list that is written a page at a time. */
export type Content =
  | { readonly kind: 'one'; readonly value: Json }
  | { readonly kind: 'list'; readonly pages: AsyncIterable<readonly Json[]> };

/** Makes the content of a use case's output, in the words of the wire. */
export type Answer<Output> = (output: Output) => Content;

export const one =
  <Output>(write: (output: Output) => Json): Answer<Output> =>
  (output) => ({ kind: 'one', value: write(output) });

export const list =
  <Entry>(write: (entry: Entry) => Json): Answer<Pages<Entry>> =>
  (pages) => ({ kind: 'list', pages: eachWritten(pages, write) });

async function* eachWritten<Entry>(pages: Pages<Entry>, write: (entry: Entry) => Json) {
  for await (const page of pages) yield page.map(write);
}
