import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headerOf } from './headers.ts';

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
