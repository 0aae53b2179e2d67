import type { Account, CodeDigest, Invitation } from '@health-case/domain/model/account';
import type { BirthDate, Child } from '@health-case/domain/model/child';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { ok, refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, child, nextId } from './samples.ts';

const personOf = ({ id, firstName, lastName }: Account) => ({ id, firstName, lastName });

export const assistants: Suite = (it) => {
  it('are linked to a doctor and unlinked, once however often that is done', async ({ read, keep, keepAccount }) => {
    const [doctor, colleague] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const assistant = await keepAccount('Ast');
    const assisted = async () => [
      await read.assistants.assists(assistant.id, doctor.id),
      await read.assistants.assists(assistant.id, colleague.id),
      await read.assistants.ofDoctor(doctor.id, { after: undefined, size: 100 }),
    ];
    expect(await assisted()).toEqual([false, false, []]);
    for (const _ of ['once', 'again']) {
      await keep(({ assistants }) => assistants.link(doctor.id, assistant.id));
      expect(await assisted()).toEqual([true, false, [{ ...personOf(assistant), isAvailable: true }]]);
    }
    for (const _ of ['once', 'again']) {
      await keep(({ assistants }) => assistants.unlink(doctor.id, assistant.id));
      expect(await assisted()).toEqual([false, false, []]);
    }
  });
};

const invitation = (digest: string, issuedAt = 1): Invitation => ({
  digest: digest as CodeDigest,
  role: 'Doc',
  issuedAt: at(issuedAt),
  expiresAt: at(100),
  usedBy: undefined,
});

export const invitations: Suite = (it) => {
  it('are given back as they were, unused and used', async ({ read, keep, keepAccount }) => {
    const kept = invitation('one');
    const used = { ...kept, usedBy: (await keepAccount('Doc')).id };
    expect(await read.invitations.find(kept.digest)).toBeUndefined();
    await keep(({ invitations }) => invitations.insert(kept));
    expect(await read.invitations.find(kept.digest)).toEqual(kept);
    await keep(({ invitations }) => invitations.save(used));
    expect(await read.invitations.find(kept.digest)).toEqual(used);
  });

  it('are listed from an instant on, oldest first, and at one instant by the bytes of their digests', async (scene) => {
    const { read, keep } = scene;
    const [early, late] = [invitation('early', 1), invitation('late', 9)];
    const middle = ['-y', '0_', 'A0', 'Zb', '_x', 'a-', 'aB', 'ab'].map((digest) => invitation(digest, 5));
    await keep(async ({ invitations }) => {
      for (const kept of [late, ...middle.toReversed(), early]) await invitations.insert(kept);
    });
    expect(await read.invitations.issuedFrom(at(0), 100)).toEqual([early, ...middle, late]);
    expect(await read.invitations.issuedFrom(at(5), 9)).toEqual([...middle, late]);
    expect(await read.invitations.issuedFrom(at(0), 2)).toEqual([early, ...middle.slice(0, 1)]);
  });
};

const insertChild = ({ storage }: Scene, one: Child, parentId: AccountId) =>
  storage.write(({ children }) => children.insert(one, parentId));

export const children: Suite = (it) => {
  it('are given back as they were, with and without birth date and number', async (scene) => {
    const parent = await scene.keepAccount('Par');
    const full = { ...child('756.1234-5678 ß/É'), birthDate: '2019-02-28' as BirthDate };
    const { record, namesOf, parents } = scene.read.children;
    for (const one of [full, child()]) {
      await insertChild(scene, one, parent.id);
      expect(await record(one.id)).toEqual(one);
      expect(await parents(one.id)).toEqual([{ ...personOf(parent), hasAdded: true }]);
      const { socSecNum: _, ...names } = one;
      expect(await namesOf([one.id])).toEqual([names]);
    }
    const unknown = nextId<ChildId>();
    expect([await record(unknown), await namesOf([unknown]), await parents(unknown)]).toEqual([undefined, [], []]);
  });

  it('of one parent have a number each, whatever its separators and case; others may have the same (D-14)', async (scene) => {
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const again = child('ab.1234');
    expect(await insertChild(scene, child('AB 12-34'), one.id)).toEqual(ok(undefined));
    expect(await insertChild(scene, again, one.id)).toEqual(refuse('CHILD_KNOWN'));
    expect(await scene.read.children.record(again.id)).toBeUndefined();
    expect(await insertChild(scene, child('ab.1234'), other.id)).toEqual(ok(undefined));
  });
};

export const dataKeys: Suite = (it) => {
  it('follow one another, and whatever one of them sealed stays readable', async (scene) => {
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
    const reencrypt = (after?: ChildId) => keep(({ children }) => children.reencrypt({ after, size: 9 }));
    expect((await reencrypt()).last).toBe(last);
    expect(await reencrypt()).toEqual({ last, sealed: 0 });
    expect(await reencrypt(last)).toEqual({ last: undefined, sealed: 0 });
    expect(await records()).toEqual(kept);
    expect(await insertChild(scene, child('12.34'), parent)).toEqual(refuse('CHILD_KNOWN'));
  });
};
