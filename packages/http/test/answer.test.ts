import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Content, list, objectWithList } from '../src/answer.ts';

type Entry = { readonly name: string };
const entry = z.object({ name: z.string() });

const pagesOf = async function* (...pages: readonly (readonly Entry[])[]) {
  yield* pages;
};

/** A list as it goes out, piece by piece. */
const piecesOf = async (content: Content): Promise<readonly string[]> => {
  if (content.kind !== 'list') throw new Error('It is no list.');
  const pieces: string[] = [];
  for await (const page of content.pages) pieces.push(String(page));
  return pieces;
};

describe('an answer with a list', () => {
  it('has the members of its object before the list, which comes last', async () => {
    const facts = z.object({ id: z.string(), note: z.string().nullable() });
    const answer = objectWithList(
      { id: 'Bag', facts, member: 'things', entry },
      ({ id }: { id: string }) => ({ id, note: null }),
      () => pagesOf([{ name: 'a' }, { name: 'b' }], [{ name: 'c' }]),
      ({ name }: Entry) => ({ name }),
    );
    const content = answer({ id: 'one' });
    if (content.kind !== 'list') throw new Error('It is no list.');
    const json = JSON.parse(`${content.around.before}[${await piecesOf(content)}]${content.around.after}`);
    expect(json).toEqual({ id: 'one', note: null, things: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
    expect(Object.keys(json)).toEqual(['id', 'note', 'things']);
    expect(answer.schema.parse(json)).toEqual(json);
    expect(answer.schema.meta()).toEqual({ id: 'Bag' });
  });

  it('writes a page once, as long as it is the very same', async () => {
    let written = 0;
    const answer = list(entry, ({ name }: Entry) => {
      written += 1;
      return { name };
    });
    const [page, other] = [[{ name: 'a' }], [{ name: 'a' }]];
    for (const { pages, times } of [
      { pages: [page, page], times: 1 },
      { pages: [page, other], times: 2 },
    ]) {
      expect(await piecesOf(answer(pagesOf(...pages)))).toEqual(['{"name":"a"}', '{"name":"a"}']);
      expect(written).toBe(times);
    }
  });

  it('can be left by its reader, also where its pages have nothing to end', async () => {
    const endless = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: [{ name: 'a' }] }) }) };
    const content = list(entry, ({ name }: Entry) => ({ name }))(endless);
    if (content.kind !== 'list') throw new Error('It is no list.');
    const read: string[] = [];
    for await (const page of content.pages) {
      read.push(String(page));
      break;
    }
    expect(read).toEqual(['{"name":"a"}']);
  });
});
