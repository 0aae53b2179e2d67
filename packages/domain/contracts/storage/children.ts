import { refuse } from '@health-case/domain/errors';
import { certify } from '@health-case/domain/model/case';
import type { BirthDate, Child } from '@health-case/domain/model/child';
import type { CaseEventId, ChildId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { expect } from 'vitest';
import { expectList, type Scene, type Suite } from './harness.ts';
import { at, caseOf, certificationId, child, nextId, taskOf } from './samples.ts';

const entry = ({ id, firstName, lastName }: Child) => ({ id, firstName, lastName });
const whole = { after: undefined, size: 100 };

const insert = ({ storage }: Scene, one: Child) => storage.write(({ children }) => children.insert(one));

/** Children of these parents, in this order. */
const keepChildren = async (scene: Scene, parents: readonly Child['parentId'][]) => {
  const kept = parents.map((parentId) => child(parentId));
  for (const one of kept) await insert(scene, one);
  return kept as [Child, Child, Child, Child];
};

export const children: Suite = (it) => {
  it('are given back as they were, with and without birth date and number', async (scene) => {
    const { id } = await scene.keepAccount('Par');
    const full = { ...child(id, '756.1234-5678 ß/É'), birthDate: '2019-02-28' as BirthDate };
    const { record, parentOf } = scene.read.children;
    for (const one of [full, child(id)]) {
      await insert(scene, one);
      expect([await record(one.id), await parentOf(one.id)]).toEqual([one, id]);
    }
    expect([await record(nextId()), await parentOf(nextId())]).toEqual([undefined, undefined]);
  });

  it('of one parent have a number each, whatever its separators and case; others may have the same (D-14)', async (scene) => {
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const again = child(one.id, 'ab.1234');
    expect(await insert(scene, child(one.id, 'AB 12-34'))).toEqual(ok(undefined));
    expect(await insert(scene, again)).toEqual(refuse('CHILD_KNOWN'));
    expect(await scene.read.children.record(again.id)).toBeUndefined();
    expect(await insert(scene, child(other.id, 'ab.1234'))).toEqual(ok(undefined));
  });

  it('may be any number without a number, and are listed by id for their parent (D-11)', async (scene) => {
    const [one, other] = [await scene.keepAccount('Par'), await scene.keepAccount('Par')];
    const kept = await keepChildren(scene, [one.id, other.id, one.id, one.id]);
    const own = kept.filter(({ parentId }) => parentId === one.id).map(entry);
    await expectList((request) => scene.read.children.ofParent(one.id, request), own);
  });

  it("are listed for a doctor once each, ongoing or finished, and not for another's case (D-20)", async (scene) => {
    const { read, keep, keepAccount } = scene;
    const [doctor, colleague] = [await keepAccount('Doc'), await keepAccount('Doc')];
    const [one, other] = [await keepAccount('Par'), await keepAccount('Par')];
    const [twice, foreign, finished, elsewhere] = await keepChildren(scene, [one.id, other.id, one.id, one.id]);
    await keep(async ({ cases }) => {
      for (const concerned of [finished, twice, foreign, twice]) await cases.insert(caseOf(concerned, doctor.id));
      await cases.insert(caseOf(elsewhere, colleague.id));
      const [done] = await cases.ofDoctor(doctor.id, { after: undefined, size: 1 });
      if (done) await cases.save({ ...done, status: 'finished', finishedAt: at(20) });
    });
    const { ofDoctor, ofDoctorAndParent, isOfDoctor } = read.children;
    await expectList((request) => ofDoctor(doctor.id, request), [twice, foreign, finished].map(entry));
    await expectList((request) => ofDoctorAndParent(doctor.id, one.id, request), [twice, finished].map(entry));
    const asked = [finished.id, elsewhere.id, nextId<ChildId>()].map((id) => isOfDoctor(id, doctor.id));
    expect(await Promise.all(asked)).toEqual([true, false, false]);
  });

  it('are erased with their cases and all that belongs to these, and without anything of another child', async (scene) => {
    const { storage, read, keep } = scene;
    const [one, other] = [await keepWork(scene), await keepWork(scene)];
    const sibling = child(one.parent.id);
    await insert(scene, sibling);
    await keep(({ cases }) => cases.insert(caseOf(one.child, other.doctor.id)));
    expect(await countsOf(scene, one)).toEqual({ record: true, cases: 2, tasks: 2, certifications: 1, events: 1 });

    expect(await keep(({ children }) => children.erase(one.child.id))).toBe(true);
    await storage.scrub();
    expect(await countsOf(scene, one)).toEqual({ record: false, cases: 0, tasks: 0, certifications: 0, events: 0 });
    expect(await countsOf(scene, other)).toEqual({ record: true, cases: 1, tasks: 2, certifications: 1, events: 1 });
    expect(await read.children.record(sibling.id)).toEqual(sibling);
    expect(await keep(({ children }) => children.erase(one.child.id))).toBe(false);
  });
};

/** A case with a closed task and its certification, an open task, and an event. */
const keepWork = async ({ keep, keepCase, keepClosedTask }: Scene) => {
  const kept = await keepCase();
  const [facts, by] = [kept.case, kept.doctor.id];
  const done = await keepClosedTask(facts);
  await keep(async ({ tasks, certifications, history }) => {
    await tasks.insert(taskOf(facts));
    await certifications.insertOnce(certify(done, certificationId(), by, at(40)));
    const event = { id: nextId<CaseEventId>(), caseId: facts.id, at: at(50), by };
    await history.append({ ...event, action: 'task closed', reason: undefined });
  });
  return kept;
};

const countsOf = async ({ read }: Scene, kept: Awaited<ReturnType<Scene['keepCase']>>) => ({
  record: (await read.children.record(kept.child.id)) !== undefined,
  cases: (await read.cases.ofChild(kept.child.id, whole)).length,
  tasks: (await read.tasks.ofCase(kept.case.id, whole)).length,
  certifications: (await read.certifications.ofCase(kept.case.id, whole)).length,
  events: (await read.history.ofCase(kept.case.id, whole)).length,
});

export const dataKeys: Suite = (it) => {
  it('follow one another, and whatever one of them sealed stays readable', async (scene) => {
    const { read, keep, keepAccount } = scene;
    const { id: parent } = await keepAccount('Par');
    const kept = ['1234', '5678', undefined, 'AB-12'].map((number) => child(parent, number));
    for (const one of kept) {
      await insert(scene, one);
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
    expect(await insert(scene, child(parent, '12.34'))).toEqual(refuse('CHILD_KNOWN'));
  });
};
