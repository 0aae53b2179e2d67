import { describe, expect, it } from 'vitest';
import type { Fetch } from '../src/send.ts';
import { type ClientA, createClientA, unwrap } from '../src/variant-a.ts';
import { arriveInA, fullChild } from './support/people.ts';
import { openServices } from './support/services.ts';

const { url } = openServices();

/** A parent of five, whose client notes what it asks for. */
const parentOfFive = async () => {
  const { client: direct } = await arriveInA(url('A'));
  const ids: string[] = [];
  while (ids.length < 5) ids.push(unwrap(await direct.addChild(fullChild())).ChildID);
  const asked: unknown[] = [];
  const fetch: Fetch = (to, init) => {
    asked.push(init.body === undefined ? undefined : JSON.parse(init.body));
    return globalThis.fetch(to, init);
  };
  return { ids, asked, client: createClientA(url('A'), { fetch, session: direct.session ?? '' }) };
};

const idsIn = async (entries: ReturnType<ClientA['listOwnChildren']['each']>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const entry of entries) ids.push(unwrap(entry).id);
  return ids;
};

describe('a list', () => {
  it('is whole, or a page of it', async () => {
    const { client, ids, asked } = await parentOfFive();
    const idsOf = async (page: Parameters<typeof client.listOwnChildren>[0]) =>
      unwrap(await client.listOwnChildren(page)).map(({ id }) => id);
    expect(await idsOf({})).toEqual(ids);
    expect(await idsOf({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await idsOf({ limit: 2, after: ids[1] ?? '' })).toEqual(ids.slice(2, 4));
    expect(asked).toEqual([undefined, { limit: '2' }, { limit: '2', after: ids[1] }]);
  });

  it('is given out one by one, asked for a page at a time as they are taken', async () => {
    const { client, ids, asked } = await parentOfFive();
    const taken: string[] = [];
    const pages: number[] = [];
    for await (const child of client.listOwnChildren.each({ limit: 2 })) {
      taken.push(unwrap(child).id);
      pages.push(asked.length);
    }
    expect(taken).toEqual(ids);
    expect(pages).toEqual([1, 1, 2, 2, 3]);
    expect(asked).toEqual([{ limit: '2' }, { limit: '2', after: ids[1] }, { limit: '2', after: ids[3] }]);
  });

  it('whose last page is full ends with one that is empty', async () => {
    const { client, ids, asked } = await parentOfFive();
    expect(await idsIn(client.listOwnChildren.each({ limit: 5 }))).toEqual(ids);
    expect(asked).toHaveLength(2);
  });

  it('begins where it is told, has pages as large as may be, and ends when nobody takes any more', async () => {
    const { client, ids, asked } = await parentOfFive();
    expect(await idsIn(client.listOwnChildren.each({ after: ids[2] ?? '' }))).toEqual(ids.slice(3));
    expect(asked).toEqual([{ limit: '1000', after: ids[2] }]);
    for await (const _ of client.listOwnChildren.each({ limit: 2 })) break;
    expect(asked).toHaveLength(2);
  });

  it('that is refused on the way ends with the refusal', async () => {
    const { client } = await parentOfFive();
    const other = createClientA(url('A'), { session: client.session ?? '' });
    const came: unknown[] = [];
    for await (const child of client.listOwnChildren.each({ limit: 3 })) {
      came.push(child.ok ? 'child' : child.refusal.code);
      if (came.length === 2) unwrap(await other.logOut());
    }
    expect(came).toEqual(['child', 'child', 'child', 'SESSION_INVALID']);
  });
});
