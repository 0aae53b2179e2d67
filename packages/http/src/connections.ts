import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request that is served, or waits until the requests before it on its connection are answered. */
type Pending = { readonly outgoing: ServerResponse; readonly begin: () => void };
type Connection = { requests: number; readonly pending: Pending[] };

/** The number of requests after which a connection is closed. */
const MOST_REQUESTS = 1000;

export type Connections = {
  /** Whether there is room for one more. */
  readonly admit: (socket: Socket) => boolean;
  /**
   * Serves a request after the requests before it on its connection are answered, because it may depend on what they
   * change. After a reply that closes the connection, no request is served (RFC 9112, 9.3.2 and 9.6).
   */
  readonly inOrder: (incoming: IncomingMessage, outgoing: ServerResponse, serve: () => void) => void;
  /** The reply that is being sent on a connection, or that its client waits for. */
  readonly currentReply: (socket: Socket) => ServerResponse | undefined;
  /** The last reply on a connection after a parse error. A request that has not arrived whole is dropped. */
  readonly lastReply: (socket: Socket) => ServerResponse | undefined;
  /**
   * Whether the connection waits for its client to read the reply or to send another request, not for the service. The
   * first request of a connection has its own timeouts.
   */
  readonly waitsForClient: (socket: Socket) => boolean;
  /** Closes each connection after its current reply, now and from now on. */
  readonly endAll: () => void;
  /** Destroys all, also those that Node has detached from its server. */
  readonly destroyAll: () => void;
};

export const createConnections = (most: number): Connections => {
  const all = new Map<Socket, Connection>();
  let ending = false;

  return {
    admit: (socket) => {
      if (all.size >= most) return false;
      all.set(socket, { requests: 0, pending: [] });
      socket.once('close', () => all.delete(socket));
      return true;
    },
    inOrder: (incoming, outgoing, serve) => {
      const { socket } = incoming;
      const connection = all.get(socket);
      // A connection that was not admitted has got its only reply.
      if (!connection) return;
      connection.requests += 1;
      // Node's parser loses what arrives together with an upgrade that the server does not offer.
      const upgrades = incoming.headers.upgrade !== undefined;
      if (ending || connection.requests === MOST_REQUESTS || upgrades) outgoing.shouldKeepAlive = false;
      if (connection.requests <= MOST_REQUESTS) {
        enqueue(connection, socket, { outgoing, begin: () => socket.writable && serve() });
      }
      // Not at once: Node resumes the socket at the end of each message.
      if (mayReadOn(connection)) return;
      process.nextTick(() => {
        if (!mayReadOn(connection)) socket.pause();
      });
    },
    currentReply: (socket) => all.get(socket)?.pending[0]?.outgoing,
    lastReply: (socket) => {
      const pending = all.get(socket)?.pending ?? [];
      if (pending.length > 1 && !pending.at(-1)?.outgoing.req.complete) pending.pop();
      return pending.at(-1)?.outgoing;
    },
    waitsForClient: (socket) => {
      const { pending, requests } = all.get(socket) ?? { pending: [], requests: 1 };
      return pending[0] ? pending[0].outgoing.headersSent : requests > 0;
    },
    endAll: () => {
      ending = true;
      for (const { pending } of all.values()) for (const { outgoing } of pending) outgoing.shouldKeepAlive = false;
    },
    destroyAll: () => {
      for (const socket of all.keys()) socket.destroy();
    },
  };
};

const enqueue = (connection: Connection, socket: Socket, request: Pending): void => {
  const { pending } = connection;
  pending.push(request);
  request.outgoing.once('close', () => {
    pending.shift();
    const next = pending[0];
    // In a later turn of the event loop, so that other connections are served in between.
    if (next) setImmediate(next.begin);
    if (mayReadOn(connection)) socket.resume();
  });
  if (pending.length === 1) request.begin();
};

/** Reads no more while a request waits, so that a client can queue no more than what fits into one read of the socket. */
const mayReadOn = ({ pending, requests }: Connection): boolean => pending.length <= 1 && requests <= MOST_REQUESTS;

/** How many bytes are read after the last reply; what is beyond stays with the kernel. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Node would close a connection together with its last reply. Bytes that the client is still sending would then reset the
 * connection, and the client would lose the reply. So the server ends its side first, and gives the client `linger`
 * milliseconds to end its own (RFC 9112, 9.6).
 */
export const closeInStages = (socket: Socket, linger: number): void => {
  socket.destroySoon = () => {
    if (!socket.writable) return;
    socket.end();
    let left = LINGER_BYTES;
    // Detached from the parser, as nothing of it is served.
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.pause();
    });
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), linger);
    socket.once('close', () => clearTimeout(timer));
  };
};
