import { refuse } from '@health-case/domain/errors';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { describe, expect, it } from 'vitest';
import { account, hash, keepAccount } from './samples.ts';

export const unitOfWorkContract = (opened: () => Storage): void => {
  describe('units of work', () => {
    it('says that it is ready', async () => {
      await expect(opened().ready()).resolves.toBeUndefined();
    });

    it('keeps all of a unit that succeeds, and lets it read its own writes', async () => {
      const storage = opened();
      const person = account('Par');
      const seenInside = await storage.write(async ({ accounts }) => {
        await accounts.insert({ account: person, passwordHash: hash('hash') });
        return ok(await accounts.find(person.id));
      });
      expect(seenInside).toEqual(ok(person));
      expect(await storage.read.accounts.find(person.id)).toEqual(person);
    });

    it('keeps nothing of a unit that refuses, and hands the refusal on', async () => {
      const storage = opened();
      const person = account('Par');
      const result = await storage.write(async ({ accounts }) => {
        await accounts.insert({ account: person, passwordHash: hash('hash') });
        return refuse('CASE_NOT_FOUND');
      });
      expect(result).toEqual(refuse('CASE_NOT_FOUND'));
      expect(await storage.read.accounts.find(person.id)).toBeUndefined();
    });

    it('keeps nothing of a unit that throws, and hands on what it threw', async () => {
      const storage = opened();
      const person = account('Par');
      const unit = storage.write(async ({ accounts }) => {
        await accounts.insert({ account: person, passwordHash: hash('hash') });
        throw new Error('a fault in the unit');
      });
      await expect(unit).rejects.toThrow('a fault in the unit');
      expect(await storage.read.accounts.find(person.id)).toBeUndefined();
    });

    it('lets a unit continue after a store refused one of its calls', async () => {
      const storage = opened();
      const [taken, person] = [await keepAccount(storage, 'Par'), account('Par')];
      const result = await storage.write(async ({ accounts }) => {
        const again = account('Par', { email: taken.email });
        const refusal = await accounts.insert({ account: again, passwordHash: hash('hash') });
        await accounts.insert({ account: person, passwordHash: hash('hash') });
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
        await accounts.insert({ account: person, passwordHash: hash('hash') });
        seenOutside = await storage.read.accounts.find(person.id);
        return ok(undefined);
      });
      expect(seenOutside).toBeUndefined();
    });
  });
};

export const concurrentUnitsContract = (opened: () => Storage): void => {
  describe('units of work at the same time', () => {
    const inserting = (storage: Storage, person = account('Par')) => ({
      person,
      insert: () =>
        storage.write(async ({ accounts }) => {
          await accounts.insert({ account: person, passwordHash: hash('hash') });
          return ok(person.id);
        }),
    });

    it('runs units as if one after another: none is lost between what another reads and writes', async () => {
      const storage = opened();
      const { id } = await keepAccount(storage, 'Par');
      await storage.write(async ({ accounts }) => ok(await accounts.setPassword(id, hash('0'))));
      const addOne = () =>
        storage.write(async ({ accounts }) => {
          const known = await accounts.credentialsOf(id);
          return ok(await accounts.setPassword(id, hash(String(Number(known?.passwordHash) + 1))));
        });
      await Promise.all(Array.from({ length: 40 }, addOne));
      expect((await storage.read.accounts.credentialsOf(id))?.passwordHash).toBe('40');
    });

    it('lets units that run together fail alone', async () => {
      const storage = opened();
      const units = Array.from({ length: 30 }, () => inserting(storage));
      const results = await Promise.allSettled(
        units.map(({ person, insert }, index) => {
          if (index % 3 === 0) return insert();
          return storage.write(async ({ accounts }) => {
            await accounts.insert({ account: person, passwordHash: hash('hash') });
            if (index % 3 === 1) return refuse('EMAIL_TAKEN');
            throw new Error('broken');
          });
        }),
      );
      const kept = await Promise.all(units.map(({ person }) => storage.read.accounts.find(person.id)));
      expect(kept.map((found) => found !== undefined)).toEqual(units.map((_, index) => index % 3 === 0));
      expect(results.map(({ status }) => status === 'rejected')).toEqual(units.map((_, index) => index % 3 === 2));
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
