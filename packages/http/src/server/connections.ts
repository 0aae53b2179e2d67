import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers a request. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** The reply to a request that is served, or waits until the requests before it on its connection are answered. */
type Pending = { readonly outgoing: ServerResponse; readonly serve: () => unknown };
type Connection = { requests: number; readonly pending: Pending[] };

/** The number of requests after which a connection is closed. */
const MOST_REQUESTS = 1000;

type Limits = {
  /** At once. */
  readonly connections: number;
  /** Milliseconds for which a client may go on reading and sending after its last reply. */
  readonly linger: number;
};

/** The connections of a server, on each of which one request after another is served. */
export const createConnections = ({ connections, linger }: Limits) => {
  const all = new Map<Socket, Connection>();
  let ending = false;

  return {
    /** Whether there is room for one more. Each connection, admitted or not, is closed by `closeInStages`. */
    admit: (socket: Socket): boolean => {
      closeInStages(socket, linger);
      if (all.size >= connections) return false;
      all.set(socket, { requests: 0, pending: [] });
      socket.once('close', () => all.delete(socket));
      return true;
    },

    /**
     * Serves a request after the requests before it on its connection are answered, because it may depend on what they
     * change. After a reply that closes the connection, no request is served (RFC 9112, 9.3.2 and 9.6).
     */
    inOrder: (outgoing: ServerResponse, answer: Listener): void => {
      const { socket, headers } = outgoing.req;
      const connection = all.get(socket);
      // A connection that was not admitted has got its only reply.
      if (!connection) return;
      connection.requests += 1;
      // Node's parser loses what arrives together with an upgrade that the server does not offer.
      const upgrades = headers.upgrade !== undefined;
      if (ending || connection.requests === MOST_REQUESTS || upgrades) outgoing.shouldKeepAlive = false;
      if (connection.requests <= MOST_REQUESTS) {
        const { pending } = connection;
        outgoing.once('close', () => {
          pending.shift();
          // In a later turn of the event loop, so that other connections are served in between.
          if (pending[0]) setImmediate(pending[0].serve);
          if (mayReadOn(connection)) socket.resume();
        });
        const serve = () => socket.writable && answer(outgoing.req, outgoing);
        if (pending.push({ outgoing, serve }) === 1) serve();
      }
      // Not at once: Node resumes the socket at the end of each message.
      if (mayReadOn(connection)) return;
      process.nextTick(() => {
        if (!mayReadOn(connection)) socket.pause();
      });
    },

    /** The reply that is being sent on a connection, or that its client waits for. */
    currentReply: (socket: Socket): ServerResponse | undefined => all.get(socket)?.pending[0]?.outgoing,

    /** The reply after which a parse error is answered. A request that it cut off behind others gets no reply. */
    takeLastReply: (socket: Socket): ServerResponse | undefined => {
      const pending = all.get(socket)?.pending ?? [];
      if (pending.length > 1 && !pending.at(-1)?.outgoing.req.complete) pending.pop();
      return pending.at(-1)?.outgoing;
    },

    /**
     * Whether the connection waits for its client to read the reply or to send another request, not for the service.
     * The first request of a connection has its own timeouts.
     */
    waitsForClient: (socket: Socket): boolean => {
      const { pending, requests } = all.get(socket) ?? { pending: [], requests: 1 };
      return pending[0] ? pending[0].outgoing.headersSent : requests > 0;
    },

    /** Closes each connection after its current reply, now and from now on. */
    endAll: (): void => {
      ending = true;
      for (const { pending } of all.values()) for (const { outgoing } of pending) outgoing.shouldKeepAlive = false;
    },

    /** Destroys all, also those that Node has detached from its server. */
    destroyAll: (): void => {
      for (const socket of all.keys()) socket.destroy();
    },
  };
};

/** Reads no more while a request waits: a client can queue no more than what fits into one read of the socket. */
const mayReadOn = ({ pending, requests }: Connection): boolean => pending.length <= 1 && requests <= MOST_REQUESTS;

/** How many bytes are read after the last reply; what is beyond stays with the kernel. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Node would close a connection together with its last reply. Bytes that the client is still sending would then reset
 * the connection, and the client would lose the reply. So the server ends its side first, and gives the client `linger`
 * milliseconds to end its own (RFC 9112, 9.6).
 */
const closeInStages = (socket: Socket, linger: number): void => {
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
