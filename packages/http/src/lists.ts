import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pages } from '@health-case/domain/model/request-options';
import type { ReplyHeaders } from './envelope.ts';

const END = { done: true, value: undefined } as const;

/**
 * Writes the pages of a list as JSON in UTF-8, the entries with commas between them. A page that is the very same object
 * as before is not written again. No generator, so that a page is not held while its bytes are being sent.
 */
export const jsonOfPages = <Entry>(toJson: (entry: Entry) => unknown) => {
  const written = new WeakMap<readonly Entry[], Buffer>();
  const write = (page: readonly Entry[]): Buffer => {
    const known = written.get(page);
    if (known !== undefined) return known;
    const json = Buffer.from(JSON.stringify(page.map(toJson)).slice(1, -1));
    written.set(page, json);
    return json;
  };
  return (pages: Pages<Entry>): AsyncIterable<Buffer> => ({
    [Symbol.asyncIterator]: () => {
      const from = pages[Symbol.asyncIterator]();
      return {
        next: async (): Promise<IteratorResult<Buffer, undefined>> => {
          const { done, value } = await from.next();
          return done ? END : { done: false, value: write(value) };
        },
        return: async (): Promise<typeof END> => {
          await from.return?.();
          return END;
        },
      };
    },
  });
};

/** Milliseconds that a list may take of the event loop before other requests get a turn. */
const LONGEST_TURN = 1;

/** Resolves in a later turn of the event loop; `undefined` while there is time left in this one. */
type YieldToEventLoop = () => Promise<void> | undefined;

/**
 * For long work in short pieces: without it, clients that read fast would keep the process from serving all others. Each
 * turn of the event loop is for one list alone.
 */
export const createYielding = (): (() => YieldToEventLoop) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    let began = performance.now();
    return () => {
      if (performance.now() - began < LONGEST_TURN) return undefined;
      last = last.then(() => nextTurn());
      return last.then(() => {
        began = performance.now();
      });
    };
  };
};

/** How many bytes are handed to the socket at once: what each reader of a list costs, however long the list is. */
const PIECE = 128 * 1024;
const COMMA = Buffer.from(',');

type Piece = { readonly bytes: readonly Buffer[]; readonly last: boolean };
export type Pieces = AsyncGenerator<Piece, void>;

/** The bytes of a list between `head` and `tail`, as one piece or as several of about `PIECE` bytes. */
export async function* piecesOf(
  [head, tail]: readonly [head: string, tail: string],
  pages: AsyncIterable<Buffer>,
  yieldToEventLoop: YieldToEventLoop,
): Pieces {
  let bytes: Buffer[] = [Buffer.from(`${head}[`)];
  let [length, isFirst] = [0, true];
  for await (const page of pages) {
    if (!isFirst) bytes.push(COMMA);
    isFirst = false;
    bytes.push(page);
    length += page.length;
    if (length >= PIECE) {
      yield { bytes, last: false };
      [bytes, length] = [[], 0];
    }
    // Also after the socket has made room: many sockets may have done so in this one turn.
    const turn = yieldToEventLoop();
    if (turn) await turn;
  }
  bytes.push(Buffer.from(`]${tail}`));
  yield { bytes, last: true };
}

/**
 * Writes a list of more than one piece. Makes the next piece when the socket has room for it, so that a reader of any speed
 * costs no more than one piece. Rejects if a page fails; resolves if the reader goes away.
 */
export const writePieces = async (
  outgoing: ServerResponse,
  headers: ReplyHeaders,
  first: Piece,
  rest: Pieces,
): Promise<void> => {
  outgoing.writeHead(200, headers);
  write(outgoing, first);
  await room(outgoing);
  // Leaving the loop early ends the list as well, and with it what it reads from.
  for await (const piece of rest) {
    if (outgoing.destroyed) return;
    write(outgoing, piece);
    if (!piece.last) await room(outgoing);
  }
  outgoing.end();
};

/** Corked, the bytes of a piece are one chunk of the body and one system call. */
const write = (outgoing: ServerResponse, { bytes }: Piece): void => {
  outgoing.cork();
  for (const part of bytes) outgoing.write(part);
  outgoing.uncork();
};

const room = async (outgoing: ServerResponse): Promise<void> => {
  if (!outgoing.writableNeedDrain || outgoing.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
};
