import type { BirthDate, Child, JoinCode, SocSecNum } from '@health-case/domain/model/child';
import type { EmailAddress } from '@health-case/domain/model/email';
import type { AccountId, ChildId, PersonName } from '@health-case/domain/model/values';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { digest } from './account-codes.ts';
import { addParent, insertChild, leave } from './child.ts';
import type { Scene, Suite } from './harness.ts';
import { at, caseOf, child, mailOf, nextId } from './samples.ts';

const WHOLE = { after: undefined, size: 100 } as const;
const ofStaff = (number?: string): Child => ({ ...child(number), isOfStaff: true });

export const parents: Suite = (it) => {
  it('of a child come in the order of joining, and who has added it is known', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [last, first, second] = [await keepAccount('Par'), await keepAccount('Par'), await keepAccount('Par')];
    const [one, another] = [child('756.1'), child()];
    await insertChild(scene, one, first.id);
    await insertChild(scene, another, last.id);
    const found = async () => (await read.children.parents(one.id)).map(({ id, hasAdded }) => [id, hasAdded]);
    for (const { id } of [second, last]) await addParent(scene, one.id, id);
    expect(await found()).toEqual([
      [first.id, true],
      [second.id, false],
      [last.id, false],
    ]);
    await addParent(scene, one.id, second.id);
    const { id, firstName, lastName } = one;
    expect(await read.children.ofParent(second.id, WHOLE)).toEqual([{ id, firstName, lastName }]);
    const known = new Map((await read.children.all(WHOLE)).map((kept) => [kept.id, kept]));
    expect(known.get(another.id)).toEqual({ ...another, parentIds: [last.id] });
    for (const ids of [known.get(one.id)?.parentIds ?? [], await read.children.parentIds(one.id)])
      expect(ids.toSorted()).toEqual([last.id, first.id, second.id].toSorted());
    await keep(({ children }) => children.removeParent(one.id, first.id));
    await addParent(scene, one.id, first.id);
    const left = [last, first, second].map((parent) => read.children.isOfParent(one.id, parent.id));
    expect(await Promise.all(left)).toEqual([true, true, true]);
    expect(await found()).toEqual([
      [second.id, false],
      [last.id, false],
      [first.id, false],
    ]);
    await keep(({ children }) => children.removeParent(one.id, second.id));
    expect(await read.children.isOfParent(one.id, second.id)).toBe(false);
    expect(await read.children.ofParent(second.id, WHOLE)).toEqual([]);
  });

  it('of a child that staff entered are none, and then whoever is added, who has not added it (D-42)', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [first, second, one] = [await keepAccount('Par'), await keepAccount('Par'), ofStaff('756.1')];
    await keep(({ children }) => children.enter(one));
    expect([await read.children.record(one.id), await read.children.parents(one.id)]).toEqual([one, []]);
    expect((await read.children.all(WHOLE)).find(({ id }) => id === one.id)?.parentIds).toEqual([]);
    for (const { id } of [first, second]) await addParent(scene, one.id, id);
    const found = (await read.children.parents(one.id)).map(({ id, hasAdded }) => [id, hasAdded]);
    expect(found).toEqual([
      [first.id, false],
      [second.id, false],
    ]);
    const again = { ...child('756-1'), id: nextId<ChildId>() };
    expect(await insertChild(scene, again, first.id)).toEqual(refuse('CHILD_KNOWN'));
  });

  it('of a child that the last of them leaves to the staff are none (D-50)', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [parent, one] = [await keepAccount('Par'), child('756.1')];
    await keep(async ({ children }) => {
      await children.insert(one, parent.id);
      await children.removeParent(one.id, parent.id);
      await children.leaveToStaff(one.id);
    });
    const left = [await read.children.record(one.id), await read.children.parents(one.id)];
    expect(left).toEqual([{ ...one, isOfStaff: true }, []]);
  });

  it('may be told that a child is there already among those of its doctor, and of no other (D-42)', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, another] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const named = (firstName: string, birthDate: string | undefined, number?: string): Child => ({
      ...ofStaff(number),
      firstName: firstName as PersonName,
      birthDate: birthDate as BirthDate | undefined,
    });
    const [mia, numbered] = [named('Mia', '2019-02-03'), named('Noor', undefined, '756.1234')];
    for (const one of [mia, numbered]) {
      await keep(async ({ children, cases }) => {
        await children.enter(one);
        await cases.insert(caseOf(one, doctor.id));
      });
    }
    const alike = async (like: Child, of = doctor.id) =>
      (await read.children.alikeOfDoctor(of, like)).map(({ id }) => id).toSorted();
    expect(await alike(named('MÍA', '2019-02-03'))).toEqual([mia.id]);
    expect(await alike(named('Zoe', undefined, '7561234'))).toEqual([numbered.id]);
    expect(await alike(named('Mia', '2019-02-03', '756-1234'))).toEqual([numbered.id, mia.id].toSorted());
    for (const other of [named('Mia', '2019-02-04'), named('Mia', undefined), named('Zoe', undefined, '756')])
      expect(await alike(other)).toEqual([]);
    expect(await alike(mia, another.id)).toEqual([]);
    const other = { ...numbered, socSecNum: '42-42' as SocSecNum };
    await keep(({ children }) => children.renumber(other, doctor.id));
    expect(await alike(named('Zoe', undefined, '7561234'))).toEqual([]);
    expect(await alike(named('Zoe', undefined, '4242'))).toEqual([numbered.id]);
  });

  it('who have added the child themselves are found by its number, also once they have joined the other entry', async (scene) => {
    const { keep, read, keepAccount } = scene;
    const [parent, other] = [await keepAccount('Par'), await keepAccount('Par')];
    const [one, own, unnumbered] = [child('AB 12-34'), child('ab.1234'), child()];
    await insertChild(scene, one, parent.id);
    await insertChild(scene, unnumbered, parent.id);
    for (const added of [child('9876'), own, child()]) await insertChild(scene, added, other.id);
    const same = (id: ChildId, parentId: AccountId) => keep(({ children }) => children.sameOfParent(id, parentId));
    expect(await same(one.id, other.id)).toBe(own.id);
    expect([await same(one.id, parent.id), await same(unnumbered.id, other.id)]).toEqual([undefined, undefined]);
    for (const { id } of [one, unnumbered]) await addParent(scene, id, other.id);
    expect((await read.children.parents(one.id)).map(({ id }) => id)).toEqual([parent.id, other.id]);
    expect([await same(one.id, other.id), await same(own.id, other.id)]).toEqual([own.id, one.id]);
  });

  it('do not all leave, also if the last two do so at once', async (scene) => {
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    for (let round = 0; round < 5; round += 1) {
      const shared = child('756.1');
      await insertChild(scene, shared, one.id);
      await addParent(scene, shared.id, other.id);
      await Promise.all([one, other].map(({ id }) => scene.keep((stores) => leave(stores, shared.id, id))));
      expect(await scene.read.children.parents(shared.id)).toHaveLength(1);
      await scene.keep(({ children }) => children.erase(shared.id));
    }
  });
};

/** D-33: one that goes to an address. */
type MailedCode = JoinCode & { readonly email: EmailAddress };

const joinCodeOf = async ({ keepCase }: Scene, text: string, facts: Partial<MailedCode> = {}): Promise<MailedCode> => {
  const { child, parent } = await keepCase();
  const email = 'ben@example.org' as EmailAddress;
  return { digest: digest(text), childId: child.id, email, invitedBy: parent.id, expiresAt: at(100), ...facts };
};

export const joinCodes: Suite = (it) => {
  it('are found by their digests; an address has one for each child, the last', async (scene) => {
    const { keep } = scene;
    const found = (...codes: readonly JoinCode[]) =>
      keep((stores) => Promise.all(codes.map((code) => stores.joinCodes.find(code.digest))));
    const save = (...codes: readonly JoinCode[]) =>
      keep(async (stores) => {
        for (const code of codes) await stores.joinCodes.save(code);
      });
    const first = await joinCodeOf(scene, 'first');
    const [last, toAnother] = [
      { ...first, digest: digest('last'), expiresAt: at(200) },
      { ...first, digest: digest('to another'), email: 'cleo@example.org' as EmailAddress },
    ];
    const ofAnother = await joinCodeOf(scene, 'of another');
    await save(first, toAnother, ofAnother);
    expect(await found(first, toAnother, ofAnother, last)).toEqual([first, toAnother, ofAnother, undefined]);
    await save(last);
    expect(await found(first, last, toAnother)).toEqual([undefined, last, toAnother]);
    await keep((stores) => stores.joinCodes.remove(last.digest));
    expect(await found(last, toAnother, ofAnother)).toEqual([undefined, toAnother, ofAnother]);
    await save(first);
    const reader = await scene.keepAccount('Par');
    const toReader = { ...first, digest: digest('to the reader'), email: reader.email };
    await save(toReader);
    await keep((stores) => stores.accounts.erase(reader.id, at(9)));
    expect(await found(first, toReader, toAnother, ofAnother)).toEqual([first, undefined, toAnother, ofAnother]);
    await keep((stores) => stores.accounts.erase(ofAnother.invitedBy, at(9)));
    expect(await found(ofAnother, toAnother)).toEqual([undefined, toAnother]);
    await keep(({ children }) => children.erase(first.childId));
    expect(await found(toAnother)).toEqual([undefined]);
  });

  it('are swept when they are over, at most so many at once, and it is told how many', async (scene) => {
    const { keep } = scene;
    const codes = await Promise.all(
      [1, 2, 3, 4].map((moment) => joinCodeOf(scene, `${moment}`, { expiresAt: at(moment) })),
    );
    await keep(async (stores) => {
      for (const code of codes) await stores.joinCodes.save(code);
    });
    const sweep = () => keep((stores) => stores.joinCodes.sweep(at(4), 2));
    expect([await sweep(), await sweep(), await sweep()]).toEqual([2, 1, 0]);
    const left = await keep((stores) => Promise.all(codes.map(({ digest }) => stores.joinCodes.find(digest))));
    expect(left.map(Boolean)).toEqual([false, false, false, true]);
  });

  it('may be on paper, one of a child beside those for addresses (D-42)', async (scene) => {
    const { keep, read } = scene;
    const mailed = await joinCodeOf(scene, 'mailed');
    const [first, last] = ['first', 'last'].map(
      (text): JoinCode => ({ ...mailed, email: undefined, digest: digest(text) }),
    );
    for (const code of [mailed, first, last]) if (code) await keep(({ joinCodes }) => joinCodes.save(code));
    expect(new Set(await read.joinCodes.ofChild(mailed.childId))).toEqual(new Set([mailed, last]));
    expect(new Set(await read.joinCodes.sentBy(mailed.invitedBy, 9))).toEqual(new Set([mailed, last]));
    expect(await read.joinCodes.sentBy(mailed.invitedBy, 1)).toHaveLength(1);
    expect(await read.joinCodes.sentBy(nextId(), 9)).toEqual([]);
    // Whoever has the paper keeps it when who has made it goes.
    await keep(({ accounts }) => accounts.erase(mailed.invitedBy, at(9)));
    expect(await read.joinCodes.ofChild(mailed.childId)).toEqual([last]);
    await keep(({ joinCodes }) => joinCodes.removePaper(mailed.childId));
    expect(await read.joinCodes.ofChild(mailed.childId)).toEqual([]);
  });

  it('are used by one of the units that find them at once', async (scene) => {
    const code = await joinCodeOf(scene, 'one');
    await scene.keep((stores) => stores.joinCodes.save(code));
    const use = () =>
      scene.keep(async (stores) => {
        const known = await stores.joinCodes.find(code.digest);
        if (known) await stores.joinCodes.remove(known.digest);
        return known !== undefined;
      });
    const used = await Promise.all(Array.from({ length: 8 }, use));
    expect(used.filter(Boolean)).toHaveLength(1);
  });
};

export const withdrawnJoinCodes: Suite = (it) => {
  it('end with the mails for them, once a parent who was sent or has sent them leaves the child', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [toThem, byOther] = [await joinCodeOf(scene, 'to them'), await joinCodeOf(scene, 'of another child')];
    const { childId, email, invitedBy } = toThem;
    const other = await keepAccount('Par');
    const codes = [
      toThem,
      { ...toThem, digest: digest('by them'), email: 'cleo@example.org' as EmailAddress, invitedBy: other.id },
      { ...toThem, digest: digest('of others'), email: 'dora@example.org' as EmailAddress },
      { ...byOther, email },
    ];
    const mails = codes.map(({ childId: to, invitedBy: by, email: address }) =>
      mailOf({ kind: 'parent invited', to: address, invitation: { childId: to, invitedBy: by } }),
    );
    await keep(async (stores) => {
      for (const code of codes) await stores.joinCodes.save(code);
      for (const mail of [...mails, mailOf({ to: email })]) await stores.mails.insert(mail);
    });
    await keep((stores) => stores.joinCodes.withdrawAllOf(childId, { id: other.id, email }));
    const left = await keep((stores) => Promise.all(codes.map((code) => stores.joinCodes.find(code.digest))));
    expect(left).toEqual([undefined, undefined, codes[2], codes[3]]);
    const waiting = await read.mails.all({ after: undefined, size: 9 });
    expect(waiting.map(({ to, invitation }) => [to, invitation?.childId])).toEqual([
      ['dora@example.org', childId],
      [email, byOther.childId],
      [email, undefined],
    ]);
    expect(invitedBy).not.toBe(other.id);
  });

  it('are another’s, with the mails for them, once they are passed on', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [one, ofAnother] = [await joinCodeOf(scene, 'one'), await joinCodeOf(scene, 'of another child')];
    const next = await keepAccount('Doc');
    const mails = [one, ofAnother].map(({ childId, email: to, invitedBy }) =>
      mailOf({ kind: 'parent invited', to, invitation: { childId, invitedBy, days: 30 } }),
    );
    await keep(async (stores) => {
      for (const code of [one, ofAnother]) await stores.joinCodes.save(code);
      for (const mail of mails) await stores.mails.insert(mail);
      await stores.joinCodes.passOn(one.childId, next.id, one.invitedBy);
      await stores.joinCodes.passOn(one.childId, one.invitedBy, next.id);
    });
    expect(await read.joinCodes.ofChild(one.childId)).toEqual([{ ...one, invitedBy: next.id }]);
    expect(await read.joinCodes.ofChild(ofAnother.childId)).toEqual([ofAnother]);
    const [passed] = await read.mails.invitedTo(one.childId);
    expect(passed?.invitation).toEqual({ childId: one.childId, invitedBy: next.id, days: 30 });
    expect(await read.mails.invitedTo(ofAnother.childId)).toEqual([mails[1]]);
  });

  it('are listed by child, and end by child, address and sender with the mails for them, those that failed, too', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [one, ofAnother] = [await joinCodeOf(scene, 'one'), await joinCodeOf(scene, 'of another child')];
    const toAnother = { ...one, digest: digest('to another'), email: 'cleo@example.org' as EmailAddress };
    const mailFor = ({ childId, invitedBy, email: to }: MailedCode, facts: object = {}) =>
      mailOf({ kind: 'parent invited', to, invitation: { childId, invitedBy }, ...facts });
    const { id: invitedBy } = await keepAccount('Doc');
    const left = [mailFor(toAnother), mailFor(ofAnother), mailFor({ ...one, invitedBy }), mailOf({ to: one.email })];
    await keep(async ({ joinCodes, mails }) => {
      for (const code of [one, toAnother, ofAnother]) await joinCodes.save(code);
      const failed = mailFor(one, { failedAt: at(8), problem: 'refused' });
      for (const mail of [mailFor(one), failed, ...left]) await mails.insert(mail);
    });
    const listed = async (of: JoinCode) => new Set(await read.joinCodes.ofChild(of.childId));
    expect(await listed(one)).toEqual(new Set([one, toAnother]));
    await keep(({ joinCodes }) => joinCodes.withdrawTo(one.childId, one.email, []));
    expect(await listed(one)).toEqual(new Set([one, toAnother]));
    for (const _ of ['once', 'again']) {
      await keep(({ joinCodes }) => joinCodes.withdrawTo(one.childId, one.email, [one.invitedBy]));
      expect(await listed(one)).toEqual(new Set([toAnother]));
      expect(await listed(ofAnother)).toEqual(new Set([ofAnother]));
      const waiting = await read.mails.all({ after: undefined, size: 9 });
      expect(new Set(waiting)).toEqual(new Set(left));
    }
  });

  it('are not there once they were withdrawn, also if the mail is being written just then', async (scene) => {
    const { keep, read } = scene;
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const code = await joinCodeOf(scene, `round ${round}`);
      const { childId, email, invitedBy } = code;
      const mail = mailOf({ kind: 'parent invited', to: email, invitation: { childId, invitedBy } });
      await keep(({ mails }) => mails.insert(mail));
      const writeMail = () =>
        keep(async ({ children, joinCodes, mails }) => {
          const due = await mails.nextDue(at(5));
          if (!due || (await children.parents(childId)).length === 0) return;
          await joinCodes.save(code);
          await mails.save({ ...due, notBefore: at(9) });
        });
      const withdraw = () =>
        keep(async ({ children, joinCodes }) => {
          if (await children.isOfParent(childId, invitedBy)) await joinCodes.withdrawTo(childId, email, [invitedBy]);
        });
      await Promise.all(round % 2 === 0 ? [withdraw(), writeMail()] : [writeMail(), withdraw()]);
      expect(await read.joinCodes.ofChild(childId)).toEqual([]);
      expect(await read.mails.invitedTo(childId)).toEqual([]);
    }
  });
};
