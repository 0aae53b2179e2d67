import type { SessionStore } from '../ports/storage.ts';
import { all, type Tables } from './tables.ts';

export const memorySessions = ({ accounts, sessions }: Tables): SessionStore => ({
  find: async (digest) => {
    const session = sessions.get(digest);
    const account = session && accounts.get(session.accountId)?.account;
    return session && account && { session, account };
  },
  insert: async (session) => {
    sessions.set(session.digest, session);
  },
  touch: async (digest, lastUsedAt) => {
    const session = sessions.get(digest);
    if (session) sessions.set(digest, { ...session, lastUsedAt });
  },
  end: async (digest) => {
    sessions.delete(digest);
  },
  endOthers: async (accountId, keep) => {
    for (const { digest } of all(sessions, (session) => session.accountId === accountId)) {
      if (digest !== keep) sessions.delete(digest);
    }
  },
  endAll: async (of) => {
    const ended = all(sessions, ({ accountId }) => of === 'everybody' || accountId === of);
    for (const { digest } of ended) sessions.delete(digest);
    return ended.length;
  },
  sweep: async (lastUsedBefore, atMost) => {
    const stale = all(sessions, (session) => session.lastUsedAt < lastUsedBefore);
    for (const { digest } of stale.slice(0, atMost)) sessions.delete(digest);
  },
});
