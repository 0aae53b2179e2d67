import type { Pages } from '@health-case/domain/model/request-options';
import { z } from 'zod';

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

/** Makes the content of a use case's output, in the words of the wire; the schema says in the API document how it reads. */
export interface Answer<Output> {
  (output: Output): Content;
  readonly schema: z.ZodType;
}

const saying = <Output>(schema: z.ZodType, write: (output: Output) => Content): Answer<Output> =>
  Object.assign(write, { schema });

/** What is written is checked against the schema by the compiler, never while the service runs. */
export const one = <Output, Written extends Json>(
  schema: z.ZodType<Written>,
  write: (output: Output) => NoInfer<Written>,
): Answer<Output> => saying(schema, (output) => ({ kind: 'one', value: write(output) }));

export const list = <Entry, Written extends Json>(
  entry: z.ZodType<Written>,
  write: (entry: Entry) => NoInfer<Written>,
): Answer<Pages<Entry>> => {
  const written = writtenOnce(write);
  return saying(z.array(entry), (pages) => ({ kind: 'list', pages: eachOf(pages, written), around: ALONE }));
};

/** Its name in the API document, its members before the list, and its last member: the list. */
type ObjectWithList<Facts extends z.ZodRawShape, Written> = {
  readonly id: string;
  readonly facts: z.ZodObject<Facts>;
  readonly member: string;
  readonly entry: z.ZodType<Written>;
};

/** An object whose last member is a list, which is streamed as every list is. */
export const objectWithList = <Output, Entry, Facts extends z.ZodRawShape, Written extends Json>(
  { id, facts, member, entry }: ObjectWithList<Facts, Written>,
  writeFacts: (output: Output) => z.output<z.ZodObject<Facts>>,
  pagesIn: (output: Output) => Pages<Entry>,
  writeEntry: (entry: Entry) => NoInfer<Written>,
): Answer<Output> => {
  const written = writtenOnce(writeEntry);
  return saying(facts.extend({ [member]: z.array(entry) }).meta({ id }), (output) => {
    const before = JSON.stringify(writeFacts(output));
    const around = { before: `${before.slice(0, -1)},${JSON.stringify(member)}:`, after: '}' };
    return { kind: 'list', pages: eachOf(pagesIn(output), written), around };
  });
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

const END = { done: true, value: undefined } as const;

/** No generator, so that a page whose bytes are being sent is not held besides. */
const eachOf = <Entry>(
  pages: Pages<Entry>,
  written: (page: readonly Entry[]) => PageJson,
): AsyncIterable<PageJson> => ({
  [Symbol.asyncIterator]: () => {
    const from = pages[Symbol.asyncIterator]();
    const next = async (): Promise<IteratorResult<PageJson, undefined>> => {
      const { done, value } = await from.next();
      return done ? END : { done: false, value: written(value) };
    };
    const end = async (): Promise<typeof END> => {
      await from.return?.();
      return END;
    };
    return { next, return: end };
  },
});
