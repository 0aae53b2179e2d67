import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pages } from '@health-case/domain/model/pages';

/** How many entries become JSON at once. The longest entry has about two thousand characters. */
const ENTRIES = 32;

/** JSON, some of its text at a time. */
export type LongJson = AsyncIterable<string>;

/** A list as JSON. */
export const jsonOfPages = async function* <Entry>(pages: Pages<Entry>, toJson: (entry: Entry) => unknown): LongJson {
  let before = '[';
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ENTRIES) {
      yield before + JSON.stringify(page.slice(start, start + ENTRIES).map(toJson)).slice(1, -1);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
};

/** Milliseconds that a list may take of the event loop before other requests get a turn. */
const LONGEST_TURN = 1;

/** How many characters the socket gets at once. A reader costs such a piece and a page, however long the list is. */
const PIECE = 64 * 1024;

/** Yields the pieces of a list, and returns the last one. */
type Pieces = AsyncGenerator<string, string>;

/**
 * Divides an envelope with a list, of which `head` is the beginning, into pieces of about `PIECE` characters. Without a
 * pause, clients that read fast would keep the process from serving all others, so each turn of the event loop is for
 * one list.
 */
export const createPieces = () => {
  let last: Promise<void> = Promise.resolve();
  return async function* (head: string, content: LongJson): Pieces {
    let [text, began] = [head, performance.now()];
    for await (const json of content) {
      text += json;
      if (text.length >= PIECE) {
        const piece = text;
        text = '';
        yield piece;
      }
      // Checked after each wait for the socket, too, because many sockets may make room in the same turn.
      if (performance.now() - began < LONGEST_TURN) continue;
      last = last.then(() => nextTurn());
      await last;
      began = performance.now();
    }
    return `${text}}`;
  };
};
