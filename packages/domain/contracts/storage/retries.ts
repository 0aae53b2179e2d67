import type { Storage } from '@health-case/domain/ports/storage';
import { describe, expect, it } from 'vitest';
import { at, keep } from './samples.ts';

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
