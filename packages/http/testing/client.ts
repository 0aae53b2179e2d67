import { once } from 'node:events';
import type { Agent, IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type Sent = {
  readonly method?: string;
  readonly path: string;
  /** An object is sent as JSON; a text or bytes as they are; nothing as no body at all. */
  readonly body?: object | string | Buffer | undefined;
  readonly headers?: OutgoingHttpHeaders;
  /** Sends the body in chunks of so many bytes instead of with its length in front. */
  readonly chunksOf?: number;
  /** Whose connection it goes over; by default over one of its own. */
  readonly agent?: Agent;
};

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly envelope: Readonly<Record<string, unknown>>;
  /** What the envelope holds, whichever the variant. */
  readonly content: unknown;
  readonly code: string | undefined;
};

/** One request over a socket of its own: unlike `fetch`, Node's client sends bodies with every method. */
export const sendRaw = async (port: number, sent: Sent): Promise<Pick<Reply, 'status' | 'headers' | 'text'>> => {
  const { method = 'GET', path, body, headers = {}, chunksOf, agent = false } = sent;
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(textOf(body));
  const framing = chunksOf !== undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes?.length };
  const options = { host: '127.0.0.1', port, method, path, agent, timeout: 100_000 };
  const outgoing = request({ ...options, headers: { ...(bytes && framing), ...headers } });
  outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered within 100 s.`)));
  // What fails before the response, `once` reports; what fails after it, the response does.
  outgoing.on('error', () => undefined);
  const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const step = chunksOf ?? bytes?.length ?? 0;
  for (let start = 0; bytes && start < bytes.length; start += step) outgoing.write(bytes.subarray(start, start + step));
  outgoing.end();
  const [incoming] = await responded;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text: await text(incoming) };
};

/** As `sendRaw`, for a reply in an envelope. */
export const send = async (port: number, sent: Sent): Promise<Reply> => {
  const reply = await sendRaw(port, sent);
  const envelope = reply.text === '' ? {} : JSON.parse(reply.text);
  return {
    ...reply,
    envelope,
    content: envelope['body'] ?? envelope['response'] ?? null,
    code: reply.headers['error-code'] as string | undefined,
  };
};

/** As `send`; `endpoint` is method and path. */
export const callAt = (port: number, endpoint: string, body?: Sent['body'], headers: OutgoingHttpHeaders = {}) => {
  const [method = '', path = ''] = endpoint.split(' ');
  return send(port, { method, path, body, headers });
};

const textOf = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** What in a reply is not as D-01, D-02 and D-03 have it, if anything. Without a field, that of either variant fits. */
export const envelopeFault = (
  { status, headers, text }: Pick<Reply, 'status' | 'headers' | 'text'>,
  field = 'body|response',
): string | undefined => {
  const word = status === 200 ? 'OK' : 'ERR';
  const [, name = ''] = RegExp(`^\\{"version":"1","status":"${word}","(${field})":`).exec(text) ?? [];
  if (name === '') return `no envelope: ${status} ${text}`;
  // Only a list is so long, and it is sent before its length is known (D-12).
  const isLong = status === 200 && headers['transfer-encoding'] === 'chunked' && text.length > 64 * 1024;
  const areRight = {
    'content-type': headers['content-type'] === 'application/json',
    'cache-control': headers['cache-control'] === 'no-store',
    'x-content-type-options': headers['x-content-type-options'] === 'nosniff',
    'content-length': isLong
      ? headers['content-length'] === undefined
      : Number(headers['content-length']) === Buffer.byteLength(text),
    'request-id': Boolean(headers['request-id']),
    'set-cookie': headers['set-cookie'] === undefined,
    'error-code': (headers['error-code'] !== undefined) === (word === 'ERR'),
    'www-authenticate': headers['www-authenticate'] === (status === 401 ? 'Bearer' : undefined),
    allow: (headers.allow !== undefined) === (status === 405),
  };
  const wrong = Object.entries(areRight).find(([, isRight]) => !isRight);
  if (wrong) return `a wrong ${wrong[0]}`;
  try {
    const envelope = JSON.parse(text) as Record<string, unknown>;
    const isDescribed = word === 'OK' || /^\S.{10,}\.$/.test(String(envelope[name]));
    return Object.keys(envelope).length === 3 && isDescribed ? undefined : `not three members: ${text}`;
  } catch {
    return `no JSON: ${text}`;
  }
};

/** A member of the content that is a text. */
export const member = ({ content, text }: Reply, name: string): string => {
  const value = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${text}`);
  return value;
};

/** The statuses of the replies on one connection, in order. */
export const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** A connection, and what the server has sent on it. With `paused`, nothing is read before `resume`. */
export const open = (port: number, options: { readonly allowHalfOpen?: boolean; readonly paused?: boolean } = {}) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options }).on('error', () => undefined);
  const received: Buffer[] = [];
  const resume = () => socket.on('data', (chunk: Buffer) => received.push(chunk));
  if (!options.paused) resume();
  const textSoFar = () => Buffer.concat(received).toString();
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(textSoFar())));
  return { socket, closed, resume, statuses: () => statusesIn(textSoFar()) };
};

/** Sends bytes as they are, and resolves to all that came back until the server closed the connection. */
export const exchange = (port: number, bytes: string | Buffer): Promise<string> => {
  const { socket, closed } = open(port);
  socket.setTimeout(20_000, () => socket.destroy());
  socket.write(bytes);
  return closed;
};
