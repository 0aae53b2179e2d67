import type { ChildList } from './model/audit.ts';
import type { ChildListId } from './model/values.ts';

/** It bounds the memory, whatever the number of lists. */
const MOST = 10_000;

/** The lists of children that this process has committed: the same pages are read again and again, and stored once. */
export const createStoredLists = () => {
  const known = new Set<ChildListId>();
  return {
    without: (lists: readonly ChildList[]): readonly ChildList[] => lists.filter(({ id }) => !known.has(id)),
    add: (lists: readonly ChildList[]): void => {
      if (known.size + lists.length > MOST) known.clear();
      for (const { id } of lists) known.add(id);
    },
    /** For an outage: another host may have taken over that lacks the last of them. */
    forget: (): void => known.clear(),
  };
};
