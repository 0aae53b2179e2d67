import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Where a request comes from: the socket's other end, or what the outermost of so many trusted proxies saw. What stands
 * before that in X-Forwarded-For was written by strangers.
 */
export const clientAddress = ({ socket, headers }: IncomingMessage, trustedProxies: number): string => {
  const seen = [...forwardedFor(headers['x-forwarded-for']), socket.remoteAddress ?? ''];
  return network(seen.at(-1 - trustedProxies) ?? seen[0] ?? '');
};

const forwardedFor = (header: string | string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((address) => address.trim().replace(PORT, '$1$2'));

/** Some proxies write the port of the connection behind the address, and IPv6 then in brackets. */
const PORT = /^\[(.*)\](?::\d+)?$|^([^:]+):\d+$/;

/** One subscriber of IPv6 has at least a /64, so that is what counts as one; IPv4 written as IPv6 is IPv4. */
const network = (text: string): string => {
  if (!isIPv6(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
};
