import type { Account } from '@health-case/domain/model/account';
import type { AccountId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at } from './samples.ts';

export const drafts: Suite = (it) => {
  const found = ({ read }: Scene, accountId: AccountId, ids: readonly string[], since = 0) =>
    Promise.all(ids.map((id) => read.drafts.find(accountId, id, at(since))));

  it('are those of their account, each as it was saved last, from an instant on', async (scene) => {
    const [owner, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const save = (id: string, { id: accountId }: Account, encrypted: string, moment: number) =>
      scene.keep((stores) => stores.drafts.save({ id, accountId, encrypted, at: at(moment) }));
    await save('form', owner, 'one', 1);
    await save('form', other, 'another', 1);
    await save('form', owner, 'two', 2);
    expect(await found(scene, owner.id, ['form', 'none'], 2)).toEqual(['two', undefined]);
    expect(await found(scene, owner.id, ['form'], 3)).toEqual([undefined]);
    expect(await found(scene, other.id, ['form'])).toEqual(['another']);
  });

  it('are the latest 50 of an account, until it drops them; others are not touched', async (scene) => {
    const [owner, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const ids = Array.from({ length: 60 }, (_, nth) => `form ${nth}`);
    await scene.keep(async (stores) => {
      await stores.drafts.save({ id: 'form', accountId: other.id, encrypted: 'text', at: at(1) });
      for (const [nth, id] of ids.entries())
        await stores.drafts.save({ id, accountId: owner.id, encrypted: 'text', at: at(2 + nth) });
    });
    const isFound = async () => (await found(scene, owner.id, ids)).map(Boolean);
    expect(await isFound()).toEqual([...Array(10).fill(false), ...Array(50).fill(true)]);
    await scene.keep((stores) => stores.drafts.removeAll(owner.id));
    expect(await isFound()).toEqual(Array(60).fill(false));
    expect(await found(scene, other.id, ['form'])).toEqual(['text']);
    await scene.keep((stores) => stores.drafts.removeAll('everybody'));
    expect(await found(scene, other.id, ['form'])).toEqual([undefined]);
  });
};
