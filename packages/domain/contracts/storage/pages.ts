import type { PageRequest } from '@health-case/domain/model/pages';
import { expect } from 'vitest';

/** Each page of a list, of any size and from each place, is that part of what is in it. `keys`: of its entries. */
export const expectPages = async <Key extends string>(
  list: (request: PageRequest<Key>) => Promise<readonly unknown[]>,
  entries: readonly unknown[],
  keys: readonly Key[],
  what?: string,
): Promise<void> => {
  for (const size of [1, 2, 3, 100]) {
    for (let start = 0; start <= entries.length; start += 1)
      expect(await list({ after: keys[start - 1], size }), what).toEqual(entries.slice(start, start + size));
  }
};

type WithId<Id> = { readonly id: Id };
export const idsOf = <Id>(entries: readonly WithId<Id>[]): readonly Id[] => entries.map(({ id }) => id);
