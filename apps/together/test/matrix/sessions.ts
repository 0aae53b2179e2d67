import type { Account, SessionDigest, SessionToken } from '@health-case/domain/model/account';
import { HOUR, later, MINUTE } from '@health-case/domain/model/values';
import type { Ports } from '@health-case/domain/ports/ports';
import { ok } from '@health-case/domain/result';
import type { Code } from './expected.ts';
import { callersAmong, must } from './people.ts';
import type { World } from './world.ts';

/** What each of the people of a world sends as the session. */
export type Tokens = ReadonlyMap<Account['id'], string | undefined>;
type Everyone = readonly Account[];

/** Sessions that began and were last used so many milliseconds ago; no use case makes old ones. */
const begun = async (
  { storage, sessionTokens, clock }: Ports,
  everyone: Everyone,
  age: { start: number; use: number },
) => {
  const now = clock.now();
  const tokens = new Map(everyone.map(({ id }): [Account['id'], SessionToken] => [id, sessionTokens.issue()]));
  const insertAll = storage.write(async ({ sessions }) => {
    for (const [accountId, token] of tokens) {
      const digest = sessionTokens.digestOf(token) as SessionDigest;
      await sessions.insert({ digest, accountId, startedAt: later(now, -age.start), lastUsedAt: later(now, -age.use) });
    }
    return ok(undefined);
  });
  must(await insertAll);
  return tokens;
};

const sending = (everyone: Everyone, token: () => string | undefined): Tokens =>
  new Map(everyone.map(({ id }) => [id, token()]));

export const liveSessions = (ports: Ports, world: World): Promise<Tokens> =>
  begun(ports, callersAmong(world.people), { start: 0, use: 0 });

const endedSessions = async (ports: Ports, world: World): Promise<Tokens> => {
  const tokens = await begun(ports, callersAmong(world.people), { start: 0, use: 0 });
  for (const token of tokens.values()) must(await world.app.logOut(must(await world.app.resumeSession(token))));
  return tokens;
};

type Refused = {
  readonly code: Code;
  readonly tokens: (ports: Ports, world: World) => Promise<Tokens>;
  /** Whether there is a session in the store, and only its age speaks against it. */
  readonly kept?: boolean;
};

/** Every state of a session but the one in which it is one (D-09). */
export const REFUSED_SESSIONS: Readonly<Record<string, Refused>> = {
  'left idle for half an hour': {
    code: 'SESSION_INVALID',
    tokens: (ports, world) => begun(ports, callersAmong(world.people), { start: HOUR, use: 30 * MINUTE }),
    kept: true,
  },
  'begun twelve hours ago': {
    code: 'SESSION_INVALID',
    tokens: (ports, world) => begun(ports, callersAmong(world.people), { start: 12 * HOUR, use: 0 }),
    kept: true,
  },
  'logged out': { code: 'SESSION_INVALID', tokens: endedSessions },
  'that can be none': {
    code: 'SESSION_INVALID',
    tokens: async (_, world) => sending(callersAmong(world.people), () => 'no session'),
  },
  missing: {
    code: 'SESSION_MISSING',
    tokens: async (_, world) => sending(callersAmong(world.people), () => undefined),
  },
};
