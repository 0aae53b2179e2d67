import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { type Connections, createConnections } from './connections.ts';
import { letPagesCall } from './cross-origin.ts';
import type { ContentField, ReplyHeaders } from './envelope.ts';
import { errorReply, parserRefusal, rawReply } from './error-reply.ts';
import type { Observation } from './observation.ts';
import type { WireRefusal } from './refusals.ts';
import type { VariantApp } from './variant.ts';

type Options = {
  readonly app: VariantApp;
  readonly contentField: ContentField;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly observation?: Observation | undefined;
  /** The origins whose pages may call; none where it is left out. */
  readonly corsOrigins?: readonly string[];
  /** Others than the service's own, for a test that cannot wait for those. */
  readonly limits?: Partial<typeof LIMITS & typeof PATIENCE & typeof ROOM>;
};

export type RunningServer = {
  readonly port: number;
  /** Accepts nothing more, finishes what is in flight within so many milliseconds, then cuts off what is left. */
  readonly stop: (graceMilliseconds: number) => Promise<void>;
};

/** Tighter than Node's own, which let a client hold a connection for minutes. Milliseconds. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 12_000,
  keepAliveTimeout: 5_000,
  // Often, so that many who are too slow at the same time are closed little by little.
  connectionsCheckingInterval: 50,
  maxHeaderSize: 16 * 1024,
  // Node would answer these two without an envelope; the listener below answers them with one.
  requireHostHeader: false,
  maxRequestsPerSocket: 0,
  // Of a header that may come once only, Node would take the first; joined, two are what neither is, and refused.
  joinDuplicateHeaders: true,
};

/**
 * P-22: connections that are served, and those beyond them that are told so. What comes on top of both is closed without
 * a word.
 */
const ROOM = { connections: 4096, refusedConnections: 1024 };

/** What nobody reads may still be on its way. */
const CLOSE = { Connection: 'close' };

/**
 * Milliseconds without a byte: of the client's, and of ours while we make the answer, the longest of which is done sooner; and
 * for how long a client may go on reading and sending after its last reply.
 */
export const PATIENCE = { stallTimeout: 7_000, answerTimeout: 45_000, linger: 500 };

/** Serves a variant over HTTP/1.1, with an envelope (D-01) also for what Node's parser refuses. Rejects as `listen` does. */
export const startServer = async (options: Options): Promise<RunningServer> => {
  const { app, contentField, host, port, corsOrigins = [], limits, observation } = options;
  const answering = getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => {
      const code = error instanceof RequestError ? 'MALFORMED_HTTP' : 'INTERNAL';
      const { body, ...init } = errorReply(contentField, randomUUID(), { code }, CLOSE);
      return new Response(body, init);
    },
  });
  const listener = letPagesCall(corsOrigins, contentField, answering);
  const room = { ...ROOM, ...limits };
  const connections = createConnections(room.connections);

  const server = createServer({ ...LIMITS, ...limits, ...observation?.forServer }, (incoming, outgoing) => {
    const objection = objectionTo(incoming);
    connections.inTurn(incoming, outgoing, () => {
      if (objection === undefined) listener(incoming, outgoing);
      else refuseRequest(outgoing, contentField, objection);
    });
  });
  const { stallTimeout, answerTimeout, linger } = { ...PATIENCE, ...limits };
  server.setTimeout(stallTimeout, (socket) => {
    if (connections.waitsForClient(socket) || socket.timeout === answerTimeout) socket.destroy();
    else socket.setTimeout(answerTimeout);
  });
  server.on('connection', (socket: Socket) => closeInStages(socket, linger));
  server.maxConnections = room.connections + room.refusedConnections;
  refuseWhatIsNoRequest(server, options, connections);
  await listening(server, host, port);

  return {
    port: (server.address() as AddressInfo).port,
    stop: async (graceMilliseconds) => {
      connections.endAll();
      const closed = new Promise((resolve) => server.close(resolve));
      const cut = setTimeout(connections.cutAll, graceMilliseconds);
      await closed;
      clearTimeout(cut);
    },
  };
};

/** What the parser lets through though another one, in front of it, may take it for something else (RFC 9112, 2.3, 3.2, 6.1). */
const objectionTo = ({ headers, httpVersion }: IncomingMessage): string | undefined => {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) return CODING;
  if (httpVersion === '1.0') return undefined;
  if (httpVersion !== '1.1') return VERSION;
  return headers.host === undefined || headers.host.includes(',') ? ONE_HOST : undefined;
};

const refuseRequest = (outgoing: ServerResponse, contentField: ContentField, sentence: string): void => {
  const reply = errorReply(contentField, randomUUID(), { code: 'MALFORMED_HTTP', sentence }, CLOSE);
  outgoing
    .writeHead(reply.status, { ...reply.headers, 'Content-Length': Buffer.byteLength(reply.body) })
    .end(reply.body);
};

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Broken request lines, headers that are too large or too slow, CONNECT, and expectations that nobody can meet. */
const refuseWhatIsNoRequest = (
  server: Server,
  { contentField, observation }: Options,
  connections: Connections,
): void => {
  const refuse = (socket: Socket, refusal: WireRefusal, more: ReplyHeaders = {}): void => {
    if (socket.writable) {
      const reply = errorReply(contentField, randomUUID(), refusal, more);
      socket.write(rawReply(reply));
      observation?.onRefusal(reply);
    }
    socket.destroySoon();
  };
  /** Good requests that came before what is none are answered first. */
  const refuseInTurn = (socket: Socket, refusal: WireRefusal, more?: ReplyHeaders): void => {
    const last = connections.lastReplyOn(socket);
    if (last?.req.complete) last.once('close', () => refuse(socket, refusal, more));
    else refuse(socket, refusal, more);
  };

  const failed = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (connections.admit(socket)) return;
    failed.add(socket);
    refuse(socket, { code: 'OVERLOADED', retryAfterSeconds: 1 });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Whatever follows the first error on a connection is no request any more.
    if (failed.has(socket)) return;
    failed.add(socket);
    const reply = connections.replyOn(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // A reply that began before its request had come in whole is the last.
    else if (reply?.headersSent && !reply.req.complete) socket.destroySoon();
    else refuseInTurn(socket, parserRefusal(error));
  });
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node has let go of this socket, which the replies before may still need. An error that nobody listens for would end
    // the process.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.replyOn(socket)?.emit('drain'));
    refuseInTurn(socket, { code: 'METHOD_NOT_ALLOWED' }, { Allow: 'GET, HEAD, QUERY, POST, DELETE' });
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    connections.inTurn(incoming, outgoing, () => refuseRequest(outgoing, contentField, EXPECTATION));
  });
};

/** How many bytes are taken after the last reply; what is beyond stays with the kernel. */
const LINGER_BYTES = 1024 * 1024;

/**
 * Node would end a connection together with its last reply. What the client is still sending would then reset it, and the
 * reply be lost that was not read yet. So our side ends first, and the client has a moment to end its own (RFC 9112, 9.6).
 */
const closeInStages = (socket: Socket, linger: number): void => {
  socket.destroySoon = () => {
    if (!socket.writable) return;
    socket.end();
    let left = LINGER_BYTES;
    // Taken off the parser, as nothing of it is served.
    socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.pause();
    });
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), linger);
    socket.once('close', () => clearTimeout(timer));
  };
};

const VERSION = 'The version of HTTP is missing; say HTTP/1.1.';
const ONE_HOST = 'HTTP/1.1 needs one Host header; send one and no more.';
const CODING = 'The only Transfer-Encoding taken here is chunked, of HTTP/1.1; send that or a Content-Length.';
const EXPECTATION = 'The only expectation met here is 100-continue; leave out the Expect header.';
