import { createApplication } from '@health-case/domain/application';
import { type AccountId, DAY } from '@health-case/domain/model/values';
import { expect, vi } from 'vitest';
import { createTestPorts } from '../../test/support/ports.ts';
import { attempt, email, name, password } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { at } from './samples.ts';

export const attempts = (count: number, forgottenAt = 100) => ({
  count,
  notBefore: at(10),
  forgottenAt: at(forgottenAt),
  underWay: Array.from({ length: count - 1 }, () => at(20)),
});

export const throttles: Suite = (it) => {
  it('are kept under their keys, replaced and removed', async ({ read, keep }) => {
    const found = () => read.throttles.find(['one', 'other']);
    expect(await found()).toEqual([undefined, undefined]);
    await keep(async ({ throttles }) => {
      await throttles.save([{ key: 'one', attempts: attempts(1) }]);
      await throttles.save([{ key: 'other', attempts: attempts(7) }]);
      await throttles.save([{ key: 'one', attempts: attempts(2) }]);
    });
    expect(await found()).toEqual([attempts(2), attempts(7)]);
    await keep(({ throttles }) => throttles.remove(['one']));
    expect(await found()).toEqual([undefined, attempts(7)]);
  });

  it('begin and end without a look only where nothing else is under any of the keys', async ({ read, keep }) => {
    const keys = ['one', 'other'];
    const alone = { ...attempts(2), count: 0 };
    const begin = (all = keys) =>
      keep(({ throttles }) => throttles.begin(all.map((key) => ({ key, attempts: alone, of: 'an account' }))));
    const end = (of = alone) => keep(({ throttles }) => throttles.end(keys, of));
    const found = () => read.throttles.find(keys);
    // A store may always ask instead.
    if (!(await begin())) return expect(await found()).toEqual([undefined, undefined]);
    expect(await found()).toEqual([alone, alone]);
    expect([await begin(), await begin(['other', 'third'])]).toEqual([false, false]);
    expect(await read.throttles.find(['third'])).toEqual([undefined]);
    for (const other of [attempts(2), { ...alone, underWay: [] }, attempts(3)]) {
      await keep(({ throttles }) => throttles.save([{ key: 'one', attempts: other }]));
      expect(await end()).toBe(false);
      expect(await found()).toEqual([other, alone]);
    }
    await keep(({ throttles }) => throttles.save([{ key: 'one', attempts: alone, of: 'an account' }]));
    expect(await end()).toBe(true);
    expect(await found()).toEqual([undefined, undefined]);
    expect(await end()).toBe(false);
    await begin();
    expect(await keep(({ throttles }) => throttles.takeAll('an account'))).toEqual([alone, alone]);
  });

  it('are taken together where they were saved as of one, and no others', async ({ read, keep }) => {
    await keep(async ({ throttles }) => {
      await throttles.save([{ key: 'one', attempts: attempts(1), of: 'an account' }]);
      await throttles.save([{ key: 'another', attempts: attempts(3), of: 'an account' }]);
      await throttles.save([{ key: 'third', attempts: attempts(5), of: 'another account' }]);
      await throttles.save([{ key: 'an account', attempts: attempts(7) }]);
    });
    const taken = await keep(({ throttles }) => throttles.takeAll('an account'));
    expect(taken.toSorted((one, other) => one.count - other.count)).toEqual([attempts(1), attempts(3)]);
    expect(await keep(({ throttles }) => throttles.takeAll('an account'))).toEqual([]);
    const left = await read.throttles.find(['one', 'another', 'third', 'an account']);
    expect(left).toEqual([undefined, undefined, attempts(5), attempts(7)]);
  });

  it('are taken together however many networks they came from', async ({ keep }) => {
    for (let part = 0; part < 10; part += 1) {
      await keep(async ({ throttles }) => {
        for (let nth = 0; nth < 100; nth += 1)
          await throttles.save([{ key: `${part} ${nth}`, attempts: attempts(1), of: 'an account' }]);
      });
    }
    expect(await keep(({ throttles }) => throttles.takeAll('an account'))).toHaveLength(1000);
  });

  it('hold the logins of two processes to one limit, and let in all that are right', async ({ storage }) => {
    const ports = { ...createTestPorts(), storage };
    const processes = [createApplication(ports), createApplication(ports)] as const;
    const call = { requestId: 'a request', address: '192.0.2.1', email: email('ann@example.org') };
    const names = { firstName: name('Ann'), lastName: name('Example') };
    await processes[0].registerAccount({
      ...call,
      ...names,
      password: password('correct horse'),
      role: 'Par',
      through: 'A',
    });
    const verify = vi.spyOn(ports.passwords, 'verify');
    const logIn = async (times: number, text: string) => {
      const tried = Array.from({ length: times }, (_, nth) =>
        processes[nth % 2 === 0 ? 0 : 1].logIn({ ...call, password: attempt(text) }),
      );
      return (await Promise.all(tried)).filter(({ ok }) => ok).length;
    };
    for (const _ of ['at first', 'after them']) expect(await logIn(16, 'correct horse')).toBe(16);
    verify.mockClear();
    expect(await logIn(20, 'wrong horse')).toBe(0);
    expect(verify).toHaveBeenCalledTimes(5);
  });
};

export const knownNetworks: Suite = (it) => {
  const found = ({ read }: Scene, ...keys: readonly string[]) => Promise.all(keys.map(read.knownNetworks.find));

  it('are found by their keys with their last use, which is written once a day', async (scene) => {
    const { id: accountId } = await scene.keepAccount('Par');
    const save = (key: string, moment: number) =>
      scene.keep((stores) => stores.knownNetworks.save({ key, accountId, at: at(moment) }));
    await save('home', 1);
    await save('home', 1 + DAY);
    await save('practice', 5);
    expect(await found(scene, 'home', 'practice', 'nowhere')).toEqual([at(1), at(5), undefined]);
    await save('home', 2 + DAY);
    expect(await found(scene, 'home')).toEqual([at(2 + DAY)]);
  });

  it('are the latest 16 of an account, until it forgets them; others are not touched', async (scene) => {
    const [owner, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const save = (key: string, accountId: AccountId, moment: number) =>
      scene.keep((stores) => stores.knownNetworks.save({ key, accountId, at: at(moment) }));
    await save("the other's", other.id, 1);
    const keys = Array.from({ length: 18 }, (_, nth) => `network ${nth}`);
    for (const [nth, key] of keys.entries()) await save(key, owner.id, 2 + nth);
    const isFound = async () => (await found(scene, "the other's", ...keys)).map(Boolean);
    expect(await isFound()).toEqual([true, false, false, ...Array(16).fill(true)]);
    await scene.keep((stores) => stores.knownNetworks.forget(owner.id));
    expect(await isFound()).toEqual([true, ...Array(18).fill(false)]);
  });
};
