import { createHash, randomBytes } from 'node:crypto';
import type { InvitationCode, InvitationDigest } from '@health-case/domain/model/account';
import type { InvitationCodes } from '@health-case/domain/ports/security';

/** 16 bytes in hexadecimal, in groups that a person can read out: 8 groups of 4. */
const CODE = /^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/;

/** Case does not matter: a code may have been copied from paper. A digest without salt suffices for 128 random bits. */
export const randomInvitationCodes: InvitationCodes = {
  issue: () =>
    randomBytes(16)
      .toString('hex')
      .replace(/(.{4})(?=.)/g, '$1-') as InvitationCode,
  digestOf: (text) => {
    const code = text.trim().toLowerCase();
    return CODE.test(code) ? (createHash('sha256').update(code).digest('base64url') as InvitationDigest) : undefined;
  },
};
