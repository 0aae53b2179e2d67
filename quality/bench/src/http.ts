import { Agent, request as httpRequest } from 'node:http';

export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Reply = { readonly status: number; readonly body: Buffer };

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** One request on a connection of its own, or on one of the agent's. */
export const request = (
  port: number,
  { method = 'GET', path, headers = {}, body }: Request,
  agent: Agent | false = false,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } };
    const outgoing = httpRequest(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks) }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

export const keptAlive = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
