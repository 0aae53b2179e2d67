import { clockContract, idSourceContract } from '@health-case/domain/contracts/platform-contract';
import { invitationCodesContract, sessionTokensContract } from '@health-case/domain/contracts/security-contract';
import { expect, it } from 'vitest';
import { system } from '../src/system.ts';

clockContract('the system clock', () => system.clock);
idSourceContract('the UUIDv7 source', () => system.ids);
sessionTokensContract('random session tokens', system.sessionTokens);
invitationCodesContract('random invitation codes', system.invitationCodes);

it('an invitation code is eight groups of four hexadecimal digits, and its case does not matter (D-15)', () => {
  const { issue, digestOf } = system.invitationCodes;
  const code = issue();
  expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);
  expect(digestOf(code.toUpperCase())).toBe(digestOf(code));
});
