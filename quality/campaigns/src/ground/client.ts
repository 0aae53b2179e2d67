import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Reply, Sent } from '@health-case/http/testing/client';
import type { Ground } from './ground.ts';

/** No reply came: the connection was refused or lost, or time was up. Whether the call was carried out is not known. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Milliseconds after which a call counts as hanging, however busy the machine is. What is promised is measured, not waited for. */
const PATIENCE = 120_000;

export type Client = (port: number, sent: Sent) => Promise<Reply>;

/**
 * Throws `Unanswered`. Keeps its connections for the next call, if that comes within a second: the service closes those
 * that nobody used for five, and a call that meets the closing would look like one that was not answered.
 */
export const createClient = ({ ending, over }: Pick<Ground, 'ending' | 'over'>, keepAlive = true): Client => {
  // Without a timeout of its own the agent pays no heed to that of the service.
  const agent = new Agent({ keepAlive, timeout: PATIENCE, maxFreeSockets: 1024, agentKeepAliveTimeoutBuffer: 4000 });
  ending.defer(() => agent.destroy());
  return (port, sent) => {
    over.throwIfAborted();
    return exchange(agent, port, sent);
  };
};

const exchange = (agent: Agent, port: number, { method = 'GET', path, body, headers = {} }: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const bytes = bytesOf(body);
    const framing = bytes ? { 'Content-Length': bytes.length } : {};
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...framing, ...headers } });
    const started = performance.now();
    const fail = (error: Error): void => {
      const after = `after ${Math.round(performance.now() - started)} ms on a ${outgoing.reusedSocket ? 'used' : 'new'} socket`;
      reject(new Unanswered(`${method} ${path}: ${error.message} ${after}`));
    };
    const timer = setTimeout(() => outgoing.destroy(new Error(`no reply within ${PATIENCE} ms`)), PATIENCE);
    outgoing.once('close', () => clearTimeout(timer));
    outgoing.once('error', fail);
    outgoing.once('response', async (incoming) => {
      const received = await text(incoming).catch(fail);
      if (received === undefined) return;
      const envelope = JSON.parse(received) as Record<string, unknown>;
      const code = incoming.headers['error-code'];
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        text: received,
        envelope,
        content: envelope['body'] ?? envelope['response'] ?? null,
        code: typeof code === 'string' ? code : undefined,
      });
    });
    outgoing.end(bytes);
  });

const bytesOf = (body: Sent['body']): Buffer | undefined => {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'object' ? JSON.stringify(body) : body);
};

/** A member of the content that is a text. */
export const member = ({ content, text: whole }: Reply, name: string): string => {
  const value = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined;
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${whole}`);
  return value;
};

/** How many milliseconds the service asks to be left alone. */
export const retryAfter = ({ headers }: Reply): number => Number(headers['retry-after'] ?? 1) * 1000;
