import type { KnownLists, NewList } from './model/audit.ts';
import type { ChildListId } from './model/values.ts';

/** Of texts. It bounds the memory, whatever the number and length of lists. */
const MOST_CHARACTERS = 4_000_000;

/** The lists of an epoch that this process has committed: the same pages are read again and again, and stored once. */
export const createStoredLists = () => {
  const ids = new Map<string, ChildListId>();
  let [current, characters] = [0, 0];
  /** Also for an outage: another host may have taken over that lacks the last of them. */
  const forget = (): void => {
    ids.clear();
    characters = 0;
  };
  const find: KnownLists = (epoch, text) => (epoch === current ? ids.get(text) : undefined);
  return {
    find,
    forget,
    add: (lists: readonly NewList[]): void => {
      for (const { id, epoch, text } of lists) {
        if (epoch !== current || characters > MOST_CHARACTERS) forget();
        current = epoch;
        characters += text.length;
        ids.set(text, id);
      }
    },
  };
};
