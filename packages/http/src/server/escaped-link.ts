import type { IncomingMessage } from 'node:http';
import { commonHeaders } from './cached.ts';

/** A link to one of the pages that a mail program has changed: its # is encoded, or a slash stands before it. */
export const changedLinks = (pages: readonly string[]): RegExp =>
  new RegExp(`^/(${pages.join('|')})(?:/?%(?:25)*23(.*)|/)$`);
/** The page that verifies certificates. */
const TO_VERIFY = changedLinks(['verify']);

/** Leads a browser to a page where what stands behind the # is sent to nobody. */
export const unescapedLink = (
  { method = '', url = '' }: IncomingMessage,
  changed = TO_VERIFY,
): Response | undefined => {
  const link = ['GET', 'HEAD'].includes(method) ? changed.exec(url) : null;
  if (!link) return undefined;
  const [path = '', page, behind] = link;
  // Relative, as a proxy may have removed the path of the public URL. Mail programs add slashes.
  const up = '../'.repeat((path.split('?')[0] ?? '').split('/').length - 2);
  const headers = {
    Location: `${up}${page}${behind === undefined ? '' : `#${behind}`}`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...commonHeaders(),
  };
  return new Response(null, { status: 302, headers });
};
