import { ActorErased } from '../../src/errors.ts';
import type { Case, CaseFilter, IssuedCertification, Task, TaskFilter } from '../../src/model/case.ts';
import type { Certificate } from '../../src/model/certificate.ts';
import { isSameIdentity } from '../../src/model/child.ts';
import type { PageRequest } from '../../src/model/pages.ts';
import type { CaseId, ChildId, Day, Instant, TaskId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { wasErased } from './account.ts';
import { isOwnOf, unreadIn } from './note.ts';
import { by, following, type MemoryTables, page, removeReferring, type Sync } from './table.ts';

export const isRevoked = ({ statuses }: MemoryTables, { status: { list, index } }: Certificate): boolean =>
  statuses.find(list, index)?.isRevoked ?? true;

/** Returns how many it has revoked that were not before. */
export const revoke = (tables: MemoryTables, belongs: (certificate: Certificate) => boolean): number => {
  const going = tables.certificates.all((certificate) => belongs(certificate) && !isRevoked(tables, certificate));
  for (const { status } of going) tables.statuses.put({ ...status, isRevoked: true });
  return going.length;
};

/** Removes the cases with all that belongs to them, and revokes their certificates. */
export const eraseCases = (tables: MemoryTables, cases: readonly Case[]): void => {
  const ids = cases.map(({ id }) => id);
  revoke(tables, ({ caseId }) => ids.includes(caseId));
  removeReferring(tables, 'caseId', ids);
  tables.cases.remove(({ id }) => ids.includes(id));
};

/** A child whose cases are erased, with what else belongs to it. */
export const eraseChild = (tables: MemoryTables, id: ChildId): boolean => {
  removeReferring(tables, 'childId', [id]);
  tables.mails.remove(({ invitation }) => invitation?.childId === id);
  return tables.children.delete(id);
};

/** Whose a case is: one of the doctors'. */
type Belongs = (facts: Pick<Case, 'doctorId'> | undefined) => boolean;
export const ofDoctors =
  (doctors: readonly string[]): Belongs =>
  (facts) =>
    facts !== undefined && doctors.includes(facts.doctorId);

export const caseMeant = ({ cases, tasks }: MemoryTables, id: string) =>
  cases.find(id) ?? cases.find(tasks.find(id)?.caseId);

export const taskMeant = ({ tasks }: MemoryTables, id: string) =>
  tasks.find(id) ?? tasks.all(({ caseId, status }) => caseId === id && status === 'closed').at(-1);

/** Of issued certifications: whether the child is named otherwise by now. */
export const isToConfirm = ({ cases, children }: MemoryTables, { caseId, certified }: IssuedCertification): boolean => {
  const child = children.find(cases.find(caseId)?.childId);
  return child !== undefined && !isSameIdentity(child, certified);
};

export const issuedBy = ({ certifications }: MemoryTables, doctorId: string, from: Day) =>
  certifications
    .all({})
    .filter((one) => one.status === 'issued')
    .filter(({ decidedBy, validUntil }) => decidedBy === doctorId && validUntil >= from);

/** D-30: of cases of the doctor, or for whom the doctor stands in, as whoever issued it cannot log in. */
export const toCorrect = (tables: MemoryTables, doctorId: string, from: Day) => {
  const isOwn = isOwnOf(tables, doctorId, from);
  return tables.certifications
    .all({})
    .filter((one) => one.status === 'issued')
    .filter(({ caseId, validUntil }) => validUntil >= from && isOwn(tables.cases.find(caseId)?.doctorId ?? ''))
    .filter((one) => isToConfirm(tables, one) && tables.accounts.find(one.decidedBy)?.disabledAt !== undefined);
};

export const caseStores = (tables: MemoryTables): Sync<Pick<Stores, 'cases' | 'history' | 'tasks'>> => ({
  cases: { ...caseReads(tables), ...caseLists(tables), ...caseChanges(tables) },
  history: historyStore(tables),
  tasks: taskStore(tables),
});

type Cases = Sync<Pick<Stores, 'cases'>>['cases'];

const finishedIn = ({ cases }: MemoryTables, before: Instant) =>
  cases
    .all({})
    .filter((facts) => facts.status === 'finished')
    .filter(({ finishedAt }) => finishedAt < before)
    .sort(by('finishedAt', 'id'));

const caseReads = (tables: MemoryTables) => {
  const { cases, certifications, parenthoods, tasks } = tables;
  return {
    find: cases.find,
    locate: (id) => caseMeant(tables, id),
    parentsOf: (id) => parenthoods.all({ childId: caseMeant(tables, id)?.childId }).map(({ parentId }) => parentId),
    titlesOf: (ids) =>
      ids
        .flatMap((id) => cases.find(id) ?? [])
        .map(({ id, childId, doctorId, title }) => ({ id, childId, doctorId, title })),
    ofChild: (childId, request) => cases.page({ childId }, request),
    workOf: ({ id, role }, today, atMost) => {
      const isTheirs = isOwnOf(tables, id, today);
      const isOwn: Belongs = (facts) =>
        facts !== undefined &&
        (role === 'Doc' ? isTheirs(facts.doctorId) : tables.assistants.find(facts.doctorId, id) !== undefined);
      const isOfOwn = ({ caseId }: { readonly caseId: CaseId }) => isOwn(cases.find(caseId));
      const count = (entries: readonly unknown[]) => Math.min(entries.length, atMost);
      const waiting = certifications.all({ status: 'requested' }).filter(isOfOwn);
      const toConfirm = issuedBy(tables, id, today).filter((one) => isToConfirm(tables, one));
      return {
        newCases: count(cases.all((facts) => facts.newSince !== undefined && isOwn(facts))),
        openTasks: count(tasks.all({ status: 'open' }).filter(isOfOwn)),
        decisions: role === 'Doc' ? count([...waiting, ...toConfirm, ...toCorrect(tables, id, today)]) : 0,
        unreadNotes: count(unreadIn(tables, { id, role }, today)),
      };
    },
    countOf: (doctorId) => ({
      ongoing: cases.all({ doctorId, status: 'ongoing' }).length,
      finished: cases.all({ doctorId, status: 'finished' }).length,
    }),
    ongoingOf: (doctorId, size) =>
      cases.page({ doctorId, status: 'ongoing' }, { after: undefined, size }).map(({ id }) => id),
    finishedBefore: (moment, request) => following(finishedIn(tables, moment), request),
  } satisfies Partial<Cases>;
};

const caseLists = (tables: MemoryTables) => {
  const { cases, certifications, parenthoods } = tables;
  const list = (
    belongs: (facts: Case) => boolean,
    request: PageRequest<CaseId>,
    { waits, isNew, newestFirst, children, ...filter }: CaseFilter = {},
  ) => {
    const equal = Object.entries(filter).filter(([, value]) => value !== undefined);
    const listed = cases
      .all(belongs)
      .map((facts) => ({ ...facts, certification: certifications.all({ caseId: facts.id }).at(-1)?.status }))
      .filter((facts) => equal.every(([name, value]) => facts[name as keyof typeof facts] === value))
      .filter(({ id }) => !waits || certifications.any({ caseId: id, status: 'requested' }))
      .filter(({ newSince }) => isNew === undefined || isNew === (newSince !== undefined))
      .filter(({ childId }) => children?.includes(childId) ?? true);
    return page(listed, request, newestFirst);
  };
  return {
    ofDoctors: (ids, request, filter) => list(ofDoctors(ids), request, filter),
    count: (doctors, filter, size) => list(ofDoctors(doctors), { after: undefined, size }, filter).length,
    ofParent: (parentId, request, filter) =>
      list(({ childId }) => parenthoods.any({ parentId, childId }), request, filter),
  } satisfies Partial<Cases>;
};

const caseChanges = (tables: MemoryTables) => {
  const { cases } = tables;
  return {
    insert: cases.put,
    rename: ({ id, title }) => cases.change({ id }, { title }),
    save: (facts) => {
      for (const { title, doctorId } of cases.all({ id: facts.id })) cases.put({ ...facts, title, doctorId });
    },
    open: ({ id, doctorId, newSince }) => cases.change({ id, doctorId, newSince }, { newSince: undefined }),
    handOver: ({ id, doctorId, newSince }) => cases.change({ id }, { doctorId, newSince }),
    eraseFinished: (before, atMost) => {
      const going = finishedIn(tables, before).slice(0, atMost);
      eraseCases(tables, going);
      for (const { childId } of going)
        if (!cases.any({ childId }) && !tables.parenthoods.any({ childId })) eraseChild(tables, childId);
      return going.length;
    },
  } satisfies Partial<Cases>;
};

const historyStore = (tables: MemoryTables): Sync<Pick<Stores, 'history'>>['history'] => ({
  ofCase: (caseId, request) => {
    const events = tables.history.all({ caseId });
    const { after } = request;
    return after === undefined || events.some(({ id }) => id === after) ? following(events, request) : [];
  },
  append: (event, counted) => {
    if (event.by !== undefined && wasErased(tables, event.by)) throw new ActorErased();
    tables.history.put(event);
    const { id, caseId, action, at } = event;
    if (counted) tables.counted.put({ ...counted, id, caseId, action, at });
  },
  uncount: (caseId, action, at, minutes) => {
    const last = tables.counted.all({ caseId, action, at }).findLast((one) => one.minutes === minutes);
    if (last) tables.counted.drop(last.id);
  },
});

const taskStore = (tables: MemoryTables): Sync<Pick<Stores, 'tasks'>>['tasks'] => {
  const { cases, tasks } = tables;
  const list = (
    belongs: Belongs,
    request: PageRequest<TaskId>,
    { status, byDue, byClosing, newestFirst, children }: TaskFilter = {},
  ) => {
    const listed = tasks.all(status === undefined ? {} : { status }).flatMap((task) => {
      const facts = cases.find(task.caseId);
      const isOf = facts && (children?.includes(facts.childId) ?? true);
      return isOf && belongs(facts) ? { ...task, childId: facts.childId } : [];
    });
    if (!byDue && !byClosing) return page(listed, request, newestFirst);
    const keyOf = (task: Task) =>
      (byDue ? (task.dueOn ?? '~') : task.status === 'closed' ? task.closedAt : '') + task.id;
    const precedes = (one: Task, other: Task) => (byDue ? keyOf(one) < keyOf(other) : keyOf(one) > keyOf(other));
    const last = tasks.find(request.after);
    return listed
      .filter((task) => !last || precedes(last, task) || (byClosing && last.status === 'open'))
      .sort((one, other) => (precedes(one, other) ? -1 : 1))
      .slice(0, request.size);
  };
  return {
    find: tasks.find,
    ofCase: (caseId, request) => tasks.page({ caseId }, request),
    ofDoctors: (ids, request, filter) => list(ofDoctors(ids), request, filter),
    count: (doctors, { byDue: _, byClosing: __, ...filter }, size) =>
      list(ofDoctors(doctors), { after: undefined, size }, filter).length,
    meantBy: (id) => taskMeant(tables, id),
    anyOpenIn: (caseId) => tasks.any({ caseId, status: 'open' }),
    insert: tasks.put,
    rename: tasks.save,
    takeDue: (until, atMost) => {
      const isUntold = ({ id, dueOn }: Task) => tables.tasksTold.find(id)?.dueOn !== dueOn;
      const due = tasks
        .all({ status: 'open' })
        .filter((task) => task.dueOn !== undefined && task.dueOn <= until && isUntold(task))
        .sort(by('dueOn', 'id'))
        .slice(0, atMost);
      for (const task of due) tables.tasksTold.put(task);
      return due.flatMap(({ caseId }) => cases.find(caseId)?.doctorId ?? []);
    },
    save: (task) => {
      const title = tasks.find(task.id)?.title;
      // Saved last is listed last.
      if (title && tasks.delete(task.id)) tasks.put({ ...task, title });
    },
    remove: (id) => void tasks.delete(id),
    reopen: (task) => {
      const title = tasks.find(task.id)?.title;
      if (title) tasks.put({ ...task, title });
    },
  };
};
