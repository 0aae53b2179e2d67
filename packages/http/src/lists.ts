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

/** How many characters the socket gets at once. A reader needs memory for one piece and one page of any list. */
const PIECE = 64 * 1024;

/** Yields the pieces of a list, and returns the last one. */
type Pieces = AsyncGenerator<string, string>;

/**
 * Divides an envelope with a list into pieces of about `PIECE` characters. `head` is the beginning of the envelope. A
 * list that has used `LONGEST_TURN` waits for another turn of the event loop. Each turn is for one list, so that
 * clients that read fast do not keep the process from serving others.
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
