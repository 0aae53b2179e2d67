import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { createConnections, type Listener } from './connections.ts';
import { type ContentField, type ErrorReply, errorReply, okHead, type ReplyHeaders, replyHeaders } from './envelope.ts';
import { createObservation, type Observation, type Observe } from './observation.ts';
import type { WireRefusal } from './refusals.ts';
import { createVariantApp, type VariantOptions } from './variant.ts';

type Options = Omit<VariantOptions, 'mostAtWork' | 'observation'> & {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Are told of each request that is over. */
  readonly observers?: readonly (Observe | undefined)[];
  /** The origins whose pages may call; by default none. */
  readonly corsOrigins?: readonly string[];
  /** For a test that cannot wait for the service's own limits. */
  readonly limits?: Partial<typeof LIMITS>;
};

/** With Node's defaults a client could hold a connection for minutes. In milliseconds, where not said otherwise. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 12_000,
  // Between two requests.
  keepAliveTimeout: 5_000,
  // A connection without traffic is closed after `stallTimeout` if the service waits for the client, and after `stallTimeout` and
  // `answerTimeout` together if the client waits for the service. The service answers sooner, so the second is a last resort.
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
  refusedConnections: 1024,
  // P-22. A request is at work from when it has arrived whole until its reply begins, however slow its client is.
  requestsAtWork: 1024,
  // Node would refuse a missing Host, or too many requests, without an envelope. `problemOf` and `connections.ts` see to that.
  requireHostHeader: false,
  maxRequestsPerSocket: 0,
  // If a client sends twice what may come once, Node would take the first. Joined, the two are invalid, so they are refused.
  joinDuplicateHeaders: true,
};

const CLOSE = { Connection: 'close' };

/** Serves a variant over HTTP/1.1, with an envelope (D-01) also for what Node's parser refuses. Rejects as `listen` does. */
export const startServer = async (options: Options) => {
  const { host, port, corsOrigins = [] } = options;
  const { name, contentField } = options.variant;
  const limits = { ...LIMITS, ...options.limits };
  const observation = createObservation(name, options.observers ?? []);
  const app = createVariantApp({ ...options, mostAtWork: limits.requestsAtWork, observation });
  const listener = withCors(corsOrigins, contentField, listenerOf(app, contentField));
  const connections = createConnections(limits);
  const refuse = (outgoing: ServerResponse, problem: string) =>
    connections.inOrder(outgoing, () => refuseRequest(outgoing, contentField, problem));

  const server = createServer({ ...limits, ...observation?.forServer }, (incoming, outgoing) => {
    const problem = problemOf(incoming);
    if (problem !== undefined) refuse(outgoing, problem);
    else connections.inOrder(outgoing, listener);
  });
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => refuse(outgoing, EXPECTATION));
  server.setTimeout(limits.stallTimeout, (socket) => {
    if (connections.waitsForClient(socket) || socket.timeout === limits.answerTimeout) socket.destroy();
    else socket.setTimeout(limits.answerTimeout);
  });
  server.maxConnections = limits.connections + limits.refusedConnections;
  refuseInvalidRequests(server, connections, contentField, observation);
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

const listenerOf = (app: ReturnType<typeof createVariantApp>, contentField: ContentField): Listener =>
  getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: (error) => {
      const code = error instanceof RequestError ? 'MALFORMED_HTTP' : 'INTERNAL';
      const { body, ...init } = errorReply(contentField, randomUUID(), { code }, CLOSE);
      return new Response(body, init);
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

const refuseRequest = (outgoing: ServerResponse, contentField: ContentField, sentence: string): void => {
  const { status, headers, body } = errorReply(contentField, randomUUID(), { code: 'MALFORMED_HTTP', sentence }, CLOSE);
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
};

/** The bytes of a reply for a socket without a valid request. It closes the connection: what follows cannot be trusted. */
const rawReply = ({ status, headers, body }: ErrorReply): string => {
  const all = { ...headers, Date: new Date().toUTCString(), ...CLOSE, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

/** Refuses broken request lines, headers that are too large or too slow, CONNECT, and connections beyond the room. */
const refuseInvalidRequests = (
  server: Server,
  connections: ReturnType<typeof createConnections>,
  contentField: ContentField,
  observation: Observation,
): void => {
  /** Sends this refusal after the replies to the valid requests that came before. */
  const refuse = (socket: Socket, refusal: WireRefusal, more?: ReplyHeaders): void => {
    const last = connections.takeLastReply(socket);
    if (last?.req.complete) return void last.once('close', () => refuse(socket, refusal, more));
    if (!socket.writable) return;
    const reply = errorReply(contentField, randomUUID(), refusal, more);
    socket.write(rawReply(reply));
    observation?.onRefusal(reply);
    socket.destroySoon();
  };

  const failed = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (connections.admit(socket)) return;
    failed.add(socket);
    refuse(socket, { code: 'OVERLOADED', retryAfterSeconds: 1 });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // After the first error, the bytes of a connection are no requests any more.
    if (failed.has(socket)) return;
    failed.add(socket);
    const reply = connections.currentReply(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // A reply that began before its request had arrived whole is the last.
    else if (reply?.headersSent && !reply.req.complete) socket.destroySoon();
    else refuse(socket, { code: PARSER_REFUSALS[error.code ?? ''] ?? 'MALFORMED_HTTP' });
  });
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node has detached this socket, which the earlier replies may still need. An unhandled error would end the process.
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.on('drain', () => connections.currentReply(socket)?.emit('drain'));
    refuse(socket, { code: 'METHOD_NOT_ALLOWED' }, { Allow: METHODS });
  });
};

/** The refusals for errors of Node's parser; every other error is MALFORMED_HTTP. */
const PARSER_REFUSALS: Readonly<Record<string, WireRefusal['code']>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};

const METHODS = 'GET, HEAD, QUERY, POST, DELETE';

/** For the pages of other origins: what they may read of a reply besides its body, and what they may send. */
const EXPOSED = 'Allow, Error-Code, Request-Id, Retry-After';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  // Seconds: browsers cache a preflight no longer.
  'Access-Control-Max-Age': '7200',
};

/**
 * P-26: lets the pages of these origins call (Fetch standard, 3.3). Sets the headers before the listener runs, so that every
 * reply has them. Browsers accept any status of 2xx, so the reply to a preflight is an envelope, too.
 */
const withCors = (origins: readonly string[], contentField: ContentField, listener: Listener): Listener => {
  if (origins.length === 0) return listener;
  const allowed = new Set(origins);
  return (incoming, outgoing) => {
    const { origin, 'access-control-request-method': wanted } = incoming.headers;
    outgoing.setHeader('Vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return listener(incoming, outgoing);
    outgoing.setHeader('Access-Control-Allow-Origin', origin);
    outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (incoming.method !== 'OPTIONS' || wanted === undefined) return listener(incoming, outgoing);
    const body = `${okHead(contentField)}null}`;
    const headers = { ...replyHeaders(randomUUID()), ...PREFLIGHT, 'Content-Length': Buffer.byteLength(body) };
    return outgoing.writeHead(200, headers).end(body);
  };
};
