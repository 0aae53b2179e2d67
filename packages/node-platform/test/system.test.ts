import { clockContract, idSourceContract } from '@health-case/domain/contracts/platform-contract';
import { invitationCodesContract, sessionTokensContract } from '@health-case/domain/contracts/security-contract';
import { expect, it } from 'vitest';
import { createdAt, system } from '../src/system.ts';

clockContract('the system clock', () => system.clock);
idSourceContract('the UUIDv7 source', () => system.ids);
sessionTokensContract('random session tokens', system.sessionTokens);
invitationCodesContract('random invitation codes', system.invitationCodes);

it('an id tells when it was made (RFC 9562, the example of A.6)', () => {
  expect(createdAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.parse('2022-02-22T19:22:22Z'));
});

it('a random number is whole, from 0, below the limit, and each can come', () => {
  const drawn = Array.from({ length: 1000 }, () => system.random.below(3));
  expect([...new Set(drawn)].toSorted()).toEqual([0, 1, 2]);
  expect(system.random.below(1)).toBe(0);
});

it('an invitation code is eight groups of four hexadecimal digits, and its case does not matter (D-15)', () => {
  const { issue, digestOf } = system.invitationCodes;
  const code = issue();
  expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);
  expect(digestOf(code.toUpperCase())).toBe(digestOf(code));
});
