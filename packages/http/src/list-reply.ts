import type { ServerResponse } from 'node:http';
import type { ReplyHeaders } from './envelope.ts';
import type { createTurns } from './turns.ts';

/** How much is handed to the socket at once; so many bytes a reader costs, however long the list. */
const PIECE = 128 * 1024;
const COMMA = Buffer.from(',');

type Piece = { readonly bytes: readonly Buffer[]; readonly last: boolean };
export type Pieces = AsyncGenerator<Piece, void>;

/** The bytes of a list between `head` and `tail`: one piece, or so many of a size that is worth sending. */
export async function* piecesOf(
  [head, tail]: readonly [head: string, tail: string],
  pages: AsyncIterable<Buffer>,
  giveWay: ReturnType<ReturnType<typeof createTurns>>,
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
    // Also after the socket has made room: many may have done so in this one turn, and the next page takes its time.
    const turn = giveWay();
    if (turn) await turn;
  }
  bytes.push(Buffer.from(`]${tail}`));
  yield { bytes, last: true };
}

/**
 * Writes a list of more than one piece. The next is made when the socket has room for it, so that a reader of any speed
 * costs a piece and no more. Rejects if a page fails; a reader who goes away is no failure.
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

/** Corked, the bytes of a piece are one chunk of the body and one call of the system. */
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
