import {
  CASE_STATUSES,
  type Case,
  type CaseFilter,
  CERTIFICATION_STATUSES,
  type Certification,
  certificationFor,
  finishCase,
  handOver,
  issue,
  type ListedCase,
  reject,
  revoke,
  type Task,
  type TaskFilter,
  type WaitingFilter,
} from '@health-case/domain/model/case';
import type { Child } from '@health-case/domain/model/child';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, CertificationId, Day, PersonName, Reason, TaskId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { expect } from 'vitest';
import { utcCalendar } from '../../test/support/calendar.ts';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { AWKWARD_TEXT, account, at, caseOf, child, closed, credentials, earlierId, nextId, taskOf } from './samples.ts';

const WHOLE = { after: undefined, size: 100 } as const;

const REASON = { reason: AWKWARD_TEXT as Reason };

/** A certification in a state, by the steps that lead to it. */
const stepsTo = (status: Certification['status'], task: Task, by: AccountId): readonly Certification[] => {
  if (task.status === 'open') return [];
  const requested = certificationFor(task, nextId(), by, at(50));
  const issued = must(issue(requested, at(60), { actor: account('Doc', { id: by }), child: child() }, utcCalendar));
  const decided = {
    requested: [],
    issued: [issued],
    rejected: [must(reject(requested, at(61), REASON))],
    revoked: [issued, must(revoke(issued, at(70), REASON))],
  };
  return [requested, ...decided[status]];
};

const keepSteps = async ({ certifications }: Stores, [first, ...others]: readonly Certification[]): Promise<void> => {
  if (first?.status === 'requested') await certifications.insertOnce(first);
  for (const step of others) await certifications.save(step);
};

/** Two doctors, whom two assistants assist, and three children of two parents, with a case in each state. */
export const keepPractice = async ({ keep }: Scene) => {
  const doctors = [account('Doc'), account('Doc')] as const;
  const assistants = [account('Ast'), account('Ast')] as const;
  const parents = [account('Par'), account('Par')] as const;
  const children = [child(), child(), child()] as const;
  const states = [undefined, ...CERTIFICATION_STATUSES].flatMap((certification) =>
    CASE_STATUSES.flatMap((status) => children.map((concerned) => ({ certification, status, concerned }))),
  );
  const kept = states.map(({ certification, status, concerned }, nth) => {
    const opened = caseOf(concerned, doctors[nth % 2 === 0 ? 0 : 1].id);
    const facts: Case = status === 'ongoing' ? opened : { ...opened, status, finishedAt: at(90) };
    const [done, open] = [taskOf(opened), taskOf(opened)];
    const steps = certification ? stepsTo(certification, closed(done), opened.doctorId) : [];
    return { opened, done, open, steps, listed: { ...facts, certification } satisfies ListedCase };
  });
  await keep(async (stores) => {
    for (const one of [...doctors, ...assistants, ...parents]) await stores.accounts.insert(credentials(one));
    await stores.assistants.link(doctors[0].id, assistants[0].id);
    for (const { id } of doctors) await stores.assistants.link(id, assistants[1].id);
    for (const one of children) await stores.children.insert(one, parents[0].id);
    await stores.children.addParent(children[2].id, parents[1].id);
    for (const { opened, done, open, steps, listed } of kept.toReversed()) {
      await stores.cases.insert(opened);
      for (const task of [open, done]) await stores.tasks.insert(task);
      await stores.tasks.save(closed(done));
      await keepSteps(stores, steps);
      await stores.cases.save(listed);
    }
  });
  return { doctors, assistants, parents, children, kept, cases: kept.map(({ listed }) => listed) };
};

type List<Entry> = (request: PageRequest<never>) => Promise<readonly Entry[]>;

/** All entries of a list, which is read in pages of this size. */
export const wholeOf = async <Entry extends { readonly id: string }>(list: List<Entry>, size: number) => {
  const found: Entry[] = [];
  for (;;) {
    const page = await list({ after: found.at(-1)?.id as never, size });
    found.push(...page);
    if (page.length < size) return found;
  }
};

type Practice = Awaited<ReturnType<typeof keepPractice>>;

/** Who may list cases: by which list, and which cases. */
const ownersOf = ({ read }: Scene, { doctors, parents, children }: Practice) => {
  const { ofDoctors, ofParent } = read.cases;
  const ids = doctors.map(({ id }) => id);
  const ofOne: typeof ofParent = (id, request, filter) => ofDoctors([id], request, filter);
  const ofAll: typeof ofParent = (_, request, filter) => ofDoctors(ids, request, filter);
  const isOfParent = [() => true, ({ childId }: Case) => childId === children[2].id];
  return [
    ...ids.map((id) => [ofOne, id, (one: Case) => one.doctorId === id] as const),
    [ofAll, parents[0].id, () => true] as const,
    ...parents.map(({ id }, nth) => [ofParent, id, isOfParent[nth] ?? (() => false)] as const),
  ];
};

const meets = (filter: CaseFilter) => (one: ListedCase) =>
  (filter.status ?? one.status) === one.status &&
  (filter.certification ?? one.certification) === one.certification &&
  (filter.childId ?? one.childId) === one.childId &&
  (filter.doctorId ?? one.doctorId) === one.doctorId;

export const findingCases: Suite = (it) => {
  it('lists the cases of whoever asks that meet all conditions, with the newest certification, in either order', async (scene) => {
    const practice = await keepPractice(scene);
    const { doctors, children, cases } = practice;
    const filters: CaseFilter[] = [undefined, ...CASE_STATUSES].flatMap((status) =>
      [undefined, ...CERTIFICATION_STATUSES].flatMap((certification, nth) => [
        { status, certification },
        // Each of these with each state.
        { status, certification, ...(nth % 2 ? { childId: children[2].id } : { doctorId: doctors[0].id }) },
        { status, childId: children[nth % 3]?.id, doctorId: doctors[0].id },
      ]),
    );
    filters.push({ childId: nextId<never>() }, { doctorId: nextId<never>() });
    for (const [list, id, belongs] of ownersOf(scene, practice)) {
      const expectFound = async (filter: CaseFilter, size: number) => {
        const expected = cases.filter(belongs).filter(meets(filter));
        const found = await wholeOf((request) => list(id, request, filter), size);
        expect(found, JSON.stringify(filter)).toEqual(filter.newestFirst ? expected.toReversed() : expected);
      };
      for (const filter of filters) await expectFound(filter, 4);
      for (const filter of filters.filter((_, nth) => nth % 4 === 0))
        await expectFound({ ...filter, newestFirst: true }, 4);
      for (const size of [1, 100])
        for (const filter of [{}, { newestFirst: true }] as const) await expectFound(filter, size);
    }
  });

  it('tells of a case the certification that was requested last, whatever its id and what is decided', async (scene) => {
    const { keep, keepCase, keepClosedTask, read } = scene;
    const { case: facts, doctor } = await keepCase();
    const [one, other] = [await keepClosedTask(facts), await keepClosedTask(facts)];
    const [first, issued] = stepsTo('issued', one, doctor.id) as [Certification, Certification];
    const second = { ...certificationFor(other, earlierId<CertificationId>(), doctor.id, at(40)) };
    const listed = async () =>
      (await read.cases.ofDoctors([doctor.id], { after: undefined, size: 9 }))[0]?.certification;
    expect(await listed()).toBeUndefined();
    await keep((stores) => keepSteps(stores, [first]));
    await keep((stores) => keepSteps(stores, [second]));
    expect(await listed()).toBe('requested');
    await keep(({ certifications }) => certifications.save(issued));
    expect(await listed()).toBe('requested');
    await keep(({ certifications }) => certifications.save(must(reject(second, at(80), REASON))));
    expect(await listed()).toBe('rejected');
  });
};

export const waitingCases: Suite = (it) => {
  it('are those of which any certification waits, also one that was not requested last', async (scene) => {
    const { keep, keepCase, keepClosedTask, read } = scene;
    const { case: facts, doctor } = await keepCase();
    const { case: other } = await keepCase();
    const [one, another] = [await keepClosedTask(facts), await keepClosedTask(facts)];
    const [first, issued] = stepsTo('issued', one, doctor.id) as [Certification, Certification];
    const second = certificationFor(another, nextId(), doctor.id, at(55));
    const waiting = async () =>
      (await read.cases.ofDoctors([doctor.id], { after: undefined, size: 9 }, { waits: true })).map(({ id }) => id);
    const next = async (by = doctor.id, after?: CertificationId) => {
      const found = await read.certifications.waitingFor([by], { after, size: 9 });
      return found.map(({ id }) => id);
    };
    expect([await waiting(), await next()]).toEqual([[], []]);
    await keep((stores) => keepSteps(stores, [first]));
    await keep((stores) => keepSteps(stores, [second]));
    expect([await waiting(), await next()]).toEqual([[facts.id], [first.id, second.id]]);
    expect(await read.certifications.waitingFor([doctor.id], { after: first.id, size: 1 })).toEqual([second]);
    expect(await next(other.doctorId)).toEqual([]);
    await keep(({ cases }) => cases.handOver({ ...facts, doctorId: other.doctorId }, doctor.id));
    expect([await next(), await next(other.doctorId)]).toEqual([[], [first.id, second.id]]);
    await keep(({ cases }) => cases.handOver(facts, other.doctorId));
    expect(await read.cases.ofDoctors([other.doctorId], { after: undefined, size: 9 }, { waits: true })).toEqual([]);
    await keep(({ certifications }) => certifications.save(must(reject(second, at(80), REASON))));
    expect(await waiting()).toEqual([facts.id]);
    await keep(({ cases }) => cases.save({ ...facts, status: 'finished', finishedAt: at(90) }));
    expect(await waiting()).toEqual([facts.id]);
    await keep(({ certifications }) => certifications.save(issued));
    expect([await waiting(), await next()]).toEqual([[], []]);
  });
};

export const listsOfChildren: Suite = (it) => {
  it('of cases and tasks are of more doctors and children than one statement takes', async ({
    read,
    keep,
    keepCase,
  }) => {
    const { doctor, case: one } = await keepCase();
    const other = caseOf(child(), doctor.id);
    const task = () => taskOf(one);
    const tasks = [task(), { ...task(), dueOn: '2026-12-01' as Day }, task(), task()] as const;
    await keep(async (stores) => {
      await stores.cases.insert({ ...other, childId: one.childId });
      for (const task of tasks) await stores.tasks.insert(task);
      await stores.tasks.save(closed(tasks[2], 30));
      await stores.tasks.save(closed(tasks[3], 20));
    });
    const nobodies = Array.from({ length: 275 }, () => nextId<never>());
    const children = [...nobodies, one.childId];
    expect(await read.cases.count([...nobodies.slice(0, 10), doctor.id], { children }, 9)).toBe(2);
    // A part of what one statement takes, and that of a third one.
    for (const doctors of [10, 130].map((length) => [...nobodies.slice(0, length), doctor.id])) {
      const counts = [
        await read.cases.count([doctor.id, ...doctors.slice(0, -1)], {}, 9),
        await read.cases.count(doctors, {}, 1),
        await read.tasks.count(doctors, {}, 9),
        await read.tasks.count(doctors, { status: 'open' }, 9),
      ];
      expect(counts).toEqual([2, 1, 4, 2]);
      const listed = async (filter: TaskFilter) =>
        (await wholeOf((request) => read.tasks.ofDoctors(doctors, request, filter), 2)).map(({ id }) => id);
      expect(await listed({})).toEqual(tasks.map(({ id }) => id));
      expect(await listed({ newestFirst: true })).toEqual(tasks.map(({ id }) => id).toReversed());
      expect(await listed({ status: 'open', byDue: true })).toEqual([tasks[1].id, tasks[0].id]);
      expect(await listed({ status: 'closed', byClosing: true })).toEqual([tasks[2].id, tasks[3].id]);
    }
  });

  it('of cases, tasks and decisions are of some children alone, and are counted', async (scene) => {
    const { read, keep, keepAccount, keepCase } = scene;
    const { doctor, parent, ...first } = await keepCase();
    const colleague = await keepAccount('Doc');
    const children = ['Zoe', 'Adam'].map((name) => ({ ...child(), firstName: name as PersonName }));
    const [zoe, adam] = children as [Child, Child];
    const [one, two, other] = [caseOf(zoe, doctor.id), caseOf(adam, doctor.id), caseOf(adam, colleague.id)];
    const tasks = [first.case, one, two, two, other].map((of, nth) => {
      const wish = { wishedBy: parent.id, dueOn: `2026-12-0${5 - nth}` as Day };
      return { ...taskOf(of), ...(of === two && wish) };
    });
    const requested = tasks.slice(1, 4).map((task) => certificationFor(closed(task), nextId(), parent.id, at(50)));
    await keep(async (stores) => {
      const steps = [
        ...children.map((one) => () => stores.children.insert(one, parent.id)),
        ...[one, two, other].map((facts) => () => stores.cases.insert(facts)),
        ...tasks.map((task) => () => stores.tasks.insert(task)),
        ...tasks.slice(1, 3).map((task) => () => stores.tasks.save(closed(task))),
        ...requested.map((certification) => () => stores.certifications.insertOnce(certification)),
      ];
      for (const step of steps) await step();
    });
    const idsOf = async (found: Promise<readonly { readonly id: string }[]>) => (await found).map(({ id }) => id);
    const among = { children: [zoe.id, adam.id] };
    const [both, onlyAdam] = [[doctor.id, colleague.id], { children: [adam.id] }];
    expect(await idsOf(read.cases.ofDoctors([doctor.id], WHOLE, among))).toEqual([one.id, two.id]);
    expect(await idsOf(read.cases.ofDoctors(both, WHOLE, onlyAdam))).toEqual([two.id, other.id]);
    expect(await idsOf(read.cases.ofDoctors([doctor.id], WHOLE, { children: [] }))).toEqual([]);
    expect(await read.cases.count([doctor.id], {}, 9)).toBe(3);
    expect(await read.cases.count(both, { ...among, newestFirst: true }, 9)).toBe(3);
    expect(await read.cases.count(both, { status: 'finished' }, 9)).toBe(0);
    expect(await read.cases.count(both, {}, 2)).toBe(2);
    expect(await read.cases.count([], {}, 9)).toBe(0);

    const open = { status: 'open', byDue: true } as const;
    const ids = tasks.map(({ id }) => id);
    expect(await idsOf(read.tasks.ofDoctors([doctor.id], WHOLE, onlyAdam))).toEqual([ids[2], ids[3]]);
    expect(await idsOf(read.tasks.ofDoctors(both, WHOLE, { ...open, ...among }))).toEqual([ids[3], ids[4]]);
    expect(await idsOf(read.tasks.ofDoctors([doctor.id], { after: ids[2], size: 9 }, among))).toEqual([ids[3]]);
    expect(await idsOf(read.tasks.ofDoctors([doctor.id], WHOLE, { children: [] }))).toEqual([]);
    expect(await read.tasks.count(both, open, 9)).toBe(3);
    expect(await read.tasks.count(both, { ...open, ...onlyAdam }, 9)).toBe(2);
    expect(await read.tasks.count([doctor.id], { status: 'closed', byClosing: true }, 1)).toBe(1);
    expect(await read.tasks.count(both, { status: 'open', newestFirst: true }, 9)).toBe(3);
    expect(await read.tasks.count([doctor.id], { children: [] }, 9)).toBe(0);

    const afterErased = { after: nextId<TaskId>(), size: 9 };
    expect(await idsOf(read.tasks.ofDoctors([doctor.id], afterErased, open))).toEqual([ids[3], ids[0]]);

    const [ofZoe, ofAdam, secondOfAdam] = requested.map(({ id }) => id);
    const waiting = (filter?: WaitingFilter, after?: CertificationId) =>
      idsOf(read.certifications.waitingFor([doctor.id], { after, size: 2 }, filter));
    expect(await waiting()).toEqual([ofZoe, ofAdam]);
    expect(await waiting({ backwards: true })).toEqual([secondOfAdam, ofAdam]);
    expect(await waiting({ backwards: true }, ofAdam)).toEqual([ofZoe]);
    expect(await waiting({ byChild: true })).toEqual([ofAdam, secondOfAdam]);
    expect(await waiting({ byChild: true }, ofAdam)).toEqual([secondOfAdam, ofZoe]);
    expect(await waiting({ byChild: true, backwards: true })).toEqual([ofZoe, secondOfAdam]);
    expect(await waiting({ byChild: true, backwards: true }, ofZoe)).toEqual([secondOfAdam, ofAdam]);
    expect(await waiting({ byChild: true }, nextId())).toEqual([ofAdam, secondOfAdam]);
    // The day of the third is the practice's own: no parent waits for it.
    expect(await waiting({ byNeed: true })).toEqual([secondOfAdam, ofAdam]);
    expect(await waiting({ byNeed: true }, ofAdam)).toEqual([ofZoe]);
    expect(await waiting({ byNeed: true, backwards: true })).toEqual([ofZoe, ofAdam]);
    expect(await waiting({ byNeed: true, ...onlyAdam }, secondOfAdam)).toEqual([ofAdam]);
    expect(await waiting(onlyAdam)).toEqual([ofAdam, secondOfAdam]);
    expect(await waiting({ children: [] })).toEqual([]);
    expect(await read.certifications.countWaiting([doctor.id], {}, 9)).toBe(3);
    expect(await read.certifications.countWaiting([doctor.id], { ...onlyAdam, byChild: true }, 9)).toBe(2);
    expect(await read.certifications.countWaiting([doctor.id], { children: [] }, 9)).toBe(0);
  });
};

export const newCases: Suite = (it) => {
  const list = { after: undefined, size: 9 } as const;

  it('are those that nobody has opened: not when they were finished, and anew after a handover', async (scene) => {
    const { keep, keepAccount, keepCase, read } = scene;
    const { doctor, parent, child: concerned } = await keepCase();
    const [colleague, assistant] = [await keepAccount('Doc'), await keepAccount('Ast')];
    const newSince = (moment: number) => ({ ...caseOf(concerned, doctor.id), newSince: at(moment) });
    const [one, other] = [newSince(10), newSince(11)];
    await keep(async ({ assistants, cases }) => {
      await assistants.link(doctor.id, assistant.id);
      for (const opened of [other, one]) await cases.insert(opened);
    });
    const found = async (by = doctor.id) => {
      const listed = await read.cases.ofDoctors([by], list, { isNew: true });
      return listed.map(({ id, newSince }) => [id, newSince]);
    };
    expect(await found()).toEqual([one, other].map(({ id, newSince }) => [id, newSince]));
    expect(await read.cases.find(one.id)).toEqual(one);
    expect(await read.cases.ofDoctors([doctor.id, colleague.id], list, { isNew: true })).toHaveLength(2);
    expect(await read.cases.ofDoctors([doctor.id], list, { isNew: false })).toHaveLength(1);
    expect(await read.cases.ofParent(parent.id, list, { isNew: true })).toHaveLength(2);
    await keep(({ cases }) => cases.open(one));
    expect(await found()).toEqual([[other.id, at(11)]]);
    await keep(({ cases }) => cases.save(must(finishCase(other, at(90)))));
    expect(await found()).toEqual([]);
    const handed = must(handOver(one, colleague.id, at(70)));
    await keep(({ cases }) => cases.handOver(handed, doctor.id));
    // Whoever has found it before opens it no more.
    await keep(({ cases }) => cases.open(one));
    expect([await found(), await found(colleague.id)]).toEqual([[], [[one.id, at(70)]]]);
    await keep(({ cases }) => cases.open({ ...handed, newSince: at(69) }));
    expect(await found(colleague.id)).toHaveLength(1);
    await keep(({ cases }) => cases.open(handed));
    expect(await found(colleague.id)).toEqual([]);
  });

  it('are counted with what else waits: for a doctor, and for who assists several; up to a limit', async (scene) => {
    const { keep, keepAccount, keepCase, keepClosedTask, read } = scene;
    const [mine, theirs] = [await keepCase(), await keepCase()];
    const assistant = await keepAccount('Ast');
    const work = async (atMost = 9) =>
      Promise.all(
        [mine.doctor, theirs.doctor, assistant].map(async (account) => {
          const { newCases, openTasks, decisions } = await read.cases.workOf(account, '2026-01-01' as Day, atMost);
          return [newCases, openTasks, decisions];
        }),
      );
    await keep(({ assistants }) => assistants.link(mine.doctor.id, assistant.id));
    const nothing = [0, 0, 0];
    expect(await work()).toEqual([nothing, nothing, nothing]);
    const added = [1, 2, 3].map((nth) => ({ ...caseOf(mine.child, mine.doctor.id), newSince: at(nth) }));
    await keep(async ({ cases, tasks }) => {
      for (const one of added) await cases.insert(one);
      for (const _ of ['one', 'another']) await tasks.insert(taskOf(mine.case));
      await cases.insert({ ...caseOf(theirs.child, theirs.doctor.id), newSince: at(9) });
    });
    const [done, issued] = [await keepClosedTask(mine.case), await keepClosedTask(mine.case)];
    await keep((stores) => keepSteps(stores, stepsTo('requested', done, mine.doctor.id)));
    await keep((stores) => keepSteps(stores, stepsTo('issued', issued, mine.doctor.id)));
    expect(await work()).toEqual([
      [3, 2, 1],
      [1, 0, 0],
      [3, 2, 0],
    ]);
    const { child: named } = mine;
    await keep(({ children }) => children.correct({ ...named, firstName: 'Mo' as PersonName }));
    expect(await work()).toEqual([
      [3, 2, 2],
      [1, 0, 0],
      [3, 2, 0],
    ]);
    const { decisions } = await read.cases.workOf(mine.doctor, '9999-01-01' as Day, 9);
    expect(decisions).toBe(1);
    await keep(({ assistants }) => assistants.link(theirs.doctor.id, assistant.id));
    expect(await work()).toEqual([
      [3, 2, 2],
      [1, 0, 0],
      [4, 2, 0],
    ]);
    expect(await work(1)).toEqual([
      [1, 1, 1],
      [1, 0, 0],
      [1, 1, 0],
    ]);
  });
};
