import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { networkOf } from './client-address.ts';
import { createConnections, type Listener, Reply } from './connections.ts';

/* HTTP/1.1: bounds, time-outs, what Node's parser refuses, an orderly stop. Transports word the refusals. */

/** The methods that some path takes. D-05: QUERY wherever GET is accepted (RFC 10008). */
export const METHODS = 'GET, HEAD, QUERY, POST, DELETE';

export type ReplyHeaders = Record<string, string>;

/** What the server refuses by itself. `sentence` says more of a malformed request. */
export type ServerRefusal = {
  readonly problem:
    | 'malformed'
    | 'headers too large'
    | 'body too large'
    | 'too slow'
    | 'method'
    | 'overloaded'
    | 'failed';
  readonly sentence?: string;
};

export type RefusalReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Options = {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Answers a request: the `fetch` of a Hono app. */
  readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>;
  readonly refuse: (refusal: ServerRefusal) => RefusalReply;
  /** Does something with a request before `fetch`, or answers it. */
  readonly wrap?: ((listener: Listener) => Listener) | undefined;
  /** `onRefusal` is told of refusals on a socket without a valid request. */
  readonly observation?:
    | { readonly forServer: ServerOptions; readonly onRefusal: (reply: RefusalReply) => void }
    | undefined;
  /** How many proxies stand in front: whoever connects is one of them then, and not bounded. */
  readonly trustedProxies?: number;
  /** What may be on its way for longer than `requestTimeout`, and how many milliseconds longer, while it has no reply. */
  readonly slow?: { readonly is: (incoming: IncomingMessage) => boolean; readonly longer: number };
  /** For a test that cannot wait for the service's own limits. */
  readonly limits?: Partial<typeof LIMITS>;
};

/** With Node's defaults a client could hold a connection for minutes. In milliseconds, where not said otherwise. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 12_000,
  // Between two requests. The setting KEEP_ALIVE_SECONDS replaces it.
  keepAliveTimeout: 5_000,
  // A connection without traffic is closed after `stallTimeout` if the service waits for the client, and after
  // `stallTimeout` and `answerTimeout` together if the client waits for the service. The service answers sooner, so the
  // second is a last resort.
  stallTimeout: 7_000,
  answerTimeout: 45_000,
  // A client may go on reading and sending after its last reply.
  linger: 500,
  // Often, so that many slow connections are not all closed at the same moment.
  connectionsCheckingInterval: 50,
  // Bytes.
  maxHeaderSize: 16 * 1024,
  // P-22: connections that are served, and those beyond them that get a refusal. More are closed without a reply.
  connections: 4096,
  // Of them, those of one address, or of one /64 of IPv6.
  connectionsOfClient: 512,
  refusedConnections: 1024,
  // Node would refuse a missing Host, or too many requests, in its own words: see `problemOf` and `connections.ts`.
  requireHostHeader: false,
  maxRequestsPerSocket: 0,
  // Of what is sent twice and may come once, Node would take the first. Joined, both are invalid, so they are refused.
  joinDuplicateHeaders: true,
};

const CLOSE = { Connection: 'close' };

/** Rejects as `listen` does. */
export const startServer = async ({
  host,
  port,
  fetch,
  refuse,
  wrap = (given) => given,
  observation,
  trustedProxies = 0,
  slow,
  ...given
}: Options) => {
  const limits = { ...LIMITS, ...given.limits };
  const listener = wrap(listenerOf(fetch, refuse));
  const connectionsOfClient = trustedProxies > 0 ? limits.connections : limits.connectionsOfClient;
  const connections = createConnections({ ...limits, connectionsOfClient });
  const refuseRequest = (outgoing: ServerResponse, refusal: ServerRefusal) =>
    connections.inOrder(outgoing, () => {
      const { status, headers, body } = refuse(refusal);
      outgoing.writeHead(status, { ...headers, ...CLOSE, 'Content-Length': Buffer.byteLength(body) }).end(body);
    });

  const server = createServer({ ...limits, ServerResponse: Reply, ...observation?.forServer }, (incoming, outgoing) => {
    const problem = problemOf(incoming);
    if (problem !== undefined) refuseRequest(outgoing, { problem: 'malformed', sentence: problem });
    // Of the whole server (RFC 9110, 9.3.7).
    else if (incoming.method === 'OPTIONS' && incoming.url === '*') refuseRequest(outgoing, { problem: 'method' });
    else connections.inOrder(outgoing, listener);
  });
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) =>
    refuseRequest(outgoing, { problem: 'malformed', sentence: EXPECTATION }),
  );
  server.setTimeout(limits.stallTimeout, (socket) => {
    if (connections.waitsForClient(socket) || socket.timeout === limits.answerTimeout) socket.destroy();
    else socket.setTimeout(limits.answerTimeout);
  });
  server.maxConnections = limits.connections + limits.refusedConnections;
  const replyTo = (refusal: ServerRefusal) => {
    const reply = refuse(refusal);
    observation?.onRefusal(reply);
    return reply;
  };
  refuseInvalidRequests(server, connections, replyTo, slow);
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** Accepts nothing more, finishes what is in flight within `graceMilliseconds`, then destroys what is left. */
    stop: async (graceMilliseconds: number): Promise<void> => {
      connections.endAll();
      const closed = new Promise((resolve) => server.close(resolve));
      const timer = setTimeout(connections.destroyAll, graceMilliseconds);
      await closed;
      clearTimeout(timer);
    },
  };
};

const listenerOf = (fetch: Options['fetch'], refuse: Options['refuse']): Listener =>
  getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    hostname: 'localhost',
    errorHandler: (error) => {
      const { body, status, headers } = refuse({ problem: error instanceof RequestError ? 'malformed' : 'failed' });
      return new Response(body, { status, headers: { ...headers, ...CLOSE } });
    },
  });

/** What Node's parser accepts, but a proxy in front may read differently (RFC 9112, 2.3, 3.2, 6.1). */
const problemOf = ({ headers, httpVersion }: IncomingMessage): string | undefined => {
  const { host, 'transfer-encoding': coding } = headers;
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return 'The only Transfer-Encoding taken here is chunked, of HTTP/1.1; send that or a Content-Length.';
  }
  if (httpVersion === '1.0') return undefined;
  if (httpVersion !== '1.1') return 'The version of HTTP is missing; say HTTP/1.1.';
  if (host === undefined || host.includes(',')) return 'HTTP/1.1 needs one Host header; send one and no more.';
  return undefined;
};

const EXPECTATION = 'The only expectation met here is 100-continue; leave out the Expect header.';

/** A reply for a socket without a valid request. It closes the connection: what follows cannot be trusted. */
const rawReply = ({ status, headers, body }: RefusalReply): string => {
  const all = { ...headers, Date: new Date().toUTCString(), ...CLOSE, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

/** Refuses broken request lines, headers that are too large or too slow, CONNECT, and connections beyond the room. */
const refuseInvalidRequests = (
  server: Server,
  connections: ReturnType<typeof createConnections>,
  replyTo: Options['refuse'],
  slow: Options['slow'],
): void => {
  /** Sends this refusal after the replies to the valid requests that came before. */
  const refuse = (socket: Socket, problem: ServerRefusal['problem']): void => {
    const last = connections.takeLastReply(socket);
    if (last?.req.complete) return void last.once('close', () => refuse(socket, problem));
    if (!socket.writable) return;
    socket.write(rawReply(replyTo({ problem })));
    socket.destroySoon();
  };

  const failed = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (connections.admit(socket, networkOf(socket.remoteAddress ?? ''))) return;
    failed.add(socket);
    refuse(socket, 'overloaded');
  });
  const refuseBroken = (error: NodeJS.ErrnoException, socket: Socket): void => {
    // After the first error, the bytes of a connection are no requests any more.
    if (failed.has(socket)) return;
    failed.add(socket);
    connections.endRequests(socket);
    const reply = connections.currentReply(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // A reply that began before its request had arrived whole is the last.
    else if (reply?.headersSent && !reply.req.complete) socket.destroySoon();
    else refuse(socket, PARSER_PROBLEMS[error.code ?? ''] ?? 'malformed');
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const reply = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? connections.currentReply(socket) : undefined;
    if (!slow || !reply || reply.headersSent || !slow.is(reply.req)) return refuseBroken(error, socket);
    // Node says it once of each request.
    const timer = setTimeout(() => reply.req.complete || refuseBroken(error, socket), slow.longer);
    reply.once('close', () => clearTimeout(timer));
  });
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    connections.endRequests(socket);
    // Node has detached this socket, which earlier replies may still need. An unhandled error would end the process.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.currentReply(socket)?.emit('drain'));
    refuse(socket, 'method');
  });
};

/** What errors of Node's parser mean; every other one is a malformed request. */
const PARSER_PROBLEMS: Readonly<Record<string, ServerRefusal['problem']>> = {
  HPE_HEADER_OVERFLOW: 'headers too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too slow',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body too large',
};
