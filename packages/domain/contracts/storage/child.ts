import { certificationFor, issue } from '@health-case/domain/model/case';
import type { BirthDate, Child, SocSecNum } from '@health-case/domain/model/child';
import type { AccountId, ChildId, PersonName } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { account, at, caseOf, certificateOf, child, mailOf, nextId, personOf } from './samples.ts';

const WHOLE = { after: undefined, size: 100 } as const;
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

export const insertChild = ({ storage }: Scene, one: Child, parentId: AccountId) =>
  storage.write(({ children }) => children.insert(one, parentId));
export const addParent = ({ keep }: Scene, id: ChildId, parentId: AccountId) =>
  keep(({ children }) => children.addParent(id, parentId));
const correct = ({ keep }: Scene, corrected: Child) => keep(({ children }) => children.correct(corrected));
const renumber = ({ storage }: Scene, one: Child, number: string, by: AccountId) =>
  storage.write(({ children }) => children.renumber({ ...one, socSecNum: number as SocSecNum }, by));

/** Leaves, unless it is the last one. */
export const leave = async ({ children }: Stores, id: ChildId, parentId: AccountId): Promise<void> => {
  if ((await children.parents(id)).length > 1) await children.removeParent(id, parentId);
};

const rename = (known: Child, firstName: string): Child => ({ ...known, firstName: firstName as PersonName });

type Shared = { readonly shared: Child; readonly own: Child; readonly first: AccountId; readonly second: AccountId };

/** Two children of the second parent with one number: the first parent, who has only one of them, has corrected it. */
const keepConflict = async (scene: Scene): Promise<Shared> => {
  const [first, second] = [(await scene.keepAccount('Par')).id, (await scene.keepAccount('Par')).id];
  const [shared, own] = [child('1111'), child('2222')];
  await insertChild(scene, shared, first);
  await insertChild(scene, own, second);
  await addParent(scene, shared.id, second);
  expect(await renumber(scene, shared, '22.22', first)).toEqual(ok(undefined));
  return { shared: { ...shared, socSecNum: '22.22' as SocSecNum }, own, first, second };
};

type End = readonly [end: string, left: 'shared' | 'own', make: (scene: Scene, conflict: Shared) => Promise<unknown>];

/** What ends it, and which of the two children then has the number. */
const ENDS: readonly End[] = [
  ['the other child is corrected', 'shared', (scene, { own, second }) => renumber(scene, own, '3333', second)],
  ['the other child is erased', 'shared', ({ keep }, { own }) => keep(({ children }) => children.erase(own.id))],
  [
    'the two are merged',
    'shared',
    ({ keep }, { own, shared }) => keep(({ children }) => children.merge(own.id, shared.id)),
  ],
  [
    'the parent leaves the other child',
    'shared',
    ({ keep }, { own, second }) => keep(({ children }) => children.removeParent(own.id, second)),
  ],
  ['the shared child is corrected', 'own', (scene, { shared, first }) => renumber(scene, shared, '3333', first)],
];

export const conflicts: Suite = (it) => {
  it('leave both numbers to a parent to whom a co-parent brought them, also when names are corrected', async (scene) => {
    const { read } = scene;
    const { first, own, second, shared } = await keepConflict(scene);
    for (const id of [first, second]) {
      expect(await insertChild(scene, child('2222'), id)).toEqual(refuse('CHILD_KNOWN'));
    }
    await correct(scene, rename(shared, 'Mira'));
    await correct(scene, rename(own, 'Mina'));
    expect((await read.children.record(shared.id))?.firstName).toBe('Mira');
    expect(await insertChild(scene, child('2222'), second)).toEqual(refuse('CHILD_KNOWN'));
    expect(await insertChild(scene, child('1111'), second)).toEqual(ok(undefined));
  });

  for (const [end, left, make] of ENDS) {
    it(`are over once ${end}: the number that is left is compared`, async (scene) => {
      const conflict = await keepConflict(scene);
      const { second, [left]: holder } = conflict;
      await make(scene, conflict);
      expect(await insertChild(scene, child('2222'), second)).toEqual(refuse('CHILD_KNOWN'));
      expect(await renumber(scene, holder, '22-22', second)).toEqual(ok(undefined));
      expect(await renumber(scene, holder, '4444', second)).toEqual(ok(undefined));
      expect(await insertChild(scene, child('2222'), second)).toEqual(ok(undefined));
    });
  }

  it('end whatever comes first, if they are made and ended at once', async (scene) => {
    const { keepAccount } = scene;
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [(await keepAccount('Par')).id, (await keepAccount('Par')).id];
      const [shared, own] = [child('1111'), child('2222')];
      await insertChild(scene, shared, first);
      await insertChild(scene, own, second);
      await addParent(scene, shared.id, second);
      const made = [renumber(scene, shared, '2222', first), renumber(scene, own, '3333', second)];
      expect(await Promise.all(made)).toEqual([ok(undefined), ok(undefined)]);
      expect(await insertChild(scene, child('2222'), second)).toEqual(refuse('CHILD_KNOWN'));
    }
  });
};

export const corrections: Suite = (it) => {
  it('replace what the record of the child says, wherever it is read', async (scene) => {
    const { read, keepCase } = scene;
    const { child: before, doctor, parent, case: facts } = await keepCase();
    const numbered = { birthDate: '2019-02-28' as BirthDate, socSecNum: '756.1' as SocSecNum };
    for (const after of [{ ...rename(before, 'Mira'), ...numbered }, { ...rename(before, 'Mina') }]) {
      await correct(scene, after);
      const { socSecNum: _, ...names } = after;
      const { birthDate: __, ...entry } = names;
      expect(await read.children.record(after.id)).toEqual(after);
      expect(await read.children.ofCase(facts.id)).toEqual(names);
      expect(await read.children.namesOf([nextId(), after.id])).toEqual([names]);
      expect(await read.children.ofParent(parent.id, WHOLE)).toEqual([entry]);
      expect(await read.children.ofDoctor(doctor.id, WHOLE)).toEqual([entry]);
    }
    await correct(scene, child());
  });

  it('of the number are refused if another child of the parent has it, and change nothing then', async (scene) => {
    const { read, keepAccount } = scene;
    const [first, second] = [await keepAccount('Par'), await keepAccount('Par')];
    const [shared, taken] = [child('1111'), child('2222')];
    await insertChild(scene, shared, first.id);
    await insertChild(scene, taken, second.id);
    await addParent(scene, shared.id, second.id);
    expect(await renumber(scene, rename(shared, 'Mira'), '22-22', second.id)).toEqual(refuse('CHILD_KNOWN'));
    expect(await read.children.record(shared.id)).toEqual(shared);
    expect(await renumber(scene, shared, '33-33', second.id)).toEqual(ok(undefined));
    for (const { id } of [first, second]) {
      expect(await insertChild(scene, child('3333'), id)).toEqual(refuse('CHILD_KNOWN'));
      expect(await insertChild(scene, child('1111'), id)).toEqual(ok(undefined));
    }
  });

  it('of one child at once follow one another', async (scene) => {
    const { keep, read, keepCase } = scene;
    const { child: known } = await keepCase();
    const lengthen = () =>
      keep(async ({ children }) => {
        const found = await children.record(known.id);
        if (found) await children.correct(rename(found, `${found.firstName}a`));
      });
    await Promise.all(Array.from({ length: 6 }, lengthen));
    expect((await read.children.record(known.id))?.firstName).toBe('Miaaaaaaa');
  });

  it('are seen by a unit that works on a case of the child before it begins, or not at all', async (scene) => {
    const { keep, keepCase } = scene;
    const { child: known, case: facts } = await keepCase();
    const look = () =>
      keep(async ({ cases, children }) => {
        await cases.find(facts.id);
        const seen = [await children.ofCase(facts.id), await children.ofCase(facts.id)];
        expect(seen[0]).toEqual(seen[1]);
      });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([look(), correct(scene, rename(known, `Mira ${round}`)), look()]);
    }
  });
};

/** A certificate of a case, in a place of its own. */
const keepCertificate = async ({ keep, keepClosedTask }: Scene, facts: ReturnType<typeof caseOf>, index: number) => {
  const task = await keepClosedTask(facts);
  const requested = certificationFor(task, nextId(), facts.doctorId, at(50));
  const certificate = certificateOf(requested, { list: 0, index });
  await keep(async ({ certifications, certificates }) => {
    await certifications.insertOnce(requested);
    await certifications.save(
      must(issue(requested, at(60), { actor: account('Doc', { id: facts.doctorId }), child: child() }, utcCalendar)),
    );
    await certificates.insert(certificate);
  });
  return certificate;
};

export const merges: Suite = (it) => {
  it('move the cases with their parts, revoke the certificates, and leave the parents', async (scene) => {
    const { read, keep, keepCase } = scene;
    const [gone, kept] = [await keepCase(), await keepCase()];
    const [more, shared] = [caseOf(gone.child, gone.doctor.id), caseOf(gone.child, kept.doctor.id)];
    for (const facts of [more, shared]) await keep(({ cases }) => cases.insert(facts));
    const revoked = [await keepCertificate(scene, gone.case, 1), await keepCertificate(scene, more, 2)] as const;
    const valid = await keepCertificate(scene, kept.case, 3);
    await keep(({ certificates }) => certificates.revokeAllOf(revoked[0].certificationId));
    const merged = await keep(({ children }) => children.merge(gone.child.id, kept.child.id));
    expect(merged).toEqual({ cases: 3, certificates: 1 });
    const moved = (await read.cases.ofChild(kept.child.id, WHOLE)).map(({ id }) => id);
    expect(moved).toEqual([gone.case, kept.case, more, shared].map(({ id }) => id).toSorted());
    expect(await read.children.ofCase(more.id)).toMatchObject({ id: kept.child.id });
    expect(await read.certificates.ofCase(more.id, WHOLE)).toEqual([revoked[1]]);
    const left = await Promise.all([...revoked, valid].map(({ id }) => read.certificates.find(id)));
    expect(left).toEqual([undefined, undefined, valid]);
    expect(await read.statusLists.revoked(0, { after: 0, size: 9 })).toEqual([1, 2]);
    expect((await read.children.parents(kept.child.id)).map(({ id }) => id)).toEqual([kept.parent.id]);
    const { id, firstName, lastName } = kept.child;
    for (const { doctor } of [gone, kept])
      expect(await read.children.ofDoctor(doctor.id, WHOLE)).toEqual([{ id, firstName, lastName }]);
    expect(await read.children.record(gone.child.id)).toBeUndefined();
    expect(await read.children.ofParent(gone.parent.id, WHOLE)).toEqual([]);
  });

  it('tell where a child is now, also one that was merged before, until that one is erased', async (scene) => {
    const { read, keep, keepCase } = scene;
    const ids: ChildId[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await keepCase()).child.id);
    const [first, second, last] = ids as [ChildId, ChildId, ChildId];
    const merge = (from: ChildId, into: ChildId) => keep(({ children }) => children.merge(from, into));
    const now = () => Promise.all(ids.map((id) => read.children.mergedInto(id)));
    for (const [from, into] of [[first, first] as const, [nextId<ChildId>(), first] as const])
      expect(await merge(from, into)).toEqual({ cases: 0, certificates: 0 });
    expect(await merge(first, nextId())).toEqual({ cases: 0, certificates: 0 });
    expect(await now()).toEqual([undefined, undefined, undefined]);
    expect(await merge(first, second)).toEqual({ cases: 1, certificates: 0 });
    expect(await merge(second, last)).toEqual({ cases: 2, certificates: 0 });
    expect(await now()).toEqual([last, last, undefined]);
    await keep(({ children }) => children.erase(last));
    expect(await now()).toEqual([undefined, undefined, undefined]);
  });
};

export const mergesMeanwhile: Suite = (it) => {
  it('take along invitations to become a parent, unless the address has one to the child that stays', async (scene) => {
    const { read, keep, keepCase } = scene;
    const [gone, kept] = [await keepCase(), await keepCase()];
    const code = (digest: string, { child: { id: childId }, parent: { id: invitedBy } }: typeof gone, email: string) =>
      ({ digest, childId, invitedBy, email, expiresAt: at(9) }) as never;
    const invitation = { childId: gone.child.id, invitedBy: gone.parent.id };
    const mail = mailOf({ kind: 'parent invited', invitation });
    await keep(async ({ joinCodes, mails }) => {
      await joinCodes.save(code('both', gone, 'both@example.org'));
      await joinCodes.save(code('stays', kept, 'both@example.org'));
      await joinCodes.save(code('moves', gone, 'one@example.org'));
      await mails.insert(mail);
    });
    await keep(({ children }) => children.merge(gone.child.id, kept.child.id));
    const found = await keep(({ joinCodes }) =>
      Promise.all(['both', 'stays', 'moves'].map((digest) => joinCodes.find(digest as never))),
    );
    expect(found.map((one) => one?.childId)).toEqual([undefined, kept.child.id, kept.child.id]);
    const moved = { ...invitation, childId: kept.child.id };
    expect(await read.mails.all(WHOLE)).toEqual([{ ...mail, invitation: moved }]);
    await keep(({ children }) => children.erase(kept.child.id));
    expect(await read.mails.all(WHOLE)).toEqual([]);
  });

  it('lose no case that is opened meanwhile', async (scene) => {
    const { storage, read, keep, keepCase } = scene;
    for (let round = 0; round < 5; round += 1) {
      const [gone, kept] = [await keepCase(), await keepCase()];
      const opened = caseOf(gone.child, gone.doctor.id);
      const open = () =>
        storage.write(async ({ children, cases }) => {
          if (!(await children.isOfParent(gone.child.id, gone.parent.id))) return refuse('CHILD_NOT_FOUND');
          return ok(await cases.insert(opened));
        });
      const merge = () => keep(({ children }) => children.merge(gone.child.id, kept.child.id));
      const merging = round % 2 === 0 ? undefined : merge();
      const [outcome] = await Promise.all([open(), merging ?? merge()]);
      const cases = (await read.cases.ofChild(kept.child.id, WHOLE)).map(({ id }) => id);
      const moved = [gone.case.id, kept.case.id, ...(outcome.ok ? [opened.id] : [])];
      expect(cases).toEqual(moved.toSorted());
    }
  });
};
