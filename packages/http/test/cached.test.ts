import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createCache } from '../src/server/cached.ts';

const ASKED = { url: '/', headers: {} } as IncomingMessage;

it('a document is made once, however many ask for it while it is made', async () => {
  let made = 0;
  const answer = createCache()(async () => {
    made += 1;
    return `made ${made} times`;
  }, {});
  const replies = await Promise.all(Array.from({ length: 100 }, () => answer(ASKED)));
  expect(new Set(await Promise.all(replies.map((reply) => reply.text())))).toEqual(new Set(['made 1 times']));
});

it('a document that could not be made is made for the next who asks', async () => {
  const results = [() => Promise.reject(new Error('no file')), async () => 'a text'];
  const answer = createCache()(() => results.shift()?.() ?? Promise.reject(new Error('asked too often')), {});
  const failed = await Promise.allSettled([answer(ASKED), answer(ASKED)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await (await answer(ASKED)).text()).toBe('a text');
});

// Each is compressed by a thread of those that hash passwords.
it('the documents of a server are made one after the other', async () => {
  let [atOnce, most] = [0, 0];
  const cached = createCache();
  const documents = Array.from({ length: 5 }, (_, nth) =>
    cached(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return String(nth);
    }, {}),
  );
  await Promise.all(documents.map((answer) => answer(ASKED)));
  expect(most).toBe(1);
});
