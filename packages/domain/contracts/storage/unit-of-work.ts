import { Unavailable } from '@health-case/domain/errors';
import { ok, refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import type { Suite } from './harness.ts';
import { account, credentials, lengthenPassword } from './samples.ts';

const ENDINGS = {
  refuses: async () => refuse('CASE_NOT_FOUND'),
  throws: () => Promise.reject(new Error('a fault in the unit')),
  'meets an outage': () => Promise.reject(new Unavailable('overloaded', 'elsewhere', { retryAfterSeconds: 1 })),
};

export const unitsOfWork: Suite = (it) => {
  it('keep all of a unit that succeeds: it reads its own writes, and nobody else does before its commit', async (scene) => {
    const { storage, read } = scene;
    await storage.ready();
    const person = account('Par');
    const seen = await storage.write(async ({ accounts }) => {
      await accounts.insert(credentials(person));
      return ok([await accounts.find(person.id), await read.accounts.find(person.id)]);
    });
    expect(seen).toEqual(ok([person, undefined]));
    expect(await read.accounts.find(person.id)).toEqual(person);
  });

  for (const [what, end] of Object.entries(ENDINGS)) {
    it(`keep nothing of a unit that ${what}, and hand that on`, async ({ storage, read }) => {
      const person = account('Par');
      const unit = storage.write(async ({ accounts }) => {
        await accounts.insert(credentials(person));
        return end();
      });
      expect(await Promise.allSettled([unit])).toEqual(await Promise.allSettled([end()]));
      expect(await read.accounts.find(person.id)).toBeUndefined();
    });
  }

  it('let a unit continue after a store refused one of its calls', async ({ storage, read, keepAccount }) => {
    const [{ email }, person] = [await keepAccount('Par'), account('Par')];
    const result = await storage.write(async ({ accounts }) => {
      const refusal = await accounts.insert(credentials(account('Par', { email })));
      await accounts.insert(credentials(person));
      return ok(refusal);
    });
    expect(result).toEqual(ok(refuse('EMAIL_TAKEN')));
    expect(await read.accounts.find(person.id)).toEqual(person);
  });

  it('run as if one after another: none is lost between what another reads and writes', async (scene) => {
    const { storage, read, keepAccount } = scene;
    const { id } = await keepAccount('Par');
    await Promise.all(Array.from({ length: 40 }, () => lengthenPassword(storage, id)));
    expect((await read.accounts.credentialsOf(id))?.passwordHash).toBe(`hash${'+'.repeat(40)}`);
  });

  it('fail alone, also if they run at the same time', async ({ storage, read }) => {
    const units = Array.from({ length: 30 }, (_, index) => ({
      person: account('Par'),
      end: [async () => ok(undefined), ENDINGS.refuses, ENDINGS.throws][index % 3] ?? ENDINGS.throws,
    }));
    const write = ({ person, end }: (typeof units)[number]) =>
      storage.write<undefined, unknown>(async ({ accounts }) => {
        await accounts.insert(credentials(person));
        return end();
      });
    const settled = await Promise.allSettled(units.map(write));
    expect(settled).toEqual(await Promise.allSettled(units.map(({ end }) => end())));
    const found = await Promise.all(units.map(({ person }) => read.accounts.find(person.id)));
    expect(found).toEqual(units.map(({ person }, index) => (index % 3 === 0 ? person : undefined)));
  });

  it('are finished before the store closes, if they were accepted', async ({ storage }) => {
    let worked = 0;
    const accepted = Array.from({ length: 10 }, () =>
      storage.write(async () => {
        worked += 1;
        return ok(undefined);
      }),
    );
    await storage.close();
    expect(worked).toBeGreaterThanOrEqual(10);
    expect((await Promise.all(accepted)).every((result) => result.ok)).toBe(true);
  });
};
