import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
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
export const send = (
  port: number,
  { method = 'GET', path, body, headers = {}, chunksOf, agent }: Sent,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const bytes = bytesOf(body);
    const framing = bytes && chunksOf === undefined ? { 'Content-Length': bytes.length } : {};
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: agent ?? false,
      timeout: 100_000,
      headers: { ...framing, ...(chunksOf === undefined ? {} : { 'Transfer-Encoding': 'chunked' }), ...headers },
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered within 100 s.`)));
    outgoing.once('error', reject);
    outgoing.once('response', async (incoming) => {
      const received = await text(incoming).catch(reject);
      if (received === undefined) return;
      const code = incoming.headers['error-code'];
      let envelope: Record<string, unknown>;
      try {
        envelope = received === '' ? {} : JSON.parse(received);
      } catch (error) {
        return reject(new Error(`${method} ${path} was answered with what is no JSON: ${received}`, { cause: error }));
      }
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: received,
        envelope,
        content: envelope['body'] ?? envelope['response'] ?? null,
        code: typeof code === 'string' ? code : undefined,
      });
    });
    const step = chunksOf ?? bytes?.length ?? 0;
    for (let start = 0; bytes && start < bytes.length; start += step)
      outgoing.write(bytes.subarray(start, start + step));
    outgoing.end();
  });

const bytesOf = (body: Sent['body']): Buffer | undefined => {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
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
