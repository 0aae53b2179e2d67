import type { Session, SessionDigest } from '@health-case/domain/model/account';
import type { AccountId, Instant } from '@health-case/domain/model/values';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, keep, keepAccount, nextId } from './samples.ts';

const keepSession = async (storage: Storage, accountId: AccountId, lastUsedAt: Instant = at(5)): Promise<Session> => {
  const session = { digest: nextId<SessionDigest>(), accountId, startedAt: at(1), lastUsedAt };
  await keep(storage, ({ sessions }) => sessions.insert(session));
  return session;
};
const isThere = async (storage: Storage, { digest }: Session) =>
  (await storage.read.sessions.find(digest)) !== undefined;

export const sessionsContract = (opened: () => Storage): void => {
  describe('sessions', () => {
    it('finds a session with the account it belongs to', async () => {
      const storage = opened();
      const owner = await keepAccount(storage, 'Ast');
      const session = await keepSession(storage, owner.id);
      expect(await storage.read.sessions.find(session.digest)).toEqual({ session, account: owner });
      expect(await storage.read.sessions.find('unknown' as SessionDigest)).toBeUndefined();
    });

    it('writes the last use, and does nothing for a session that is gone', async () => {
      const storage = opened();
      const session = await keepSession(storage, (await keepAccount(storage, 'Par')).id);
      await keep(storage, async ({ sessions }) => {
        await sessions.touch(session.digest, at(90_000));
        await sessions.touch('gone' as SessionDigest, at(90_000));
      });
      expect((await storage.read.sessions.find(session.digest))?.session).toEqual({
        ...session,
        lastUsedAt: at(90_000),
      });
      expect(await storage.read.sessions.find('gone' as SessionDigest)).toBeUndefined();
    });

    it('ends one session', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      const [ended, other] = [await keepSession(storage, id), await keepSession(storage, id)];
      await keep(storage, ({ sessions }) => sessions.end(ended.digest));
      expect(await isThere(storage, ended)).toBe(false);
      expect(await isThere(storage, other)).toBe(true);
    });

    it('ends all other sessions of an account, and of that account alone', async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      const [kept, ended] = [await keepSession(storage, one.id), await keepSession(storage, one.id)];
      const foreign = await keepSession(storage, other.id);
      await keep(storage, ({ sessions }) => sessions.endOthers(one.id, kept.digest));
      expect(await Promise.all([kept, ended, foreign].map((session) => isThere(storage, session)))).toEqual([
        true,
        false,
        true,
      ]);
    });

    it('ends all sessions of an account, and of that account alone, and counts them', async () => {
      const storage = opened();
      const [one, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Par')];
      const ended = [await keepSession(storage, one.id), await keepSession(storage, one.id)];
      const foreign = await keepSession(storage, other.id);
      const endAll = () => keep(storage, ({ sessions }) => sessions.endAll(one.id));
      expect(await endAll()).toBe(2);
      expect(await Promise.all([...ended, foreign].map((session) => isThere(storage, session)))).toEqual([
        false,
        false,
        true,
      ]);
      expect(await endAll()).toBe(0);
    });

    it("ends everybody's sessions, and counts them", async () => {
      const storage = opened();
      for (const role of ['Par', 'Doc'] as const) await keepSession(storage, (await keepAccount(storage, role)).id);
      const endAll = () => keep(storage, ({ sessions }) => sessions.endAll('everybody'));
      expect([await endAll(), await endAll()]).toEqual([2, 0]);
    });

    it('sweeps sessions that were last used before an instant, at most so many', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      const stale = [at(1), at(2), at(3)];
      const sessions: Session[] = [];
      for (const lastUsedAt of [...stale, at(10)]) sessions.push(await keepSession(storage, id, lastUsedAt));
      const left = async () =>
        (await Promise.all(sessions.map((session) => isThere(storage, session)))).filter(Boolean);
      await keep(storage, (stores) => stores.sessions.sweep(at(10), 2));
      expect(await left()).toHaveLength(2);
      await keep(storage, (stores) => stores.sessions.sweep(at(10), 2));
      await keep(storage, (stores) => stores.sessions.sweep(at(10), 2));
      expect(await left()).toHaveLength(1);
      expect(await isThere(storage, sessions[3] as Session)).toBe(true);
    });
  });
};
