import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, keep } from './samples.ts';

export const throttlesContract = (opened: () => Storage): void => {
  describe('throttles', () => {
    const attempts = (count: number, forgottenAt = 100) => ({ count, notBefore: at(10), forgottenAt: at(forgottenAt) });

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
  });
};
