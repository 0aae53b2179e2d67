import { ifAvailable, type Refusal, refuse } from '../errors.ts';
import { type Account, hasEnded, isUseWorthWriting, type SessionDigest } from '../model/account.ts';
import type { Ports } from '../ports/ports.ts';
import type { SessionReads } from '../ports/storage.ts';
import { ok, type Result } from '../result.ts';

/** Who is calling, as every use case behind a session is told. */
export type Caller = { readonly actor: Account; readonly session: SessionDigest };
type Outcome = Result<Caller, Refusal<'SESSION_INVALID'>>;

/** The session unless it has ended, with its account. To look at it is no use of it. */
export const liveSession = async (
  { storage, sessionLifetimes, clock }: Ports,
  digest: SessionDigest,
): ReturnType<SessionReads['find']> => {
  const found = await storage.read.sessions.find(digest);
  return found && !hasEnded(found.session, sessionLifetimes, clock.now()) ? found : undefined;
};

/** D-09: unknown, ended and malformed tokens are refused alike. */
export const resumeSession =
  (ports: Ports) =>
  async (token: string): Promise<Outcome> => {
    const { storage, sessionTokens, sessionLifetimes, clock } = ports;
    const digest = sessionTokens.digestOf(token);
    const found = digest && (await liveSession(ports, digest));
    if (!found) return refuse('SESSION_INVALID');
    const now = clock.now();
    if (isUseWorthWriting(found.session, sessionLifetimes, now)) {
      // A store that can only be read at present must not keep anyone from reading.
      await ifAvailable(() =>
        storage.write(async ({ sessions }) => ok(await sessions.touch(found.session.digest, now))),
      );
    }
    return ok({ actor: found.account, session: found.session.digest });
  };
