import type { ChildId } from '@health-case/domain/model/values';
import type { SigningKey } from '@health-case/domain/ports/security';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { insertChild } from './child.ts';
import type { Suite } from './harness.ts';
import { child, nextId } from './samples.ts';

export const signingKeys: Suite = (it) => {
  it('are given back in the order in which they were added, without those that encrypt', async (scene) => {
    const { read, keep, keepAccount, storage } = scene;
    const { id: parent } = await keepAccount('Par');
    const numbered = child('756.1');
    await keep(({ children }) => children.insert(numbered, parent));
    expect(await read.signingKeys.all()).toEqual([]);
    const added: SigningKey[] = [];
    for (let count = 0; count < 3; count += 1) {
      added.push(await keep(({ signingKeys }) => signingKeys.add()));
      await keep(({ dataKeys }) => dataKeys.rotate());
    }
    expect(await read.signingKeys.all()).toEqual(added);
    await storage.write(async ({ signingKeys }) => {
      const within = await signingKeys.add();
      expect(await signingKeys.all()).toEqual([...added, within]);
      return refuse('SIGNING_KEY_NOT_FOUND');
    });
    expect(await read.signingKeys.all()).toEqual(added);
    expect(await read.children.record(numbered.id)).toEqual(numbered);
  });

  it('are removed by their ids, and the others stay in their order', async (scene) => {
    const { read, keep } = scene;
    const add = () => keep(({ signingKeys }) => signingKeys.add());
    const [first, second, third] = [await add(), await add(), await add()];
    const left = async (removed: string) => {
      await keep(({ signingKeys }) => signingKeys.remove(removed));
      return read.signingKeys.all();
    };
    expect(await left(second.id)).toEqual([first, third]);
    expect(await left(nextId())).toEqual([first, third]);
    expect(await left(third.id)).toEqual([first]);
    const fourth = await add();
    expect(await read.signingKeys.all()).toEqual([first, fourth]);
  });
};

export const dataKeys: Suite = (it) => {
  it('follow one another, and whatever one of them encrypted stays readable', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const { id: parent } = await keepAccount('Par');
    const kept = ['1234', '5678', undefined, 'AB-12'].map((number) => child(number));
    for (const one of kept) {
      await insertChild(scene, one, parent);
      await keep(({ dataKeys }) => dataKeys.rotate());
    }
    const records = () => Promise.all(kept.map(({ id }) => read.children.record(id)));
    expect(await records()).toEqual(kept);
    const last = kept.at(-1)?.id;
    const reencrypt = (after?: ChildId) => keep(({ texts }) => texts.reencrypt('Child', { after, size: 9 }));
    expect((await reencrypt()).last).toBe(last);
    expect(await reencrypt()).toEqual({ last, encrypted: 0 });
    expect(await reencrypt(last)).toEqual({ last: undefined, encrypted: 0 });
    expect(await records()).toEqual(kept);
    expect(await insertChild(scene, child('12.34'), parent)).toEqual(refuse('CHILD_KNOWN'));
  });
};
