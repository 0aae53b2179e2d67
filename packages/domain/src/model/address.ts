/** A network that an address lies in. It is allowed `share` times as much as one address. */
export type Network = { readonly name: string; readonly share: number };

/** The /64 of an IPv6 address, as a transport writes it. */
const IPV6 = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]+)::\/64$/;

/**
 * The networks that an attempt counts for. Providers give a household a /64 or a /56, and a company a /48, to take
 * addresses from. A wider network is allowed more, so that no network in it can use up its allowance alone.
 */
export const networksOf = (address: string): readonly Network[] => {
  const [, site, last = ''] = IPV6.exec(address) ?? [];
  const itself = { name: address, share: 1 };
  if (site === undefined) return [itself];
  const home = (Number.parseInt(last, 16) & 0xff00).toString(16);
  return [itself, { name: `${site}:${home}::/56`, share: 4 }, { name: `${site}::/48`, share: 8 }];
};

/**
 * The block of addresses from which somebody is likely to come the next time, too: the /48 of an IPv6 address, the /24
 * of an IPv4 address. Homes and telephones get other addresses from time to time, often out of the same block.
 */
export const blockOf = (address: string): string =>
  networksOf(address)[2]?.name ?? address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
