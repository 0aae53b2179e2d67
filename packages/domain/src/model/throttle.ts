import type { EmailAddress } from './email.ts';
import { type AccountId, DAY, type Instant, later, MINUTE } from './values.ts';

export type Attempts = {
  readonly count: number;
  readonly notBefore: Instant;
  readonly forgottenAt: Instant;
  /** When each attempt under way expires: its process may have died. */
  readonly underWay: readonly Instant[];
};

export type Throttle = {
  /** After so many counted attempts, the next one has to wait. */
  readonly free: number;
  /** Milliseconds that the next attempt has to wait. `beyond`: counted attempts minus `free`. */
  readonly wait: (beyond: number) => number;
  /** Milliseconds after which the count expires. */
  readonly memory: number;
  /** Whether `wait` and `memory` run from the first counted attempt or from the last. */
  readonly since: 'first' | 'last';
};

export type AttemptLimit = {
  readonly key: string;
  /** Of several keys that an operator resets together. */
  readonly of?: string;
  readonly throttle: Throttle;
  readonly resetBySuccess?: boolean;
  /** Whether an attempt that succeeds counts, too. */
  readonly countsSuccess?: boolean;
  /** If the network is known, the attempt neither obeys this limit nor counts for it. */
  readonly unlessKnown?: KnownNetwork['key'];
};

/** A network from which an account was logged in to, and when: the day of the last time is exact enough. */
export type KnownNetwork = { readonly key: string; readonly accountId: AccountId; readonly at: Instant };

export const MOST_NETWORKS = 16;

/** How many milliseconds a network is remembered after the last login from it. */
export const NETWORK_MEMORY = 90 * DAY;

/** The key of the failed logins of an e-mail address, whether or not an account has it. */
export const loginOf = (email: EmailAddress): string => `login of ${email}`;

export const resetsOf = (email: EmailAddress): string => `resets of ${email}`;

/** After the fifth failure 1 second. Each further failure doubles the wait, up to 15 minutes. */
export const growingDelay: Throttle = {
  free: 5,
  wait: (beyond) => Math.min(15 * MINUTE, 1000 * 2 ** beyond),
  memory: DAY,
  since: 'last',
};

/** `span` is in milliseconds, and begins with the first attempt. */
export const atMostPer = (span: number, most: number): Throttle => ({
  free: most,
  wait: () => span,
  memory: span,
  since: 'first',
});

/** At most so many in the span that succeed. */
export const mostOf = (key: string, span: number, most: number): AttemptLimit => ({
  key,
  throttle: atMostPer(span, most),
  countsSuccess: true,
});

const waitAfter = (count: number, { free, wait }: Throttle): number => (count < free ? 0 : wait(count - free));

/** Milliseconds. Longer than any call takes. */
export const LONGEST_ATTEMPT = MINUTE;

const NOTHING: Attempts = { count: 0, notBefore: 0 as Instant, forgottenAt: 0 as Instant, underWay: [] };

export const withoutCount = (before: Attempts): Attempts => ({ ...before, count: 0, notBefore: NOTHING.notBefore });

/**
 * A stored moment that is later than the throttle allows comes from a wrong clock, and is moved back to the latest that
 * it allows. The clocks of two processes may differ by as much as an attempt may take.
 */
export const countingAt = (now: Instant, throttle: Throttle, stored: Attempts = NOTHING): Attempts => {
  const underWay = stored.underWay.filter((until) => until > now && until <= later(now, 2 * LONGEST_ATTEMPT));
  if (stored.forgottenAt <= now) return withoutCount({ ...stored, underWay });
  const notBefore = Math.min(stored.notBefore, now + waitAfter(stored.count, throttle)) as Instant;
  const forgottenAt = Math.min(stored.forgottenAt, now + throttle.memory) as Instant;
  return { ...stored, notBefore, forgottenAt, underWay };
};

export const countOne = (before: Attempts, now: Instant, throttle: Throttle): Attempts => {
  const { memory, since } = throttle;
  const count = before.count + 1;
  const forgottenAt = since === 'first' && before.count > 0 ? before.forgottenAt : later(now, memory);
  return { ...before, count, forgottenAt, notBefore: later(forgottenAt, waitAfter(count, throttle) - memory) };
};

/** Whether one more attempt may begin: as many may be under way as free attempts are left, but always one. */
export const hasRoom = ({ count, underWay }: Attempts, { free }: Throttle): boolean =>
  underWay.length < Math.max(1, free - count);

export const beginOne = (before: Attempts, now: Instant): Attempts => ({
  ...before,
  forgottenAt: before.count > 0 ? before.forgottenAt : now,
  underWay: [...before.underWay, later(now, LONGEST_ATTEMPT)],
});

/** Attempts that expire at the same moment are interchangeable. */
export const endOne = (before: Attempts, begun: Instant): Attempts => {
  const nth = before.underWay.indexOf(later(begun, LONGEST_ATTEMPT));
  return { ...before, underWay: before.underWay.filter((_, index) => index !== nth) };
};

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
