import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Turn = { readonly outgoing: ServerResponse; readonly begin: () => void };
type Connection = { requests: number; readonly turns: Turn[] };

/** What may be asked on a connection before it is closed. */
const MOST_REQUESTS = 1000;

export type Connections = {
  /** Whether there is room for one more. */
  readonly admit: (socket: Socket) => boolean;
  /**
   * Serves a request once those before it on its connection are answered, since it may rest on what they change, and not
   * at all after a reply that closes the connection (RFC 9112, 9.3.2 and 9.6).
   */
  readonly inTurn: (incoming: IncomingMessage, outgoing: ServerResponse, serve: () => void) => void;
  /** The reply that a connection is getting, or waits for. */
  readonly replyOn: (socket: Socket) => ServerResponse | undefined;
  /** The last reply on a connection whose bytes make no sense any more: what has not come in whole is not served. */
  readonly lastReplyOn: (socket: Socket) => ServerResponse | undefined;
  /** To take its reply, or to ask again; and not for us, or for a first request, which has time-outs of its own. */
  readonly waitsForClient: (socket: Socket) => boolean;
  /** Lets each connection end with the reply that it is getting, now and from now on. */
  readonly endAll: () => void;
  /** Also those that Node knows nothing of any more. */
  readonly cutAll: () => void;
};

export const createConnections = (most: number): Connections => {
  const all = new Map<Socket, Connection>();
  let ending = false;

  return {
    admit: (socket) => {
      if (all.size >= most) return false;
      all.set(socket, { requests: 0, turns: [] });
      socket.once('close', () => all.delete(socket));
      return true;
    },
    inTurn: (incoming, outgoing, serve) => {
      const { socket } = incoming;
      const connection = all.get(socket);
      // For whoever was not admitted there is no other answer.
      if (!connection) return;
      connection.requests += 1;
      if (ending || connection.requests === MOST_REQUESTS || endsAfter(incoming)) outgoing.shouldKeepAlive = false;
      // What comes beyond that is not answered.
      if (connection.requests <= MOST_REQUESTS) {
        takeTurn(connection, socket, { outgoing, begin: () => socket.writable && serve() });
      }
      // Not at once: at the end of each message Node reads on.
      if (mayReadOn(connection)) return;
      process.nextTick(() => {
        if (!mayReadOn(connection)) socket.pause();
      });
    },
    replyOn: (socket) => all.get(socket)?.turns[0]?.outgoing,
    lastReplyOn: (socket) => {
      const turns = all.get(socket)?.turns ?? [];
      if (turns.length > 1 && !turns.at(-1)?.outgoing.req.complete) turns.pop();
      return turns.at(-1)?.outgoing;
    },
    waitsForClient: (socket) => {
      const { turns, requests } = all.get(socket) ?? { turns: [], requests: 1 };
      return turns[0] ? turns[0].outgoing.headersSent : requests > 0;
    },
    endAll: () => {
      ending = true;
      for (const { turns } of all.values()) for (const { outgoing } of turns) outgoing.shouldKeepAlive = false;
    },
    cutAll: () => {
      for (const socket of all.keys()) socket.destroy();
    },
  };
};

/** Node's parser loses what comes together with an upgrade that nobody offers. */
const endsAfter = ({ headers }: IncomingMessage): boolean => headers.upgrade !== undefined;

const takeTurn = (connection: Connection, socket: Socket, turn: Turn): void => {
  const { turns } = connection;
  turns.push(turn);
  turn.outgoing.once('close', () => {
    turns.shift();
    const next = turns[0];
    // In a later turn of the event loop: what others ask comes in between, however many have come together here.
    if (next) setImmediate(next.begin);
    if (mayReadOn(connection)) socket.resume();
  });
  if (turns.length === 1) turn.begin();
};

/** Nothing more is read while one waits, so that what a client may keep waiting is what fits into one reading. */
const mayReadOn = ({ turns, requests }: Connection): boolean => turns.length <= 1 && requests <= MOST_REQUESTS;
