import { ifAvailable, type Refusal, refuse } from '../errors.ts';
import type { Account } from '../model/account.ts';
import { hasEnded, isUseWorthWriting, type SessionDigest } from '../model/session.ts';
import type { Ports } from '../ports/ports.ts';
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
    if (isUseWorthWriting(found.session, sessionLifetimes, now)) {
      // A store that can only be read at present must not keep anyone from reading.
      await ifAvailable(() =>
        storage.write(async ({ sessions }) => ok(await sessions.touch(found.session.digest, now))),
      );
    }
    return ok({ actor: found.account, session: found.session.digest });
  };
