import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** The reply to a request that is served, or waits until the requests before it on its connection are answered. */
type Pending = { readonly outgoing: ServerResponse; readonly serve: () => unknown };
type Connection = {
  requests: number;
  readonly pending: Pending[];
  /** Gives the parser more of what was read, in a later turn of the event loop, unless a request waits. */
  readonly readOn: () => void;
  /** Drops what the parser has not got yet. */
  readonly drop: () => void;
};

/** The number of requests after which a connection is closed. */
const MOST_REQUESTS = 1000;

type Limits = {
  /** At once. */
  readonly connections: number;
  /** Of them, those of one client. */
  readonly connectionsOfClient: number;
  /** Milliseconds for which a client may go on reading and sending after its last reply. */
  readonly linger: number;
};

/** The connections of a server, on each of which one request after another is served. */
export const createConnections = ({ connections, connectionsOfClient, linger }: Limits) => {
  const all = new Map<Socket, Connection>();
  /** How many each client has. */
  const clients = new Map<string, number>();
  const count = (from: string, change: 1 | -1): void => {
    const left = (clients.get(from) ?? 0) + change;
    if (left === 0) clients.delete(from);
    else clients.set(from, left);
  };
  let ending = false;
  const inTurn = serveInTurns();

  return {
    /** Whether there is room for one more. Each connection, admitted or not, is closed by `closeInStages`. */
    admit: (socket: Socket, from: string): boolean => {
      closeInStages(socket, linger);
      if (all.size >= connections || (clients.get(from) ?? 0) >= connectionsOfClient) return false;
      const connection: Connection = {
        requests: 0,
        pending: [],
        ...parseInPieces(socket, () => mayReadOn(connection)),
      };
      all.set(socket, connection);
      count(from, 1);
      socket.once('close', () => {
        all.delete(socket);
        count(from, -1);
      });
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
          if (pending[0]) inTurn(pending[0].serve);
          if (mayReadOn(connection)) connection.readOn();
        });
        const serve = () => socket.writable && answer(outgoing.req, outgoing);
        if (pending.push({ outgoing, serve }) === 1) inTurn(serve);
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

    /** Whether it waits for its client, not for the service. The first request has timeouts of its own. */
    waitsForClient: (socket: Socket): boolean => {
      const { pending, requests } = all.get(socket) ?? { pending: [], requests: 1 };
      return pending[0] ? pending[0].outgoing.headersSent : requests > 0;
    },

    /** Reads no more requests of a connection. */
    endRequests: (socket: Socket): unknown => all.get(socket)?.drop(),

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

/** Requests, and milliseconds, of a turn. */
const MOST_IN_A_TURN = 64;
const TURN = 1;

/**
 * Serves requests in the order in which they come, as many in a turn of the event loop as take about a millisecond. In
 * each turn one connection is accepted: if all that are open were served in each, a new one would wait for all of them
 * as often as there are others before it. What else is done in a turn does not count: beside slices of the audit trail,
 * each turn would serve one.
 */
const serveInTurns = () => {
  const waiting: (() => unknown)[] = [];
  let isOpen = false;
  let size = 1;
  let begun = 0;
  const begin = (): void => {
    begun = performance.now();
  };
  const next = (served: readonly (() => unknown)[]): void => {
    isOpen = served.length > 0;
    if (!isOpen) return;
    setImmediate(begin);
    // Each by itself: what it has begun goes on before the next.
    for (const serve of served) setImmediate(serve);
    setImmediate(turn);
  };
  const turn = (): void => {
    size = performance.now() - begun < TURN ? Math.min(MOST_IN_A_TURN, size * 2) : Math.max(1, size >> 1);
    next(waiting.splice(0, size));
  };
  return (serve: () => unknown): void => {
    if (isOpen) waiting.push(serve);
    else next([serve]);
  };
};

/** Reads no more while a request waits: a client can queue no more than what fits into one piece. */
const mayReadOn = ({ pending, requests }: Connection): boolean => pending.length <= 1 && requests <= MOST_REQUESTS;

/** Bytes. One read of a socket can hold thousands of requests, which would keep all other connections waiting. */
const PIECE = 1024;

/** Between the socket and Node's parser, which takes whatever was read at once. */
const parseInPieces = (socket: Socket, mayParse: () => boolean): Pick<Connection, 'readOn' | 'drop'> => {
  const parsers = socket.listeners('data') as ((piece: Buffer) => void)[];
  let left: Buffer = NOTHING;
  const parse = (): void => {
    while (left.length > 0 && mayParse() && socket.writable) {
      const piece = left.length > PIECE ? left.subarray(0, PIECE) : left;
      left = left.length > PIECE ? left.subarray(PIECE) : NOTHING;
      for (const parser of parsers) parser(piece);
    }
  };
  const parseAndResume = (): void => {
    parse();
    if (mayParse()) socket.resume();
  };
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    parse();
  });
  return {
    readOn: () => {
      if (left.length > 0 || socket.isPaused()) setImmediate(parseAndResume);
    },
    drop: () => {
      left = NOTHING;
    },
  };
};

const NOTHING = Buffer.alloc(0);

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

/**
 * Ends the connection where the body of the request has not arrived whole by now: Node would read the rest, of any
 * length, in vain (RFC 9112, 9.6). So no path but those that read a body takes more than fits into a buffer.
 */
export class Reply<Request extends IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const { complete, headers } = this.req;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !complete) this.shouldKeepAlive = false;
    return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
  }
}
