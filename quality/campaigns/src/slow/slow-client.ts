import { connect, type Socket } from 'node:net';
import type { Ground } from '../ground/ground.ts';
import type { Instance } from '../ground/processes.ts';
import { listenTo } from '../ground/raw.ts';
import { envelopeFault, repliesIn } from '../ground/replies-in.ts';

export type SlowClient = {
  readonly socket: Socket;
  /** Sends a byte more, if it is one that sends. */
  readonly trickle: () => void;
  /** Ends it, and says what is wrong with what it came to; `timedOut`: it has been waited for in vain. */
  readonly end: (wrong: Ground['wrong'], timedOut: boolean) => Promise<void>;
};

const HOST = 'Host: localhost\r\n';
/** Few readers, as each takes a megabyte or more of the kernel's memory. */
const KINDS = [
  'headers',
  'body',
  'headers',
  'body',
  'headers',
  'body',
  'headers',
  'body',
  'headers',
  'reader',
] as const;

export const openSlowClient = (
  { port, variant }: Pick<Instance, 'port' | 'variant'>,
  id: string,
  nth: number,
): SlowClient => {
  const kind = KINDS[nth % KINDS.length] ?? 'reader';
  const socket = connect({ port, host: '127.0.0.1' });
  const { ended } = listenTo(socket);
  const list = `GET /api/Parent/children HTTP/1.1\r\n${HOST}Authorization: Bearer ${id}\r\n\r\n`;
  const sent = {
    headers: `GET /api/Doc HTTP/1.1\r\n${HOST}X-Slow: `,
    body: `POST /api/Auth/logout HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\n{`,
    // More than fits into the buffers between the two.
    reader: list.repeat(8),
  };
  if (kind === 'reader') socket.pause();
  socket.write(sent[kind]);
  return {
    socket,
    trickle: () => {
      if (kind !== 'reader' && socket.writable) socket.write('x');
    },
    end: async (wrong, timedOut) => {
      socket.destroy();
      const { bytes } = await ended;
      if (kind === 'reader') return;
      const [reply, ...more] = repliesIn(bytes).replies;
      const fault = reply && envelopeFault(reply, variant === 'A' ? 'body' : 'response');
      if (fault !== undefined) wrong(`The reply to slow ${kind} was not ${fault}`);
      if (more.length > 0) wrong(`Slow ${kind} came to ${more.length + 1} replies.`);
      const expected = timedOut ? 408 : undefined;
      if (reply?.status !== expected) wrong(`Slow ${kind} came to ${reply?.status ?? 'no reply'}.`);
    },
  };
};
