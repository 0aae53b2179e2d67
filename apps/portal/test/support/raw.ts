import { type Sent, sendRaw } from '@health-case/http/testing/client';

/** A request as no browser makes it. */
export const createRaw =
  (url: () => string) =>
  (path: string, { headers, ...sent }: Omit<Sent, 'path'> = {}) => {
    const { host, port } = new URL(url());
    return sendRaw(Number(port), { path, ...sent, headers: { Host: host, ...headers } });
  };

export const cookieOf = ({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map((cookie) => cookie.join('=')).join('; ');

/** How browsers send a form of the portal. */
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };
