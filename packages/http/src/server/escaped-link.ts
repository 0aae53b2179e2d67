import type { IncomingMessage } from 'node:http';
import { commonHeaders } from './cached.ts';

const ESCAPED = /^\/verify%(?:25)*23(.*)$/;

/** The path of the page that a link with an encoded # is for: some mail programs write one. */
export const VERIFY = '/verify';

/** Leads a browser to the page that verifies certificates, where the certificate is sent to nobody. */
export const unescapedLink = ({ method = '', url = '' }: IncomingMessage): Response | undefined => {
  const [, certificate] = (['GET', 'HEAD'].includes(method) && ESCAPED.exec(url)) || [];
  if (certificate === undefined) return undefined;
  const [path = ''] = certificate.split('?');
  // Relative, as a proxy may have removed the path of the public URL. Mail programs add slashes.
  const up = '../'.repeat(path.split('/').length - 1);
  const headers = {
    Location: `${up}verify#${certificate}`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...commonHeaders(),
  };
  return new Response(null, { status: 302, headers });
};
