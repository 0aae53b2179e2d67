import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvitationCode, InvitationDigest, SessionDigest, SessionToken } from '@health-case/domain/model/account';
import type { Instant } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { v7 } from 'uuid';

/** RFC 9562 UUIDv7. The package has a counter for ids of one millisecond; Node's own function has none. */
const id = <Id extends string>(): Id => v7() as Id;

/** Needs no salt and no stretching: nobody can guess 128 random bits or more (OWASP ASVS 5.0, 7.2). */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** 32 bytes in base64url without padding. The last character carries four bits only. */
const TOKEN = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** 16 bytes in hexadecimal: 8 groups of 4 digits, which a person can read out. */
const CODE = /^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/;

/** What the domain needs of the machine: time and chance. */
export const system: Pick<Ports, 'clock' | 'ids' | 'invitationCodes' | 'sessionTokens'> = {
  clock: { now: () => Date.now() as Instant, sleep },
  ids: { account: id, child: id, case: id, task: id, certification: id, caseEvent: id, auditRecord: id },
  invitationCodes: {
    issue: () => (randomBytes(16).toString('hex').match(/.{4}/g) ?? []).join('-') as InvitationCode,
    // Ignores case, as a person may have copied the code from paper.
    digestOf: (text) => {
      const code = text.trim().toLowerCase();
      return CODE.test(code) ? (digest(code) as InvitationDigest) : undefined;
    },
  },
  sessionTokens: {
    issue: () => randomBytes(32).toString('base64url') as SessionToken,
    digestOf: (text) => (TOKEN.test(text) ? (digest(text) as SessionDigest) : undefined),
  },
};
