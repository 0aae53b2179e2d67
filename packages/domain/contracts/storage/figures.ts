import { certificationFor } from '@health-case/domain/model/case';
import type { Counted, Month, Tally } from '@health-case/domain/model/figures';
import type { AccountId, CaseId, Day } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import type { Scene, Suite } from './harness.ts';
import { at, caseOf, closed, nextId, taskOf } from './samples.ts';

const MARCH = '2026-03' as Month;

/** All that is counted in a month, a doctor at a time. */
const talliesOf = async ({ read }: Pick<Scene, 'read'>, month: Month) => {
  const all: Tally[] = [];
  for (let after: AccountId | undefined; ; ) {
    const found = await read.figures.ofNextDoctor(month, after);
    if (found.length === 0) return all;
    all.push(
      ...found.toSorted((one, other) => (`${one.action} ${one.minutes}` < `${other.action} ${other.minutes}` ? -1 : 1)),
    );
    after = found[0]?.doctorId;
  }
};

export const figures: Suite = (it) => {
  it('count events by month and doctor until they are undone or their case is erased, whoever has the case since', async (scene) => {
    const { case: facts, doctor, child, parent } = await scene.keepCase();
    const colleague = await scene.keepAccount('Doc');
    const [other, of] = [caseOf(child, colleague.id), { month: MARCH, doctorId: doctor.id, minutes: undefined }];
    const append = (caseId: CaseId, action: Tally['action'], moment: number, counted?: Counted) =>
      scene.keep(({ history }) =>
        history.append(
          { id: nextId(), caseId, at: at(moment), by: parent.id, action, reason: undefined, to: undefined },
          counted,
        ),
      );
    await scene.keep(({ cases }) => cases.insert(other));
    await append(facts.id, 'case opened', 10, of);
    await append(facts.id, 'task closed', 20, of);
    await append(facts.id, 'task closed', 20, of);
    await append(facts.id, 'task closed', 20, { ...of, minutes: 0 });
    await append(facts.id, 'case renamed', 30);
    await append(facts.id, 'certification issued', 40, { ...of, month: '2026-04' as Month, minutes: 7 });
    await append(other.id, 'case opened', 50, { ...of, doctorId: colleague.id });
    const [one, two] = [doctor.id, colleague.id];
    const tally = (doctorId: AccountId, action: Tally['action'], count: number, minutes?: number) => {
      return { doctorId, action, count, minutes };
    };
    expect(await talliesOf(scene, MARCH)).toEqual([
      ...[tally(one, 'case opened', 1), tally(one, 'task closed', 1, 0), tally(one, 'task closed', 2)],
      tally(two, 'case opened', 1),
    ]);
    expect(await talliesOf(scene, '2026-04' as Month)).toEqual([tally(one, 'certification issued', 1, 7)]);
    await scene.keep(async ({ cases, history }) => {
      await history.uncount(facts.id, 'task closed', at(20));
      await history.uncount(facts.id, 'task closed', at(21));
      await history.uncount(facts.id, 'case renamed', at(30));
      await cases.handOver({ ...facts, doctorId: colleague.id }, doctor.id);
    });
    const left = [tally(one, 'case opened', 1), tally(one, 'task closed', 1, 0), tally(one, 'task closed', 1)];
    expect(await talliesOf(scene, MARCH)).toEqual([...left, tally(two, 'case opened', 1)]);
    expect(await scene.read.history.ofCase(facts.id, { after: undefined, size: 9 })).toHaveLength(6);
    await scene.keep(({ children }) => children.erase(child.id));
    expect(await talliesOf(scene, MARCH)).toEqual([]);
  });

  it('say what waits for each doctor, by age', async (scene) => {
    const { keep, keepAccount, keepCase, read } = scene;
    const { case: facts, child, doctor } = await keepCase();
    const [second] = [await keepAccount('Doc')];
    const [old, recent] = [caseOf(child, second.id), caseOf(child, second.id)];
    const tasks = ['2026-01-01', '2026-01-09', '2026-01-10'].map((dueOn) => ({ ...taskOf(old), dueOn: dueOn as Day }));
    const done = taskOf(facts);
    await keep(async (stores) => {
      await stores.cases.insert({ ...old, newSince: at(100) });
      await stores.cases.insert({ ...recent, newSince: at(400) });
      for (const task of [...tasks, done]) await stores.tasks.insert(task);
      await stores.tasks.insert({ ...taskOf(facts), dueOn: undefined });
      await stores.tasks.save(closed(done));
      await stores.certifications.insertOnce(certificationFor(closed(done), nextId(), doctor.id, at(200)));
    });
    const days = ['2026-01-09', '2026-01-08', '2026-01-01', '2025-12-31'] as Day[] as never;
    const ages = { moments: [at(400), at(200), at(199), at(100)] as const, days };
    const waiting = (kind: 'decisions' | 'new cases' | 'overdue tasks', after?: AccountId) =>
      read.figures.waitingForNext(kind, after, ages);
    expect(await waiting('decisions')).toEqual({ doctorId: doctor.id, all: 1, days: 1, weeks: 0, months: 0 });
    expect(await waiting('decisions', doctor.id)).toBeUndefined();
    expect(await waiting('new cases')).toEqual({ doctorId: second.id, all: 2, days: 1, weeks: 1, months: 1 });
    expect(await waiting('overdue tasks')).toEqual({ doctorId: doctor.id, all: 0, days: 0, weeks: 0, months: 0 });
    expect(await waiting('overdue tasks', doctor.id)).toEqual({
      doctorId: second.id,
      all: 2,
      days: 1,
      weeks: 1,
      months: 0,
    });
  });

  it('count children, and parents who can log in, a part at a time', async ({ keepAccount, keepCase, read }) => {
    const { child, parent } = await keepCase();
    const second = await keepCase();
    const off = await keepAccount('Par');
    const part = (after?: never) => ({ after, size: 1 });
    expect(await read.figures.countChildren(part())).toEqual({ count: 1, last: child.id });
    expect(await read.figures.countChildren(part(child.id as never))).toEqual({ count: 1, last: second.child.id });
    expect(await read.figures.countChildren(part(second.child.id as never))).toEqual({ count: 0, last: undefined });
    expect(await read.figures.countParents({ after: undefined, size: 9 })).toEqual({ count: 3, last: off.id });
    expect(await read.figures.countParents(part(parent.id as never))).toEqual({ count: 1, last: second.parent.id });
  });
};
