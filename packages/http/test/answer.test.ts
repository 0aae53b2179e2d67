import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Content, list } from '../src/answers.ts';

type Entry = { readonly name: string };
const entry = z.object({ name: z.string() });

const pagesOf = async function* (...pages: readonly (readonly Entry[])[]) {
  yield* pages;
};

const piecesOf = async (content: Content): Promise<readonly string[]> => {
  if (content.kind !== 'list') throw new Error('It is no list.');
  const pieces: string[] = [];
  for await (const page of content.pages) pieces.push(String(page));
  return pieces;
};

describe('the pages of a list', () => {
  it('are written once for each object that is a page', async () => {
    let written = 0;
    const { contentOf } = list(entry, ({ name }: Entry) => {
      written += 1;
      return { name };
    });
    const [page, other] = [[{ name: 'a' }], [{ name: 'a' }]];
    for (const { pages, times } of [
      { pages: [page, page], times: 1 },
      { pages: [page, other], times: 2 },
    ]) {
      expect(await piecesOf(contentOf(pagesOf(...pages)))).toEqual(['{"name":"a"}', '{"name":"a"}']);
      expect(written).toBe(times);
    }
  });

  it('can be left by their reader, also if nothing ends them', async () => {
    const endless = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: [{ name: 'a' }] }) }) };
    const { pages } = list(entry, ({ name }: Entry) => ({ name })).contentOf(endless);
    const read: string[] = [];
    for await (const page of pages) {
      read.push(String(page));
      break;
    }
    expect(read).toEqual(['{"name":"a"}']);
  });
});
