import { request } from 'node:http';

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string | Buffer };

/** A request as no browser makes it. */
export const createRaw =
  (url: () => string) =>
  (path: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) =>
    new Promise<{ readonly status: number; readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const { hostname, port } = new URL(url());
        const sent = request({
          hostname,
          port,
          path,
          method,
          headers: { Host: `localhost:${port}`, ...headers },
          agent: false,
        });
        sent.on('error', reject).on('response', (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString(), headers: reply.headers }),
          );
        });
        sent.end(body);
      },
    );

export const cookieOf = ({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map((cookie) => cookie.join('=')).join('; ');

/** How browsers send a form of the portal. */
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
