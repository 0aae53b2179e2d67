import type { Case, Certification, ClosedTask, RequestedCertification, Wish } from '@health-case/domain/model/case';
import { certificationFor, issue, reject, revoke } from '@health-case/domain/model/case';
import type { AccountId, CertificationId, Day, Reason, Statement } from '@health-case/domain/model/values';
import type { Result } from '@health-case/domain/result';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, at, closed, earlierId, nextId, taskOf } from './samples.ts';

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

export const tasks: Suite = (it) => {
  it('are given back as they were, open and closed', async ({ read, keep, keepCase }) => {
    const task = taskOf((await keepCase()).case);
    await keep(({ tasks }) => tasks.insert(task));
    expect(await read.tasks.find(task.id)).toEqual(task);
    await keep(({ tasks }) => tasks.save(closed(task, 30)));
    expect(await read.tasks.find(task.id)).toEqual(closed(task, 30));
    expect(await read.tasks.find(nextId())).toBeUndefined();
  });

  it('that a parent asks for say who and by when, and one that was never closed can be removed (D-44)', async (scene) => {
    const { read, keep, keepCase } = scene;
    const of = (await keepCase()).case;
    const wishes: readonly Wish[] = [
      { by: nextId(), neededBy: '2026-12-24' as Day },
      { by: nextId(), neededBy: undefined },
    ];
    for (const wish of wishes) {
      const task = { ...taskOf(of), wish };
      await keep(({ tasks }) => tasks.insert(task));
      expect(await read.tasks.find(task.id)).toEqual(task);
      await keep(({ tasks }) => tasks.save(closed(task)));
      expect(await read.tasks.find(task.id)).toEqual(closed(task));
      await keep(({ tasks }) => tasks.reopen(task));
      expect(await read.tasks.find(task.id)).toEqual(task);
      await keep(({ tasks }) => tasks.remove(task.id));
      expect(await read.tasks.find(task.id)).toBeUndefined();
      expect(await read.tasks.anyOpenIn(of.id)).toBe(false);
    }
  });

  it('of a case are open as long as one of them is', async ({ read, keep, keepCase }) => {
    const [own, foreign] = [(await keepCase()).case, (await keepCase()).case];
    const added = [taskOf(own), taskOf(own), taskOf(own)];
    const open = async () => Promise.all([own, foreign].map(({ id }) => read.tasks.anyOpenIn(id)));
    expect(await open()).toEqual([false, false]);
    await keep(async ({ tasks }) => {
      for (const task of added) await tasks.insert(task);
    });
    expect(await open()).toEqual([true, false]);
    await keep(async ({ tasks }) => {
      for (const task of added) await tasks.save(closed(task));
    });
    expect(await open()).toEqual([false, false]);
  });

  it('are meant by their ids, and by the case: then the one that was closed last, whatever the ids and the moments (D-21)', async (scene) => {
    const { read, keep, keepCase } = scene;
    const { case: facts } = await keepCase();
    const [first, second, third] = [taskOf(facts), taskOf(facts), taskOf(facts)];
    await keep(async ({ tasks }) => {
      for (const task of [third, second, first]) await tasks.insert(task);
    });
    expect(await read.tasks.meantBy(facts.id)).toBeUndefined();
    expect(await read.tasks.meantBy(second.id)).toEqual(second);
    expect(await read.cases.locate(second.id)).toEqual(facts);
    expect(await read.cases.locate(facts.id)).toEqual(facts);
    expect(await read.cases.locate(nextId())).toBeUndefined();
    for (const task of [closed(second, 40), closed(third, 40), closed(first, 30)]) {
      await keep(({ tasks }) => tasks.save(task));
      expect(await read.tasks.meantBy(facts.id)).toEqual(task);
      expect(await read.tasks.meantBy(task.id)).toEqual(task);
    }
    await keep(({ tasks }) => tasks.reopen(third));
    expect(await read.tasks.find(third.id)).toEqual(third);
    expect(await read.tasks.meantBy(facts.id)).toEqual(closed(first, 30));
    const again: ClosedTask = { ...closed(third, 20), closedBy: nextId<AccountId>() };
    await keep(({ tasks }) => tasks.save(again));
    expect(await read.tasks.meantBy(facts.id)).toEqual(again);
    expect(await read.cases.parentsOf(first.id)).toEqual(await read.cases.parentsOf(facts.id));
    expect(await read.children.ofCase(first.id)).toEqual(await read.children.ofCase(facts.id));
  });
};

const REASON = { reason: AWKWARD_TEXT as Reason };

/** A closed task, and what is done with its certifications. */
const keepCertifiable = async ({ read, keep, keepCase, keepClosedTask }: Scene) => {
  const { case: facts, child, doctor } = await keepCase();
  const task = await keepClosedTask(facts);
  return {
    task,
    case: facts,
    decider: { actor: doctor, child },
    wanted: () => certificationFor(task, nextId(), doctor.id, at(50)),
    newest: () => read.certifications.newestOf(task.id),
    request: async (wanted: RequestedCertification) =>
      (await keep(({ certifications }) => certifications.insertOnce(wanted))) as RequestedCertification,
    decide: async <T extends Certification>(decided: Result<T, unknown>): Promise<T> => {
      await keep(({ certifications }) => certifications.save(must(decided)));
      return must(decided);
    },
  };
};

export const certifications: Suite = (it) => {
  it('leave the one before as the newest of task and case, once removed (D-46)', async (scene) => {
    const { case: of, decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    const shown = async () => (await scene.read.cases.ofDoctor(of.doctorId, { after: undefined, size: 9 }))[0];
    const remove = (one: Certification) => scene.keep(({ certifications }) => certifications.remove(one));
    const first = await request(wanted());
    await remove(first);
    expect([await newest(), (await shown())?.certification]).toEqual([undefined, undefined]);
    const rejected = await decide(reject(await request(wanted()), at(61), REASON));
    await remove(await request({ ...wanted(), requestedAt: at(62) }));
    expect([await newest(), (await shown())?.certification]).toEqual([rejected, 'rejected']);
    const again = await request({ ...wanted(), requestedAt: at(63) });
    await decide(issue(again, at(64), decider, utcCalendar));
    expect((await shown())?.certification).toBe('issued');
  });

  it('are given back as they were, in each state', async (scene) => {
    const { case: of, decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    expect(await newest()).toBeUndefined();
    const requested = await request(wanted());
    expect(await newest()).toEqual(requested);
    const said = { ...decider, statement: AWKWARD_TEXT as Statement, validUntil: '2026-12-24' as Day };
    for (const decision of [issue(requested, at(60), said, utcCalendar), reject(requested, at(61), REASON)]) {
      const decided = await decide<Certification>(decision);
      expect(await newest()).toEqual(decided);
      expect(await scene.read.certifications.find(decided.id)).toEqual(decided);
    }
    expect(await scene.read.certifications.find(nextId())).toBeUndefined();
    expect(await scene.read.certifications.newestOf(nextId())).toBeUndefined();
    expect(await scene.read.certifications.newestOf(of.id)).toEqual(await newest());
  });

  it('are live once for a task, and this one is returned when another is requested', async (scene) => {
    const { decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    const handed = await Promise.all(Array.from({ length: 12 }, () => request(wanted())));
    expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
    const issued = await decide(issue(handed[0] as RequestedCertification, at(60), decider, utcCalendar));
    expect(await request(wanted())).toEqual(issued);
    expect(await newest()).toEqual(issued);
  });

  it('follow a rejection and a revocation, and the newest is the one written last, whatever its id', async (scene) => {
    const { decider, wanted, request, decide, newest } = await keepCertifiable(scene);
    await decide(reject(await request(wanted()), at(60), REASON));
    const second = { ...wanted(), id: earlierId<CertificationId>(), requestedAt: at(40) };
    expect(await request(second)).toEqual(second);
    const revoked = await decide(revoke(must(issue(second, at(70), decider, utcCalendar)), at(80), REASON));
    expect(await newest()).toEqual(revoked);
    const third = await request({ ...wanted(), id: earlierId<CertificationId>() });
    expect(await newest()).toEqual(third);
  });

  it('of several tasks are found at once, the newest of each', async (scene) => {
    const { newestOfEach } = scene.read.certifications;
    const [one, other, without] = [
      await keepCertifiable(scene),
      await keepCertifiable(scene),
      await keepCertifiable(scene),
    ];
    expect(await newestOfEach([])).toEqual([]);
    expect(await newestOfEach([one.task.id, without.task.id])).toEqual([]);
    const first = await one.request(one.wanted());
    const rejected = await other.decide(reject(await other.request(other.wanted()), at(60), REASON));
    const tasks = [without, other, one].map(({ task }) => task.id);
    expect(new Set(await newestOfEach([...tasks, nextId()]))).toEqual(new Set([first, rejected]));
    const second = await other.request({ ...other.wanted(), id: earlierId<CertificationId>() });
    expect(new Set(await newestOfEach(tasks))).toEqual(new Set([first, second]));
  });
};
