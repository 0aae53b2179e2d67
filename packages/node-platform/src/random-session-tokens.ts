import { createHash, randomBytes } from 'node:crypto';
import type { SessionDigest, SessionToken } from '@health-case/domain/model/account';
import type { SessionTokens } from '@health-case/domain/ports/security';

/** 32 bytes in base64url without padding; the last character carries four bits only. */
const TOKEN = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** A digest without salt or stretching suffices: 256 random bits cannot be guessed from it (OWASP ASVS 5.0, 7.2). */
export const randomSessionTokens: SessionTokens = {
  issue: () => randomBytes(32).toString('base64url') as SessionToken,
  digestOf: (text) =>
    TOKEN.test(text) ? (createHash('sha256').update(text).digest('base64url') as SessionDigest) : undefined,
};
