import { setImmediate as nextTurn } from 'node:timers/promises';
import { open, type Reply } from '@health-case/http/testing/client';

/** What came on a connection until it ended, and whether the service left it open. */
export type Received = { readonly bytes: Buffer; readonly leftOpen: boolean };

/** Sends bytes in pieces, as a network may; resolves when the connection has ended, or nothing came for so long. */
export const converse = async (port: number, pieces: readonly Buffer[], timeout: number): Promise<Received> => {
  const { socket, closed } = open(port);
  let leftOpen = false;
  socket.setTimeout(timeout, () => {
    leftOpen = true;
    socket.destroy();
  });
  for (const piece of pieces) {
    socket.write(piece);
    await nextTurn();
  }
  return { bytes: Buffer.from(await closed), leftOpen };
};

/** A reply as it stood on the wire. */
export type RawReply = Pick<Reply, 'status' | 'headers' | 'text'>;

/** The replies in what a connection received; `left` is what is no whole reply. */
export const repliesIn = (received: Buffer): { readonly replies: readonly RawReply[]; readonly left: string } => {
  const replies: RawReply[] = [];
  let left = received.toString('latin1');
  for (let first = firstReply(left); first; first = firstReply(left)) {
    left = left.slice(first.length);
    // 100 Continue announces a reply and is none.
    if (first.status >= 200) replies.push(first);
  }
  return { replies, left };
};

const firstReply = (text: string): (RawReply & { readonly length: number }) | undefined => {
  const end = text.indexOf('\r\n\r\n') + 4;
  const [start = '', ...lines] = text.slice(0, Math.max(0, end - 4)).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
  if (end < 4 || Number.isNaN(status)) return undefined;
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = end + Number(headers['content-length'] ?? 0);
  if (text.length < length) return undefined;
  return { status, headers, text: Buffer.from(text.slice(end, length), 'latin1').toString(), length };
};
