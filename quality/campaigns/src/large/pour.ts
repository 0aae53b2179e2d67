import { connect } from 'node:net';
import type { Instance } from '../ground/processes.ts';
import { listenTo } from '../ground/raw.ts';
import { envelopeFault, repliesIn } from '../ground/replies-in.ts';

/** A body of a gigabyte: where it goes, and how it is cut. */
export type Shape = {
  readonly line: string;
  readonly framing: 'framed' | 'in large chunks' | 'in chunks of one byte';
};

const GIGABYTE = 1024 ** 3;
/** D-06. */
const LIMIT = 64 * 1024;

const PIECES: Readonly<Record<Shape['framing'], { readonly piece: Buffer; readonly holds: number }>> = {
  framed: { piece: Buffer.alloc(32 * 1024, 'x'), holds: 32 * 1024 },
  'in large chunks': { piece: Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`), holds: 0x4000 },
  'in chunks of one byte': { piece: Buffer.from('1\r\nx\r\n'.repeat(1000)), holds: 1000 },
};

export type Pouring = {
  /** Resolves when as much is sent as the service must keep, and it has not come to its end. */
  readonly held: Promise<void>;
  /** Sends the rest, for as long as it is taken: how much that was, and what is wrong with the reply, if one came. */
  readonly goOn: () => Promise<{
    readonly bytes: number;
    readonly answered: boolean;
    readonly fault: string | undefined;
  }>;
};

export const pour = ({ port, variant }: Instance, { line, framing }: Shape): Pouring => {
  const socket = connect({ port, host: '127.0.0.1' });
  const { ended } = listenTo(socket);
  const { piece, holds } = PIECES[framing];
  const length = framing === 'framed' ? `Content-Length: ${GIGABYTE}` : 'Transfer-Encoding: chunked';
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`);
  const atFirst = Math.floor((LIMIT - 1) / holds);
  const held = new Promise<void>((resolve) => {
    socket.write(Buffer.concat(Array.from({ length: atFirst }, () => piece)), () => resolve());
  });
  let bytes = atFirst * piece.length;
  const more = (): void => {
    for (let room = true; room && bytes < GIGABYTE && socket.writable; bytes += piece.length)
      room = socket.write(piece);
    if (bytes >= GIGABYTE) socket.destroy();
  };
  return {
    held,
    goOn: async () => {
      socket.on('drain', more);
      more();
      const { bytes: received } = await ended;
      const [reply, ...others] = repliesIn(received).replies;
      const fault = reply && (envelopeFault(reply, variant === 'A' ? 'body' : 'response') ?? wrongReply(reply.status));
      return { bytes, answered: reply !== undefined, fault: others.length > 0 ? 'alone' : fault };
    },
  };
};

/** On a machine that is busy a body may take too long before it is too large. */
const wrongReply = (status: number): string | undefined =>
  status === 413 || status === 408 ? undefined : `413 but ${status}`;
