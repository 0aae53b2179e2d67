import { refuse } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { account, credentials, keepAccount, lengthenPassword } from './samples.ts';

export const unitOfWorkContract = (opened: () => Storage): void => {
  describe('units of work', () => {
    it('says that it is ready', async () => {
      await expect(opened().ready()).resolves.toBeUndefined();
    });

    it('keeps all of a unit that succeeds, and lets it read its own writes', async () => {
      const storage = opened();
      const person = account('Par');
      const seenInside = await storage.write(async ({ accounts }) => {
        await accounts.insert(credentials(person));
        return ok(await accounts.find(person.id));
      });
      expect(seenInside).toEqual(ok(person));
      expect(await storage.read.accounts.find(person.id)).toEqual(person);
    });

    it.each([
      ['refuses', () => refuse('CASE_NOT_FOUND')],
      ['throws', () => Promise.reject(new Error('a fault in the unit'))],
    ])('keeps nothing of a unit that %s, and hands that on', async (_, end) => {
      const storage = opened();
      const person = account('Par');
      const [settled] = await Promise.allSettled([
        storage.write(async ({ accounts }) => {
          await accounts.insert(credentials(person));
          return end();
        }),
      ]);
      expect([settled]).toEqual(await Promise.allSettled([end()]));
      expect(await storage.read.accounts.find(person.id)).toBeUndefined();
    });

    it('lets a unit continue after a store refused one of its calls', async () => {
      const storage = opened();
      const [taken, person] = [await keepAccount(storage, 'Par'), account('Par')];
      const result = await storage.write(async ({ accounts }) => {
        const again = account('Par', { email: taken.email });
        const refusal = await accounts.insert(credentials(again));
        await accounts.insert(credentials(person));
        return ok(refusal);
      });
      expect(result).toEqual(ok(refuse('EMAIL_TAKEN')));
      expect(await storage.read.accounts.find(person.id)).toEqual(person);
    });

    it('shows a reader nothing of a unit that is under way', async () => {
      const storage = opened();
      const person = account('Par');
      let seenOutside: unknown = 'nothing was read';
      await storage.write(async ({ accounts }) => {
        await accounts.insert(credentials(person));
        seenOutside = await storage.read.accounts.find(person.id);
        return ok(undefined);
      });
      expect(seenOutside).toBeUndefined();
    });
  });
};

export const concurrentUnitsContract = (opened: () => Storage): void => {
  describe('units of work at the same time', () => {
    it('runs units as if one after another: none is lost between what another reads and writes', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      await Promise.all(Array.from({ length: 40 }, () => lengthenPassword(storage, id)));
      expect((await storage.read.accounts.credentialsOf(id))?.passwordHash).toBe(`hash${'+'.repeat(40)}`);
    });

    it('lets units that run together fail alone', async () => {
      const storage = opened();
      const persons = Array.from({ length: 30 }, () => account('Par'));
      const ends = persons.map((_, index) => ['kept', 'refused', 'broken'][index % 3]);
      const units = persons.map((person, index) =>
        storage.write(async ({ accounts }) => {
          await accounts.insert(credentials(person));
          if (ends[index] === 'broken') throw new Error('broken');
          return ends[index] === 'kept' ? ok(undefined) : refuse('EMAIL_TAKEN');
        }),
      );
      const results = await Promise.allSettled(units);
      const kept = await Promise.all(persons.map(({ id }) => storage.read.accounts.find(id)));
      expect(kept.map((found) => found !== undefined)).toEqual(ends.map((end) => end === 'kept'));
      expect(results.map(({ status }) => status === 'rejected')).toEqual(ends.map((end) => end === 'broken'));
    });

    it('finishes the units it accepted before it closes', async () => {
      const storage = opened();
      let worked = 0;
      const accepted = Array.from({ length: 10 }, () =>
        storage.write(async () => {
          worked += 1;
          return ok(undefined);
        }),
      );
      await storage.close();
      expect(worked).toBeGreaterThanOrEqual(10);
      expect((await Promise.all(accepted)).every(({ ok }) => ok)).toBe(true);
    });
  });
};
