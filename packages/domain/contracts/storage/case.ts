import type { CodeDigest } from '@health-case/domain/model/account';
import { type Case, type CaseEvent, certificationFor, issue, type OngoingCase } from '@health-case/domain/model/case';
import { parseNameSearch } from '@health-case/domain/model/names';
import { refuse } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { expectPages, idsOf } from './pages.ts';
import { at, caseOf, certificateOf, child, closed, nextId, taskOf } from './samples.ts';

export const cases: Suite = (it) => {
  it('are given back as they were, in each state, also one that a clock behind finished', async (scene) => {
    const { read, keep, keepCase } = scene;
    const { case: ongoing } = await keepCase();
    const finished: Case = { ...ongoing, status: 'finished', finishedAt: at(5) };
    expect(await read.cases.find(ongoing.id)).toEqual(ongoing);
    for (const state of [finished, ongoing]) {
      await keep(({ cases }) => cases.save(state));
      expect(await read.cases.find(ongoing.id)).toEqual(state);
    }
    expect(await read.cases.find(nextId())).toBeUndefined();
  });
};

const WHOLE = { after: undefined, size: 100 } as const;

/** What a doctor sees. */
const seenBy = async ({ read }: Scene, { doctor }: { doctor: never }) => {
  const search = must(parseNameSearch('mia'));
  const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
  return {
    cases: idsOf(await read.cases.ofDoctors([doctor], WHOLE)),
    tasks: idsOf(await read.tasks.ofDoctors([doctor], WHOLE)),
    children: idsOf(await read.children.ofDoctor(doctor, WHOLE)),
    found: idsOf(await read.children.searchOfDoctor(doctor, search, WHOLE)),
    ongoing: await read.cases.ongoingOf(doctor, 9),
  };
};

const NOTHING = { cases: [], tasks: [], children: [], found: [], ongoing: [] };

/** A case with an open task and an issued certification, and another doctor. */
const keepTwoDoctors = async (scene: Scene) => {
  const { keep, keepAccount, keepCase } = scene;
  const { case: facts, doctor, child: concerned } = await keepCase();
  const colleague = await keepAccount('Doc');
  const [open, done] = [taskOf(facts), taskOf(facts)];
  const requested = certificationFor(closed(done), nextId(), doctor.id, at(50));
  const issued = must(issue(requested, at(60), { actor: doctor, child: concerned }, utcCalendar));
  await keep(async (stores) => {
    for (const task of [open, done]) await stores.tasks.insert(task);
    await stores.tasks.save(closed(done));
    await stores.certifications.insertOnce(requested);
    await stores.certifications.save(issued);
  });
  const handOver = (of: OngoingCase, to = colleague.id) =>
    keep(({ cases }) => cases.handOver({ ...of, doctorId: to }, of.doctorId));
  const [former, present] = [doctor, colleague].map(({ id }) => ({ doctor: id }));
  return { facts, doctor, colleague, concerned, open, done, issued, handOver, former, present };
};

export const handovers: Suite = (it) => {
  it('give a case with its tasks and its child to another doctor, and take them from the former one', async (scene) => {
    const { facts, colleague, concerned, open, done, issued, handOver, former, present } = await keepTwoDoctors(scene);
    const tasks = [open.id, done.id];
    const [cases, children] = [[facts.id], [concerned.id]];
    const all = { cases, tasks, children, found: children, ongoing: cases };
    const seen = async () => [await seenBy(scene, former as never), await seenBy(scene, present as never)];
    expect(await seen()).toEqual([all, NOTHING]);
    await scene.storage.write(async (stores) => {
      await stores.cases.handOver({ ...facts, doctorId: colleague.id }, facts.doctorId);
      return refuse('CASE_FINISHED');
    });
    expect(await seen()).toEqual([all, NOTHING]);
    await handOver(facts);
    expect(await seen()).toEqual([NOTHING, all]);
    expect(await scene.read.cases.find(facts.id)).toEqual({ ...facts, doctorId: colleague.id });
    // Certificates name whoever has issued it.
    expect(await scene.read.certifications.find(issued.id)).toEqual(issued);
    expect(await scene.read.tasks.ofCase(facts.id, WHOLE)).toEqual([open, closed(done)]);
  });

  it('leave the child with a former doctor who has another case of it', async (scene) => {
    const { facts, doctor, concerned, open, done, handOver, former, present } = await keepTwoDoctors(scene);
    const second = caseOf(concerned, doctor.id);
    await scene.keep(({ cases }) => cases.insert(second));
    await handOver(second);
    const [before, after] = [await seenBy(scene, former as never), await seenBy(scene, present as never)];
    const children = [concerned.id];
    expect(before).toMatchObject({ cases: [facts.id], tasks: [open.id, done.id], children, found: children });
    expect(after).toMatchObject({ cases: [second.id], tasks: [], children, found: children });
    await handOver(facts);
    expect(await seenBy(scene, former as never)).toEqual(NOTHING);
    expect(await seenBy(scene, present as never)).toMatchObject({ cases: [facts.id, second.id], found: children });
  });

  it('that meet a new case of the same child leave each doctor what is needed to find it', async (scene) => {
    const { keep } = scene;
    const { doctor, colleague, concerned, facts, handOver, former, present } = await keepTwoDoctors(scene);
    let [mine, theirs] = [facts, doctor.id];
    for (let round = 0; round < 5; round += 1) {
      const opened = caseOf(concerned, mine.doctorId);
      const to = mine.doctorId === doctor.id ? colleague.id : doctor.id;
      const opening = keep(async ({ cases, children }) => {
        await children.isOfDoctor(concerned.id, opened.doctorId);
        await cases.insert(opened);
      });
      await Promise.all([handOver(mine, to), opening]);
      const found = [await seenBy(scene, former as never), await seenBy(scene, present as never)];
      for (const { found: children } of found) expect(children).toEqual([concerned.id]);
      await handOver(opened, to);
      theirs = to;
      mine = { ...mine, doctorId: theirs };
    }
  });

  it('stand in the history with the doctor who got the case', async (scene) => {
    const { facts, doctor, colleague } = await keepTwoDoctors(scene);
    const event: CaseEvent = {
      id: nextId(),
      caseId: facts.id,
      at: at(80),
      by: doctor.id,
      action: 'case handed over',
      reason: undefined,
      to: colleague.id,
    };
    await scene.keep(({ history }) => history.append(event));
    expect(await scene.read.history.ofCase(facts.id, WHOLE)).toEqual([event]);
  });
};

/** Finished cases, of one child and one doctor each, by when they were finished. */
const keepFinished = async (scene: Scene, ...moments: readonly number[]) => {
  const { keep, keepAccount } = scene;
  const [parent, doctor] = [await keepAccount('Par'), await keepAccount('Doc')];
  const kept = moments.map((moment) => {
    const concerned = child();
    const facts = caseOf(concerned, doctor.id);
    const task = closed(taskOf(facts));
    return { concerned, facts, task, requested: certificationFor(task, nextId(), doctor.id, at(50)), moment };
  });
  await keep(async (stores) => {
    for (const [nth, { concerned, facts, task, requested, moment }] of kept.entries()) {
      await stores.children.insert(concerned, parent.id);
      await stores.cases.insert(facts);
      await stores.tasks.insert({ id: task.id, caseId: facts.id, title: task.title, status: 'open' });
      await stores.tasks.save(task);
      await stores.certifications.insertOnce(requested);
      await stores.certifications.save(
        must(issue(requested, at(60), { actor: doctor, child: concerned }, utcCalendar)),
      );
      await stores.certificates.insert(certificateOf(requested, { list: 0, index: nth }));
      const event = {
        id: nextId<never>(),
        caseId: facts.id,
        at: at(80),
        by: doctor.id,
        action: 'case opened',
      } as const;
      await stores.history.append({ ...event, reason: undefined, to: undefined });
      await stores.cases.save({ ...facts, status: 'finished', finishedAt: at(moment) });
    }
  });
  return { doctor, parent, kept };
};

export const retention: Suite = (it) => {
  it('shows the cases that were finished before a moment, the earliest first', async (scene) => {
    const { kept } = await keepFinished(scene, 300, 100, 200, 100, 400);
    const ids = [1, 3, 2, 0].flatMap((nth) => kept[nth]?.facts.id ?? []);
    const { finishedBefore } = scene.read.cases;
    await expectPages(async (request) => idsOf(await finishedBefore(at(400), request)), ids, ids);
    expect(idsOf(await finishedBefore(at(400), { after: nextId(), size: 9 }))).toEqual(ids);
    expect((await finishedBefore(at(101), WHOLE)).map(({ finishedAt }) => finishedAt)).toEqual([at(100), at(100)]);
  });

  it('erases so many of them with all that belongs to them, and revokes their certificates', async (scene) => {
    const { keep, read } = scene;
    const { doctor, parent, kept } = await keepFinished(scene, 300, 100, 200, 400);
    const [, first, second] = kept as Required<typeof kept>;
    const [stays] = kept;
    const again = { ...caseOf(stays?.concerned ?? child(), doctor.id), title: 'Again' as never };
    await keep(({ cases }) => cases.insert(again));
    const erase = (atMost: number) => keep(({ cases }) => cases.eraseFinished(at(400), atMost));
    const left = async () => (await read.cases.ofDoctors([doctor.id], WHOLE)).map(({ id }) => id);
    const all = [...kept.map(({ facts }) => facts.id), again.id];
    expect([await erase(2), await left()]).toEqual([2, all.toSpliced(1, 2)]);
    for (const one of [first, second]) {
      const { facts, task, requested } = one as (typeof kept)[number];
      expect(await read.cases.find(facts.id)).toBeUndefined();
      expect([await read.tasks.find(task.id), await read.certifications.find(requested.id)]).toEqual([
        undefined,
        undefined,
      ]);
      const parts = [read.tasks.ofCase, read.certifications.ofCase, read.certificates.ofCase, read.history.ofCase];
      expect(await Promise.all(parts.map((list) => list(facts.id, WHOLE)))).toEqual([[], [], [], []]);
    }
    expect(await read.statusLists.revoked(0, { after: -1, size: 9 })).toEqual([1, 2]);
    expect([await erase(9), await left()]).toEqual([1, [kept[3]?.facts.id, again.id]]);
    expect(await erase(9)).toBe(0);
    const found = await read.children.searchOfDoctor(doctor.id, must(parseNameSearch('mia')), WHOLE);
    // The first child has another case; the children themselves stay.
    expect(found.map(({ id }) => id)).toEqual([kept[0]?.concerned.id, kept[3]?.concerned.id]);
    expect(await read.children.ofParent(parent.id, WHOLE)).toHaveLength(4);
  });

  it('erases with the last case of a child the child, too, if it has no parent (D-42)', async (scene) => {
    const { keep, keepAccount, read } = scene;
    const [doctor, parent] = [await keepAccount('Doc'), await keepAccount('Par')];
    const [lone, busy, joined] = [child('756.1'), child(), child()] as const;
    for (const one of [lone, busy, joined]) {
      const facts = caseOf(one, doctor.id);
      await keep(async ({ children, cases }) => {
        await children.enter({ ...one, isOfStaff: true });
        await cases.insert(facts);
        await cases.save({ ...facts, status: 'finished', finishedAt: at(20) });
      });
    }
    await keep(async ({ children, cases, joinCodes }) => {
      await cases.insert(caseOf(busy, doctor.id));
      await children.addParent(joined.id, parent.id);
      const paper = { email: undefined, invitedBy: doctor.id, expiresAt: at(900), digest: 'paper' as CodeDigest };
      await joinCodes.save({ ...paper, childId: lone.id });
    });
    expect(await keep(({ cases }) => cases.eraseFinished(at(400), 9))).toBe(3);
    const left = await Promise.all([lone, busy, joined].map(({ id }) => read.children.record(id)));
    expect(left.map((one) => one?.id)).toEqual([undefined, busy.id, joined.id]);
    expect(await read.joinCodes.ofChild(lone.id)).toEqual([]);
  });

  it('erases each case once, also if several do so at once', async (scene) => {
    await keepFinished(scene, ...Array.from({ length: 12 }, (_, nth) => nth));
    const erase = () => scene.keep(({ cases }) => cases.eraseFinished(at(400), 4));
    const erased = await Promise.all([erase(), erase(), erase()]);
    let [sum, more] = [erased.reduce((one, other) => one + other), 1];
    for (; more > 0; sum += more) more = await erase();
    expect(sum).toBe(12);
  });
};

export const correctionsInHistories: Suite = (it) => {
  it('name the fields, and nobody if it was the operator, also once the doctor was erased', async (scene) => {
    const { read, keep, keepCase } = scene;
    const { case: facts, doctor, parent } = await keepCase();
    const event = {
      caseId: facts.id,
      at: at(80),
      action: 'child corrected',
      reason: undefined,
      to: undefined,
    } as const;
    const byParent: CaseEvent = { ...event, id: nextId(), by: parent.id, fields: ['firstName', 'socSecNum'] };
    const byOperator: CaseEvent = { ...event, id: nextId(), by: undefined, fields: ['birthDate'] };
    await keep(({ accounts }) => accounts.erase(doctor.id, at(70)));
    await keep(async ({ history }) => {
      for (const one of [byParent, byOperator]) await history.append(one);
    });
    expect(await read.history.ofCase(facts.id, WHOLE)).toEqual([byParent, byOperator]);
    expect(await read.history.ofCase(facts.id, { after: byParent.id, size: 9 })).toEqual([byOperator]);
  });
};
