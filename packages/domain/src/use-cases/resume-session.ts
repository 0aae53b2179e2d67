import { type Refusal, refuse, Unavailable } from '../errors.ts';
import type { Account } from '../model/account.ts';
import type { Instant } from '../model/instant.ts';
import { hasEnded, isUseWorthWriting, type SessionDigest } from '../model/session.ts';
import type { Ports } from '../ports/ports.ts';
import type { Storage } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

/** Who is calling, as every use case behind a session is told. */
export type Caller = { readonly actor: Account; readonly session: SessionDigest };
type Outcome = Result<Caller, Refusal<'SESSION_INVALID'>>;

/** D-09: unknown, ended and malformed tokens are refused alike. */
export const resumeSession =
  ({ storage, sessionTokens, sessionLifetimes, clock }: Ports) =>
  async (token: string): Promise<Outcome> => {
    const digest = sessionTokens.digestOf(token);
    const found = digest && (await storage.read.sessions.find(digest));
    const now = clock.now();
    if (!found || hasEnded(found.session, sessionLifetimes, now)) return refuse('SESSION_INVALID');
    if (isUseWorthWriting(found.session, sessionLifetimes, now)) await noteUse(storage, found.session.digest, now);
    return ok({ actor: found.account, session: found.session.digest });
  };

/** A store that can only be read at present must not keep anyone from reading. */
const noteUse = async (storage: Storage, digest: SessionDigest, now: Instant): Promise<void> => {
  try {
    await storage.write(async ({ sessions }) => ok(await sessions.touch(digest, now)));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};
