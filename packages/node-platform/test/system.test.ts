import { clockContract, idSourceContract } from '@health-case/domain/contracts/platform-contract';
import { invitationCodesContract, sessionTokensContract } from '@health-case/domain/contracts/security-contract';
import { expect, it } from 'vitest';
import { randomInvitationCodes, randomSessionTokens, systemClock, uuidIds } from '../src/system.ts';

clockContract('the system clock', () => systemClock);
idSourceContract('the UUIDv7 source', () => uuidIds);
sessionTokensContract('random session tokens', randomSessionTokens);
invitationCodesContract('random invitation codes', randomInvitationCodes);

it('an invitation code is eight groups of four hexadecimal digits, and its case does not matter (D-15)', () => {
  const code = randomInvitationCodes.issue();
  expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/);
  expect(randomInvitationCodes.digestOf(code.toUpperCase())).toBe(randomInvitationCodes.digestOf(code));
});
