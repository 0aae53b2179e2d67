import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Person } from '@health-case/domain/model/account';
import { pagesOf } from '@health-case/domain/model/request-options';
import type { AccountId, PersonName } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { people } from '../src/answers.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('a page is let go of once its bytes are made, however long its reader takes', async () => {
  const made: WeakRef<readonly Person[]>[] = [];
  const fetch = async ({ size }: { size: number }): Promise<readonly Person[]> => {
    const name = 'Holm' as PersonName;
    const page = Array.from({ length: size }, (_, n) => ({ id: `${n}` as AccountId, firstName: name, lastName: name }));
    made.push(new WeakRef(page));
    return page;
  };
  const content = people.contentOf(pagesOf(fetch, {}));
  if (content.kind !== 'list') throw new Error('People are a list.');
  const pages = content.pages[Symbol.asyncIterator]();
  const { value } = await pages.next();
  await nextTurn();
  collectGarbage();
  expect(value?.length).toBeGreaterThan(0);
  expect(made.map((page) => page.deref())).toEqual([undefined]);
  await pages.next();
  expect(made.length).toBe(2);
});
