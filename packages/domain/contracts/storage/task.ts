import type { Case, CaseFilter, ClosedTask, OpenTask } from '@health-case/domain/model/case';
import type { AccountId, Day, TaskId } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { keepPractice, wholeOf } from './case-lists.ts';
import type { Suite } from './harness.ts';
import { at, caseOf, child, closed, nextId, taskOf } from './samples.ts';

export const tasks: Suite = (it) => {
  it('are given back as they were, open and closed', async ({ read, keep, keepCase }) => {
    const task = taskOf((await keepCase()).case);
    await keep(({ tasks }) => tasks.insert(task));
    expect(await read.tasks.find(task.id)).toEqual(task);
    await keep(({ tasks }) => tasks.save(closed(task, 30)));
    expect(await read.tasks.find(task.id)).toEqual(closed(task, 30));
    expect(await read.tasks.find(nextId())).toBeUndefined();
  });

  it('that a parent asks for say who, and one that was never closed can be removed (D-44)', async (scene) => {
    const { read, keep, keepCase } = scene;
    const of = (await keepCase()).case;
    const task = { ...taskOf(of), wishedBy: nextId<AccountId>() };
    await keep(({ tasks }) => tasks.insert(task));
    expect(await read.tasks.find(task.id)).toEqual(task);
    await keep(({ tasks }) => tasks.save(closed(task)));
    expect(await read.tasks.find(task.id)).toEqual(closed(task));
    await keep(({ tasks }) => tasks.reopen(task));
    expect(await read.tasks.find(task.id)).toEqual(task);
    await keep(({ tasks }) => tasks.remove(task.id));
    expect(await read.tasks.find(task.id)).toBeUndefined();
    expect(await read.tasks.anyOpenIn(of.id)).toBe(false);
  });

  it('that are due are taken once for each day, those that have been due for longest first', async (scene) => {
    const { keep, keepCase } = scene;
    const { case: facts, doctor } = await keepCase();
    const [first, second, third] = ['2026-03-01', '2026-03-02', '2026-03-03'].map((dueOn) => {
      return { ...taskOf(facts), dueOn: dueOn as Day };
    }) as [OpenTask, OpenTask, OpenTask];
    const done = { ...taskOf(facts), dueOn: first.dueOn };
    await keep(async ({ tasks }) => {
      for (const task of [third, second, first, done, taskOf(facts)]) await tasks.insert(task);
      await tasks.save(closed(done));
    });
    const take = (until: string, atMost = 9) => keep(({ tasks }) => tasks.takeDue(until as Day, atMost));
    expect(await take('2026-02-28')).toEqual([]);
    const taken = await Promise.all([take('2026-03-02', 1), take('2026-03-02'), take('2026-03-02')]);
    expect(taken.flat()).toEqual([doctor.id, doctor.id]);
    expect(await take('2026-03-02')).toEqual([]);
    await keep(({ tasks }) => tasks.rename({ ...first, dueOn: second.dueOn }));
    expect(await take('2026-03-02')).toEqual([doctor.id]);
    expect(await take('2026-03-09')).toEqual([doctor.id]);
    expect(await take('2026-03-09')).toEqual([]);
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

export const findingTasks: Suite = (it) => {
  it('lists the tasks of the cases in which somebody works, all or those in a state', async (scene) => {
    const { doctors, parents, kept } = await keepPractice(scene);
    const { ofDoctors } = scene.read.tasks;
    const all = kept.flatMap(({ opened, done, open }) =>
      [closed(done), open].map((task) => ({ task: { ...task, childId: opened.childId }, doctorId: opened.doctorId })),
    );
    const [{ id: first }, { id: second }] = doctors;
    const owners = [
      [[first], [first]],
      [[second], [second]],
      [
        [first, second],
        [first, second],
      ],
      [[parents[0].id], []],
      [[], []],
    ] as const;
    for (const [ids, of] of owners) {
      for (const status of [undefined, 'open', 'closed'] as const) {
        const own = all.filter(
          ({ task, doctorId }) => of.includes(doctorId as never) && (status ?? task.status) === task.status,
        );
        for (const size of [1, 7, 100]) {
          const found = await wholeOf((request) => ofDoctors(ids, request, { status }), size);
          expect(found).toEqual(own.map(({ task }) => task));
        }
      }
    }
  });

  it('lists open tasks by the day until which they are due; those without one come last (D-46)', async (scene) => {
    const { doctors, kept } = await keepPractice(scene);
    const days = ['2026-12-24', '2026-03-01', undefined, '2027-01-01', '2026-03-01'] as (Day | undefined)[];
    const due = kept.map(({ open, opened }, nth) => ({ ...open, dueOn: days[nth % days.length], of: opened.doctorId }));
    await scene.keep(async ({ tasks }) => {
      for (const { of: _, ...task } of due) await tasks.rename(task);
    });
    const keyOf = ({ dueOn = '~' as Day, id }: OpenTask) => `${dueOn} ${id}`;
    const inOrder = due.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const filter = { status: 'open', byDue: true } as const;
    const { ofDoctors } = scene.read.tasks;
    const both = doctors.map(({ id }) => id);
    for (const size of [1, 4, 100]) {
      const own = await wholeOf((request) => ofDoctors([doctors[0].id], request, filter), size);
      const ids = inOrder.flatMap(({ id, of }) => (of === doctors[0].id ? id : []));
      expect(own.map(({ id }) => id)).toEqual(ids);
      const all = await wholeOf((request) => ofDoctors(both, request, filter), size);
      expect(all.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    }
  });

  it('lists closed tasks by when they were closed, the last one first, and begins again behind one that is open again (D-46)', async (scene) => {
    const { doctors, kept } = await keepPractice(scene);
    const all = kept.map(({ done, opened }, nth) => ({ ...closed(done, 20 + (nth % 3)), of: opened.doctorId }));
    await scene.keep(async ({ tasks }) => {
      for (const { of: _, closedAt: __, closedBy: ___, ...task } of all)
        await tasks.reopen({ ...task, status: 'open' });
      for (const { of: _, ...task } of all) await tasks.save(task);
    });
    const keyOf = ({ closedAt, id }: ClosedTask) => `${closedAt} ${id}`;
    const inOrder = all.toSorted((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1));
    const idsOf = (tasks: readonly { readonly id: TaskId }[]) => tasks.map(({ id }) => id);
    const filter = { status: 'closed', byClosing: true } as const;
    const { ofDoctors } = scene.read.tasks;
    const both = doctors.map(({ id }) => id);
    for (const size of [1, 4, 100]) {
      const own = await wholeOf((request) => ofDoctors([doctors[0].id], request, filter), size);
      expect(idsOf(own)).toEqual(idsOf(inOrder.filter(({ of }) => of === doctors[0].id)));
      expect(idsOf(await wholeOf((request) => ofDoctors(both, request, filter), size))).toEqual(idsOf(inOrder));
    }
    const [{ of: _, closedAt: __, closedBy: ___, ...last }, second] = inOrder as [(typeof inOrder)[0], ClosedTask];
    await scene.keep(({ tasks }) => tasks.reopen({ ...last, status: 'open' }));
    expect(idsOf(await ofDoctors(both, { after: last.id, size: 1 }, filter))).toEqual([second.id]);
  });

  it('tells the titles and children of cases, open and finished, and nothing of those that are not there', async (scene) => {
    const { read } = scene;
    const { cases } = await keepPractice(scene);
    const some = cases.filter((_, nth) => nth % 3 === 0);
    const told = await read.cases.titlesOf([...some.map(({ id }) => id).toReversed(), nextId()]);
    const wanted = some.map(({ id, childId, doctorId, title }) => ({ id, childId, doctorId, title }));
    expect(told.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(wanted);
    expect(await read.cases.titlesOf([])).toEqual([]);
  });

  it('lists the cases of a parent with hundreds of children as those of any other', async ({
    keep,
    keepAccount,
    read,
  }) => {
    const [parent, doctor] = [await keepAccount('Par'), await keepAccount('Doc')];
    const opened = Array.from({ length: 202 }, () => caseOf(child(), doctor.id));
    await keep(async ({ cases, children }) => {
      for (const facts of opened) await children.insert({ ...child(), id: facts.childId }, parent.id);
      for (const facts of opened.slice(0, 3)) await cases.insert(facts);
      await cases.save({ ...(opened[1] as Case), status: 'finished', finishedAt: at(90) });
    });
    const found = async (filter: CaseFilter, after?: Case['id'], size = 9) =>
      (await read.cases.ofParent(parent.id, { after, size }, filter)).map(({ id }) =>
        opened.findIndex((one) => one.id === id),
      );
    expect(await found({})).toEqual([0, 1, 2]);
    expect(await found({ status: 'ongoing', doctorId: doctor.id })).toEqual([0, 2]);
    expect(await found({ childId: opened[2]?.childId })).toEqual([2]);
    expect(await found({ waits: true })).toEqual([]);
    expect([await found({ certification: 'issued' }), await found({ doctorId: parent.id })]).toEqual([[], []]);
    expect(await found({}, opened[0]?.id, 1)).toEqual([1]);
    expect(await found({ newestFirst: true })).toEqual([2, 1, 0]);
    expect(await found({ newestFirst: true }, opened[2]?.id, 1)).toEqual([1]);
  });

  it('shows a new title of a task and of a case, and nothing else of them has changed', async (scene) => {
    const { keep, keepCase, read } = scene;
    const { case: facts, doctor } = await keepCase();
    const task = taskOf(facts);
    const [renamedTask, renamed] = [
      { ...task, title: 'New' as never },
      { ...facts, title: 'Newer' as never },
    ];
    await keep(({ tasks }) => tasks.insert(task));
    await keep(async ({ cases, tasks }) => {
      await tasks.rename(renamedTask);
      await cases.rename({ ...renamed, doctorId: nextId() });
      await tasks.rename({ ...task, id: nextId() });
    });
    expect(await read.tasks.ofDoctors([doctor.id], { after: undefined, size: 9 })).toEqual([
      { ...renamedTask, childId: facts.childId },
    ]);
    expect(await read.cases.find(facts.id)).toEqual(renamed);
  });
};
