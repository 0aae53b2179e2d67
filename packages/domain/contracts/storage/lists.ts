import { type Case, type CaseEvent, certificationFor, type OngoingCase, reject } from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { CaseEventId, ChildId, Reason } from '@health-case/domain/model/values';
import { expect } from 'vitest';
import { must } from '../../test/support/values.ts';
import type { Scene, Suite } from './harness.ts';
import { expectPages, idsOf } from './pages.ts';
import { AWKWARD_TEXT, account, at, caseOf, child, closed, credentials, nextId, taskOf } from './samples.ts';

const REASON = AWKWARD_TEXT as Reason;

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };
const named = (...people: readonly Named[]) =>
  people.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));

/** Two doctors with assistants, and two parents whose children have cases, in the reverse order of the ids. */
const keepPractice = async ({ keep }: Scene) => {
  const [doctor, colleague, parent, guardian] = [account('Doc'), account('Doc'), account('Par'), account('Par')];
  const [assistant, another] = [account('Ast'), account('Ast')];
  const [mia, tom, lea, kim] = [child(), child(), child(), child()];
  const [asthma, ofTom, cough] = [caseOf(mia, doctor.id), caseOf(tom, doctor.id), caseOf(mia, doctor.id)];
  const [treated, elsewhere, ofKim] = [caseOf(lea, doctor.id), caseOf(mia, colleague.id), caseOf(kim, colleague.id)];
  const finished: Case = { ...treated, status: 'finished', finishedAt: at(20) };
  await keep(async ({ accounts, assistants, cases, children }) => {
    for (const one of [guardian, another, assistant, parent, colleague, doctor])
      await accounts.insert(credentials(one));
    for (const one of [another, assistant]) await assistants.link(doctor.id, one.id);
    await assistants.link(colleague.id, another.id);
    for (const one of [kim, lea, tom, mia]) await children.insert(one, (one === tom ? guardian : parent).id);
    for (const one of [ofKim, elsewhere, treated, cough, ofTom, asthma]) await cases.insert(one);
    await cases.save(finished);
  });
  const parts = [await keepParts(keep, asthma), await keepParts(keep, ofTom)] as const;
  const people = { doctor, colleague, parent, guardian, assistant, another, mia, tom, lea, kim };
  return { ...people, asthma, ofTom, cough, finished, elsewhere, ofKim, parts };
};

/** Two tasks of a case, two certifications of the first, and three events that ids and moments order otherwise. */
const keepParts = async (keep: Scene['keep'], facts: OngoingCase) => {
  const { id: caseId, doctorId: by } = facts;
  const [first, open] = [taskOf(facts), taskOf(facts)];
  const requested = certificationFor(closed(first), nextId(), by, at(50));
  const rejected = must(reject(requested, at(60), { reason: REASON }));
  const again = certificationFor(closed(first), nextId(), by, at(70));
  const [early, late] = [nextId<CaseEventId>(), nextId<CaseEventId>()];
  const events: CaseEvent[] = [
    { id: late, caseId, at: at(50), by, action: 'case opened', reason: undefined, to: undefined },
    { id: early, caseId, at: at(40), by, action: 'case reopened', reason: REASON, to: undefined },
    { id: nextId(), caseId, at: at(60), by, action: 'case opened', reason: undefined, to: undefined },
  ];
  await keep(async ({ certifications, history, tasks }) => {
    for (const task of [open, first]) await tasks.insert(task);
    await tasks.save(closed(first));
    await certifications.insertOnce(requested);
    await certifications.save(rejected);
    await certifications.insertOnce(again);
    for (const event of events) await history.append(event);
  });
  return { caseId, tasks: [closed(first), open], certifications: [rejected, again], events };
};

type List = (request: PageRequest<never>) => Promise<readonly unknown[]>;
type Entry = { readonly id: string; readonly caseId?: string };
type Practice = Awaited<ReturnType<typeof keepPractice>>;

/** Lists in the order of ids, or of writing, and what is in each. */
const listsOf = ({ read }: Scene, practice: Practice): readonly (readonly [string, List, readonly Entry[]])[] => {
  const { doctor, colleague, parent, guardian, assistant, another, mia, tom, lea, kim } = practice;
  const { asthma, ofTom, cough, finished, elsewhere, ofKim, parts } = practice;
  const { accounts, assistants, cases, certifications, children, history, tasks } = read;
  const requested: readonly string[] = parts.map(({ caseId }) => caseId);
  const listed = (...cases: readonly Case[]) =>
    cases.map((one) => ({ ...one, certification: requested.includes(one.id) ? 'requested' : undefined }));
  const both = [asthma, ofTom, cough, finished, elsewhere, ofKim].sort((one, other) => (one.id < other.id ? -1 : 1));
  return [
    ['doctors', accounts.doctors, named(doctor, colleague)],
    [
      'assistants',
      (request) => assistants.ofDoctor(doctor.id, request),
      named(assistant, another).map((one) => ({ ...one, isAvailable: true })),
    ],
    ['children of a parent', (request) => children.ofParent(parent.id, request), named(mia, lea, kim)],
    ['children of a doctor (D-20)', (request) => children.ofDoctor(doctor.id, request), named(mia, tom, lea)],
    ['of both', (request) => children.ofDoctorAndParent(doctor.id, parent.id, request), named(mia, lea)],
    ['cases of a doctor', (request) => cases.ofDoctors([doctor.id], request), listed(asthma, ofTom, cough, finished)],
    ['of a parent', (request) => cases.ofParent(guardian.id, request), listed(ofTom)],
    ['of a child', (request) => cases.ofChild(mia.id, request), [asthma, cough, elsewhere]],
    ['of two doctors', (request) => cases.ofDoctors([doctor.id, colleague.id], request), listed(...both)],
    ['of nobody', (request) => cases.ofDoctors([], request), []],
    ...parts.flatMap(({ caseId, ...part }): [string, List, readonly Entry[]][] => [
      ['tasks', (request) => tasks.ofCase(caseId, request), part.tasks],
      ['certifications', (request) => certifications.ofCase(caseId, request), part.certifications],
      ['events', (request) => history.ofCase(caseId, request), part.events],
    ]),
  ];
};

/** Each list has exactly its entries, of those that are left, whatever the size of its pages. */
const expectLists = async (scene: Scene, practice: Practice, isLeft: (entry: Entry) => boolean = () => true) => {
  for (const [name, list, all] of listsOf(scene, practice)) {
    const entries = all.filter(isLeft);
    await expectPages(list, entries, idsOf(entries) as readonly never[], name);
  }
};

export const lists: Suite = (it) => {
  it('are in the order of ids, and events in the order in which they were written', async (scene) => {
    const practice = await keepPractice(scene);
    await expectLists(scene, practice);
    const { asthma, ofTom, doctor, lea, kim, parts } = practice;
    const { history, children, cases } = scene.read;
    const ongoing = [asthma.id, ofTom.id, practice.cough.id];
    expect(await cases.ongoingOf(doctor.id, 9)).toEqual(ongoing);
    expect(await cases.ongoingOf(doctor.id, 2)).toEqual(ongoing.slice(0, 2));
    expect(await cases.countOf(doctor.id)).toEqual({ ongoing: 3, finished: 1 });
    expect(await cases.countOf(nextId())).toEqual({ ongoing: 0, finished: 0 });
    expect(await history.ofCase(ofTom.id, { after: parts[0].events[0]?.id, size: 9 })).toEqual([]);
    expect(await history.ofCase(asthma.id, { after: nextId(), size: 9 })).toEqual([]);
    const asked = [lea.id, kim.id, nextId<ChildId>()].map((id) => children.isOfDoctor(id, doctor.id));
    expect(await Promise.all(asked)).toEqual([true, false, false]);
  });

  it('lack a child that was erased, its cases and all that belongs to them, and nothing else', async (scene) => {
    const practice = await keepPractice(scene);
    const { mia, asthma, cough, elsewhere } = practice;
    const gone: readonly string[] = [mia.id, asthma.id, cough.id, elsewhere.id];
    const erase = () => scene.keep(({ children }) => children.erase(mia.id));
    expect(await erase()).toBe(true);
    await scene.storage.scrub('child');
    await expectLists(scene, practice, ({ id, caseId = id }) => !gone.includes(id) && !gone.includes(caseId));
    expect(await scene.read.children.record(mia.id)).toBeUndefined();
    expect(await erase()).toBe(false);
  });
};
