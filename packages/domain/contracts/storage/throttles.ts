import { createApplication } from '@health-case/domain/application';
import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it, vi } from 'vitest';
// The ports without chance are those of the domain's own tests: a second set would only drift from the first.
import { createTestPorts } from '../../test/support/ports.ts';
import { attempt, email, name, password } from '../../test/support/values.ts';
import { at, keep } from './samples.ts';

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
