import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pages } from '@health-case/domain/model/request-options';

/**
 * Writes the pages of a list as JSON in UTF-8, the entries of a page with commas between them. No variable of the generator
 * holds a page while its bytes are being sent.
 */
export const jsonOfPages = <Entry>(toJson: (entry: Entry) => unknown) => {
  const next = async (from: AsyncIterator<readonly Entry[]>): Promise<Buffer | undefined> => {
    const { done, value: page } = await from.next();
    return done ? undefined : Buffer.from(JSON.stringify(page.map(toJson)).slice(1, -1));
  };
  return async function* (pages: Pages<Entry>): AsyncGenerator<Buffer, void> {
    const from = pages[Symbol.asyncIterator]();
    try {
      for (let json = await next(from); json; json = await next(from)) yield json;
    } finally {
      await from.return?.();
    }
  };
};

/** Milliseconds that a list may take of the event loop before other requests get a turn. */
const LONGEST_TURN = 1;

/** How many bytes are handed to the socket at once: what each reader of a list costs, however long the list is. */
const PIECE = 128 * 1024;
const COMMA = Buffer.from(',');

/** Yields the pieces of a list, and returns the last one. */
type Pieces = AsyncGenerator<Buffer, Buffer>;

/**
 * Divides an envelope with a list, from its head to its closing brace, into pieces of about `PIECE` bytes. Without a pause,
 * clients that read fast would keep the process from serving all others, so each turn of the event loop is for one list.
 */
export const createPieces = () => {
  let last: Promise<void> = Promise.resolve();
  return async function* (head: string, pages: AsyncIterable<Buffer>, tail: string): Pieces {
    let bytes: Buffer[] = [Buffer.from(head)];
    let [length, isFirst, began] = [0, true, performance.now()];
    for await (const page of pages) {
      if (!isFirst) bytes.push(COMMA);
      isFirst = false;
      bytes.push(page);
      length += page.length;
      if (length >= PIECE) {
        const piece = Buffer.concat(bytes);
        [bytes, length] = [[], 0];
        yield piece;
      }
      // Also after the socket has made room: many sockets may have done so in this one turn.
      if (performance.now() - began < LONGEST_TURN) continue;
      last = last.then(() => nextTurn());
      await last;
      began = performance.now();
    }
    return Buffer.concat([...bytes, Buffer.from(tail)]);
  };
};

/**
 * Sends a list of more than one piece. Makes the next piece when the socket has room for it, so that a reader of any speed
 * costs no more than one piece. Rejects if a page fails; resolves if the reader goes away.
 */
export const sendPieces = async (outgoing: ServerResponse, first: Buffer, rest: Pieces): Promise<void> => {
  const all = async function* () {
    yield first;
    yield yield* rest;
  };
  await pipeline(all, outgoing).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
};
