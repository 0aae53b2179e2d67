import type { Session, SessionDigest } from '@health-case/domain/model/account';
import type { Reads, Storage, Stores } from '@health-case/domain/ports/storage';

type Sessions = Map<SessionDigest, Session>;

/** What a unit of work changes is done again on the sessions of all, once the unit is committed. */
type Change = (sessions: Sessions) => unknown;

/**
 * A storage whose sessions lie in the memory of this process: they are neither written to the disk nor in a backup, and
 * all end with the process. Where a commit may have been lost, its sessions are lost as well.
 */
export const withSessionsInMemory = (storage: Storage): Storage => {
  const sessions: Sessions = new Map();

  const finding = (seen: () => Sessions, { accounts }: Pick<Reads, 'accounts'>): Reads['sessions'] => ({
    find: async (digest) => {
      const session = seen().get(digest);
      const account = session && (await accounts.find(session.accountId));
      return session && account && { session, account };
    },
    ofAccount: async (id, { after = '', size }) =>
      [...seen().values()]
        .filter(({ accountId, digest }) => accountId === id && digest > after)
        .sort((one, other) => (one.digest < other.digest ? -1 : 1))
        .slice(0, size),
  });

  const changing = (stores: Stores, changes: Change[]): Stores['sessions'] => {
    let draft: Sessions | undefined;
    const change = <T>(made: (of: Sessions) => T): T => {
      changes.push(made);
      draft ??= new Map(sessions);
      return made(draft);
    };
    const removing = (isOver: (session: Session) => boolean, atMost = Number.POSITIVE_INFINITY) =>
      change((of) => {
        const over = [...of.values()].filter(isOver).slice(0, atMost);
        for (const { digest } of over) of.delete(digest);
        return over.length;
      });
    return {
      ...finding(() => draft ?? sessions, stores),
      insert: async (session) => void change((of) => of.set(session.digest, session)),
      touch: async (digest, lastUsedAt) =>
        change((of) => {
          const session = of.get(digest);
          if (session) of.set(digest, { ...session, lastUsedAt });
        }),
      end: async (digest) => void change((of) => of.delete(digest)),
      endOf: async (id, digest) => removing((session) => session.accountId === id && session.digest === digest) > 0,
      endOthers: async (accountId, keep) =>
        void removing((session) => session.accountId === accountId && session.digest !== keep),
      endAll: async (of) => removing(({ accountId }) => of === 'everybody' || of === accountId),
      sweep: async (before, atMost) => removing(({ lastUsedAt }) => lastUsedAt < before, atMost),
    };
  };

  return {
    ...storage,
    read: { ...storage.read, sessions: finding(() => sessions, storage.read) },
    write: async (work) => {
      const changes: Change[] = [];
      const outcome = await storage.write((stores, hasTime) => {
        changes.length = 0;
        return work({ ...stores, sessions: changing(stores, changes) }, hasTime);
      });
      if (outcome.ok) for (const change of changes) change(sessions);
      return outcome;
    },
  };
};
