import { expect, test } from 'vitest';
import { blockOf, networksOf } from '../../src/model/throttle.ts';

test.each([
  ['192.0.2.77', { '192.0.2.77': 1 }, '192.0.2.0/24'],
  ['2001:db8:1:2::/64', { '2001:db8:1:2::/64': 1, '2001:db8:1:0::/56': 4, '2001:db8:1::/48': 8 }, '2001:db8:1::/48'],
  ['2001:0:0:abcd::/64', { '2001:0:0:abcd::/64': 1, '2001:0:0:ab00::/56': 4, '2001:0:0::/48': 8 }, '2001:0:0::/48'],
  ['unknown', { unknown: 1 }, 'unknown'],
])(
  '%s counts for its networks, wider ones with larger allowances, and is known by its block',
  (address, shares, block) => {
    const networks = networksOf(address).map(({ name, share }) => [name, share]);
    expect(Object.fromEntries(networks)).toEqual(shares);
    expect(blockOf(address)).toBe(block);
  },
);
