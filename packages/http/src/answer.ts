import type { Pages } from '@health-case/domain/model/paging';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

/** What goes into the content of the envelope: one value, or a list that is written a page at a time. */
export type Content =
  | { readonly kind: 'one'; readonly value: Json }
  | { readonly kind: 'list'; readonly pages: AsyncIterable<readonly Json[]>; readonly around: Around };

/** The JSON in which a list stands: nothing for a list alone, an object's other members for a list inside one. */
export type Around = { readonly before: string; readonly after: string };
const ALONE: Around = { before: '', after: '' };

/** Makes the content of a use case's output, in the words of the wire. */
export type Answer<Output> = (output: Output) => Content;

export const one =
  <Output>(write: (output: Output) => Json): Answer<Output> =>
  (output) => ({ kind: 'one', value: write(output) });

export const list =
  <Entry>(write: (entry: Entry) => Json): Answer<Pages<Entry>> =>
  (pages) => ({ kind: 'list', pages: eachWritten(pages, write), around: ALONE });

/** An object whose last member is a list, which is streamed as every list is. */
export const objectWithList =
  <Output, Entry>(
    writeFacts: (output: Output) => { readonly [name: string]: Json },
    member: string,
    pagesIn: (output: Output) => Pages<Entry>,
    writeEntry: (entry: Entry) => Json,
  ): Answer<Output> =>
  (output) => {
    const facts = JSON.stringify(writeFacts(output));
    const around = { before: `${facts.slice(0, -1)},${JSON.stringify(member)}:`, after: '}' };
    return { kind: 'list', pages: eachWritten(pagesIn(output), writeEntry), around };
  };

async function* eachWritten<Entry>(pages: Pages<Entry>, write: (entry: Entry) => Json) {
  for await (const page of pages) yield page.map(write);
}
