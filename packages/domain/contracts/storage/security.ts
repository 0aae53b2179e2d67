import { createApplication } from '@health-case/domain/application';
import type { Session, SessionDigest } from '@health-case/domain/model/account';
import type { AccountId, Instant } from '@health-case/domain/model/values';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import { describe, expect, it, vi } from 'vitest';
// The ports without chance are those of the domain's own tests: a second set would only drift from the first.
import { createTestPorts } from '../../test/support/ports.ts';
import { attempt, email, name, password } from '../../test/support/values.ts';
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

    type Ending = (sessions: Stores['sessions'], one: Session) => Promise<unknown>;
    /** What ends of two sessions of one account and one of another, and the number that it resolves to. */
    const ENDINGS: readonly (readonly [what: string, end: Ending, left: readonly boolean[], ended: unknown])[] = [
      ['one session', (sessions, { digest }) => sessions.end(digest), [false, true, true], undefined],
      [
        'all others of an account',
        (sessions, one) => sessions.endOthers(one.accountId, one.digest),
        [true, false, true],
        undefined,
      ],
      ['all of an account', (sessions, { accountId }) => sessions.endAll(accountId), [false, false, true], 2],
      ["everybody's", (sessions) => sessions.endAll('everybody'), [false, false, false], 3],
    ];
    it.each<(typeof ENDINGS)[number]>(ENDINGS)('ends %s, and no other', async (_, end, left, ended) => {
      const storage = opened();
      const [{ id }, other] = [await keepAccount(storage, 'Par'), await keepAccount(storage, 'Doc')];
      const kept = [
        await keepSession(storage, id),
        await keepSession(storage, id),
        await keepSession(storage, other.id),
      ];
      const endOnce = () => keep(storage, ({ sessions }) => end(sessions, kept[0] as Session));
      expect(await endOnce()).toBe(ended);
      expect(await Promise.all(kept.map((session) => isThere(storage, session)))).toEqual(left);
      expect(await endOnce()).toBe(ended === undefined ? undefined : 0);
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

const wanted = { key: 'key of somebody', request: 'a request' };

export const retriesContract = (opened: () => Storage): void => {
  describe('kept outcomes (D-24)', () => {
    const save = (storage: Storage, outcome: string, moment: number, facts: object = {}) =>
      keep(storage, ({ retries }) => retries.save({ ...wanted, outcome, at: at(moment), ...facts }));

    it('are found by key and request from a moment on, and told apart from those of another request', async () => {
      const storage = opened();
      const { find } = storage.read.retries;
      expect(await find(wanted, at(0))).toBeUndefined();
      await save(storage, 'done', 10);
      expect(await find(wanted, at(10))).toEqual({ outcome: 'done' });
      expect(await find(wanted, at(11))).toBeUndefined();
      expect(await find({ ...wanted, request: 'another' }, at(0))).toBe('other request');
      expect(await find({ ...wanted, key: 'another' }, at(0))).toBeUndefined();
    });

    it('take the place of what was kept under the key', async () => {
      const storage = opened();
      await save(storage, 'done', 10);
      await save(storage, 'done again', 20, { request: 'another' });
      const { find } = storage.read.retries;
      expect(await find(wanted, at(0))).toBe('other request');
      expect(await find({ ...wanted, request: 'another' }, at(0))).toEqual({ outcome: 'done again' });
    });

    it('are swept so many at a time, the old ones alone', async () => {
      const storage = opened();
      const keys = ['one', 'two', 'three', 'four'];
      for (const [index, key] of keys.entries()) await save(storage, 'done', index, { key });
      await keep(storage, ({ retries }) => retries.sweep(at(3), 2));
      const left = async () => {
        const found = await Promise.all(keys.map((key) => storage.read.retries.find({ ...wanted, key }, at(0))));
        return found.filter((one) => one !== undefined).length;
      };
      expect(await left()).toBe(2);
      await keep(storage, ({ retries }) => retries.sweep(at(3), 9));
      expect(await left()).toBe(1);
    });
  });
};

export const throttlesContract = (opened: () => Storage): void => {
  describe('throttles', () => {
    const attempts = (count: number, forgottenAt = 100) => ({
      count,
      notBefore: at(10),
      forgottenAt: at(forgottenAt),
      underWay: Array.from({ length: count - 1 }, () => at(20)),
    });

    it('keeps what is counted under a key, replaces it, and removes it', async () => {
      const storage = opened();
      const { find } = storage.read.throttles;
      expect(await find('one')).toBeUndefined();
      await keep(storage, async ({ throttles }) => {
        await throttles.save('one', attempts(1));
        await throttles.save('other', attempts(7));
        await throttles.save('one', attempts(2));
      });
      expect([await find('one'), await find('other')]).toEqual([attempts(2), attempts(7)]);
      await keep(storage, ({ throttles }) => throttles.remove('one'));
      expect([await find('one'), await find('other')]).toEqual([undefined, attempts(7)]);
    });

    it('sweeps what is to be forgotten, at most so many', async () => {
      const storage = opened();
      await keep(storage, async ({ throttles }) => {
        for (const key of ['a', 'b', 'c']) await throttles.save(key, attempts(1, 50));
        await throttles.save('d', attempts(1, 60));
      });
      const left = async () =>
        (await Promise.all(['a', 'b', 'c', 'd'].map((key) => storage.read.throttles.find(key)))).filter(Boolean).length;
      await keep(storage, ({ throttles }) => throttles.sweep(at(60), 2));
      expect(await left()).toBe(2);
      await keep(storage, ({ throttles }) => throttles.sweep(at(60), 2));
      expect(await left()).toBe(1);
      expect(await storage.read.throttles.find('d')).toEqual(attempts(1, 60));
    });

    it('hold the logins of two processes to one limit, and let in all that are right', async () => {
      const ports = { ...createTestPorts(), storage: opened() };
      const processes = [createApplication(ports), createApplication(ports)] as const;
      const call = { requestId: 'a request', address: '192.0.2.1', email: email('ann@example.org') };
      const names = { firstName: name('Ann'), lastName: name('Example') };
      await processes[0].registerAccount({ ...call, ...names, password: password('correct horse'), role: 'Par' });
      const verify = vi.spyOn(ports.passwords, 'verify');
      const logIn = async (times: number, text: string) => {
        const tried = Array.from({ length: times }, (_, nth) =>
          processes[nth % 2 === 0 ? 0 : 1].logIn({ ...call, password: attempt(text) }),
        );
        return (await Promise.all(tried)).filter(({ ok }) => ok).length;
      };
      expect(await logIn(16, 'correct horse')).toBe(16);
      verify.mockClear();
      expect(await logIn(50, 'wrong horse')).toBe(0);
      expect(verify).toHaveBeenCalledTimes(5);
    });
  });
};
