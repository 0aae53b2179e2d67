import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Some proxies append the port of the connection to the address, and put IPv6 in brackets then. */
const PORT = /^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/;

/** Of an address with brackets and a port, or of what a proxy writes in its place. */
const LONGEST = 100;

/**
 * The client's address: the peer of the socket, or what the outermost of the trusted proxies saw. Entries of
 * X-Forwarded-For before that one were written by strangers. An IPv6 subscriber has at least a /64, which stands for
 * all of its addresses. IPv4 written as IPv6 is IPv4.
 */
export const clientAddress = (incoming: IncomingMessage, trustedProxies: number): string => {
  const seen = headerOf(incoming, 'x-forwarded-for')?.split(',') ?? [];
  const hops = [...seen, incoming.socket.remoteAddress ?? ''];
  return networkOf((hops.at(-1 - trustedProxies) ?? hops[0] ?? '').slice(0, LONGEST).trim().replace(PORT, '$1$2'));
};

export const networkOf = (hop: string): string => {
  if (!hop.includes(':') || !isIPv6(hop)) return hop;
  const address = ipaddr.process(hop);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
};

/** What the parser takes of a request (`LIMITS` in `server.ts`), for what is cut short by nobody. */
const ALL = 16 * 1024;

/** The headers that are read, each with its most characters. A longer one counts as not sent. */
export const HEADERS = {
  accept: 1000,
  'accept-encoding': 1000,
  'accept-language': 1000,
  'access-control-request-method': 20,
  authorization: ALL,
  'content-encoding': 100,
  cookie: ALL,
  host: 300,
  'idempotency-key': ALL,
  'if-none-match': 4000,
  'one-time-password': ALL,
  origin: 300,
  referer: 2000,
  'sec-fetch-site': 20,
  'user-agent': 1000,
  'x-forwarded-for': ALL,
} as const;

/** A header as it was sent; lines with one name are joined by commas. */
export const headerOf = ({ headers }: IncomingMessage, name: keyof typeof HEADERS): string | undefined => {
  const text = headers[name]?.toString();
  return text !== undefined && text.length <= HEADERS[name] ? text : undefined;
};
