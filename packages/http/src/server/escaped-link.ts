import type { IncomingMessage } from 'node:http';
import { commonHeaders } from './cached.ts';

/** A link that a mail program has changed: its # is encoded, or a slash stands before it. */
const LINK = /^\/verify(?:\/?%(?:25)*23(.*)|\/)$/;

/** Leads a browser to the page that verifies certificates, where the certificate is sent to nobody. */
export const unescapedLink = ({ method = '', url = '' }: IncomingMessage): Response | undefined => {
  const link = ['GET', 'HEAD'].includes(method) ? LINK.exec(url) : null;
  if (!link) return undefined;
  const [path = '', certificate] = link;
  // Relative, as a proxy may have removed the path of the public URL. Mail programs add slashes.
  const up = '../'.repeat((path.split('?')[0] ?? '').split('/').length - 2);
  const headers = {
    Location: `${up}verify${certificate === undefined ? '' : `#${certificate}`}`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...commonHeaders(),
  };
  return new Response(null, { status: 302, headers });
};
