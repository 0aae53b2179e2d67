import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What came on a connection until it ended, and who ended it. */
export type Received = { readonly bytes: Buffer; readonly end: 'closed' | 'reset' | 'left open' };

/** A connection that keeps all that comes. */
export const listenTo = (socket: Socket) => {
  const chunks: Buffer[] = [];
  let end: Received['end'] = 'closed';
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {
    end = 'reset';
  });
  const ended = new Promise<Received>((resolve) => {
    socket.once('close', () => resolve({ bytes: Buffer.concat(chunks), end }));
  });
  return {
    ended,
    received: () => Buffer.concat(chunks),
    /** Breaks off what the service leaves open. */
    leave: (): void => {
      end = 'left open';
      socket.destroy();
    },
  };
};

/** Sends bytes in pieces, as the network may cut them, and resolves when the service has closed, or to what came so far. */
export const converse = async (port: number, pieces: readonly Buffer[], patience: number): Promise<Received> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { ended, leave } = listenTo(socket);
  const timer = setTimeout(leave, patience);
  for (const piece of pieces) {
    socket.write(piece);
    await nextTurn();
  }
  const received = await ended;
  clearTimeout(timer);
  return received;
};
