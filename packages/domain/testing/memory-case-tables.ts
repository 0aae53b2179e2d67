import { ActorErased } from '../src/errors.ts';
import {
  type Case,
  type CaseFilter,
  type Certification,
  type IssuedCertification,
  isLive,
  type Task,
} from '../src/model/case.ts';
import { isSameIdentity } from '../src/model/child.ts';
import type { PageRequest } from '../src/model/pages.ts';
import type { CaseId, Instant, TaskId } from '../src/model/values.ts';
import type { Stores } from '../src/ports/storage.ts';
import { revoke } from './memory-certificate-tables.ts';
import { all, change, following, isErased, link, type MemoryTables, page, remove, where } from './memory-maps.ts';

/** Removes the cases with all that belongs to them, and revokes their certificates. */
export const eraseCases = (maps: MemoryTables, cases: readonly Case[]): void => {
  const ids = new Set(cases.map(({ id }) => id));
  revoke(maps, ({ caseId }) => ids.has(caseId));
  const tables = Object.values(maps) as Map<unknown, { readonly caseId?: CaseId } | undefined>[];
  for (const table of tables) remove(table, (entry) => entry?.caseId !== undefined && ids.has(entry.caseId));
  remove(maps.cases, ({ id }) => ids.has(id));
};

const fits = (filter: CaseFilter, values: CaseFilter): boolean =>
  (Object.keys(filter) as (keyof CaseFilter)[]).every(
    (name) => filter[name] === undefined || filter[name] === values[name],
  );

export const caseTables = (maps: MemoryTables): Pick<Stores, 'cases' | 'tasks'> => {
  const isAssistedBy = (assistantId: string) => (found: Case | undefined) =>
    found !== undefined && maps.assistants.has(link(found.doctorId, assistantId));
  return { cases: caseTable(maps, isAssistedBy), tasks: taskTable(maps, isAssistedBy) };
};

export const caseMeant = ({ cases, tasks }: MemoryTables, id: string) =>
  cases.get(id) ?? cases.get(tasks.get(id)?.caseId ?? '');

const taskMeant = ({ tasks }: MemoryTables, id: string) =>
  tasks.get(id) ?? [...tasks.values()].filter(({ caseId, status }) => caseId === id && status === 'closed').at(-1);

const toTitled = ({ id, childId, title }: Case) => ({ id, childId, title });

type IsAssistedBy = (assistantId: string) => (found: Case | undefined) => boolean;

const caseTable = (maps: MemoryTables, isAssistedBy: IsAssistedBy): Stores['cases'] => {
  const set = (facts: Case): void => void maps.cases.set(facts.id, facts);
  const isOfParent = ({ childId }: Case, parentId: string) => maps.parenthoods.has(link(parentId, childId));
  const list = (belongs: (facts: Case) => boolean, request: PageRequest<CaseId>, filter: CaseFilter = {}) => {
    const listed = all(maps.cases, belongs).map((facts) => {
      const certification = where(maps.certifications, { caseId: facts.id }).at(-1)?.status;
      return { ...facts, certification };
    });
    const { waits, isNew, newestFirst, ...equal } = filter;
    const isWaiting = (caseId: CaseId) => where(maps.certifications, { caseId, status: 'requested' }).length > 0;
    return page(
      listed.filter(
        (facts) =>
          fits(equal, facts) &&
          (!waits || isWaiting(facts.id)) &&
          (isNew ?? facts.newSince !== undefined) === (facts.newSince !== undefined),
      ),
      request,
      newestFirst,
    );
  };
  const finished = (before: Instant) =>
    [...maps.cases.values()]
      .flatMap((facts) => (facts.status === 'finished' && facts.finishedAt < before ? facts : []))
      .sort((one, other) => one.finishedAt - other.finishedAt || (one.id < other.id ? -1 : 1));
  return {
    find: async (id) => maps.cases.get(id),
    locate: async (id) => caseMeant(maps, id),
    parentsOf: async (id) => {
      const childId = caseMeant(maps, id)?.childId;
      return childId === undefined ? [] : where(maps.parenthoods, { childId }).map(({ parentId }) => parentId);
    },
    titlesOf: async (ids) => ids.flatMap((id) => maps.cases.get(id) ?? []).map(toTitled),
    ofDoctor: async (id, request, filter) => list(({ doctorId }) => doctorId === id, request, filter),
    ofAssistant: async (id, request, filter) => list(isAssistedBy(id), request, filter),
    ofParent: async (id, request, filter) => list((facts) => isOfParent(facts, id), request, filter),
    ofChild: async (childId, request) => page(where(maps.cases, { childId }), request),
    workOf: async ({ id, role }, from, atMost) => {
      const isOwn = role === 'Doc' ? (found?: Case) => found?.doctorId === id : isAssistedBy(id);
      const count = (entries: readonly unknown[]) => Math.min(entries.length, atMost);
      const waiting = where(maps.certifications, { status: 'requested' }).filter(({ caseId }) =>
        isOwn(maps.cases.get(caseId)),
      );
      const toConfirm = issuedBy(maps, id).filter((one) => one.validUntil >= from && isToConfirm(maps, one));
      return {
        newCases: count(all(maps.cases, (found) => found.newSince !== undefined && isOwn(found))),
        openTasks: count(where(maps.tasks, { status: 'open' }).filter(({ caseId }) => isOwn(maps.cases.get(caseId)))),
        decisions: role === 'Doc' ? count([...waiting, ...toConfirm]) : 0,
      };
    },
    ongoingOf: async (doctorId, size) =>
      page(where(maps.cases, { doctorId, status: 'ongoing' }), { after: undefined, size }).map(({ id }) => id),
    finishedBefore: async (moment, request) => following(finished(moment), request),
    insert: async (facts) => set(facts),
    rename: async ({ id, title }) => change(maps.cases, id, { title }),
    save: async (facts) => {
      const known = maps.cases.get(facts.id);
      if (known) set({ ...facts, title: known.title, doctorId: known.doctorId });
    },
    open: async ({ id, doctorId, newSince }) => {
      const known = maps.cases.get(id);
      if (known?.doctorId === doctorId && known.newSince === newSince) set({ ...known, newSince: undefined });
    },
    handOver: async ({ id, doctorId, newSince }) => change(maps.cases, id, { doctorId, newSince }),
    eraseFinished: async (before, atMost) => {
      const going = finished(before).slice(0, atMost);
      eraseCases(maps, going);
      return going.length;
    },
  };
};

const taskTable = (maps: MemoryTables, isAssistedBy: IsAssistedBy): Stores['tasks'] => {
  const list = (
    belongs: (found: Case | undefined) => boolean,
    request: PageRequest<TaskId>,
    status: Task['status'] | undefined,
  ) => {
    const wanted = status === undefined ? [...maps.tasks.values()] : where(maps.tasks, { status });
    const listed = wanted.flatMap((task) => {
      const found = maps.cases.get(task.caseId);
      return found && belongs(found) ? { ...task, childId: found.childId } : [];
    });
    return page(listed, request);
  };
  return {
    find: async (id) => maps.tasks.get(id),
    ofCase: async (caseId, request) => page(where(maps.tasks, { caseId }), request),
    ofDoctor: async (doctorId, request, status) => list((found) => found?.doctorId === doctorId, request, status),
    ofAssistant: async (assistantId, request, status) => list(isAssistedBy(assistantId), request, status),
    meantBy: async (id) => taskMeant(maps, id),
    anyOpenIn: async (caseId) => where(maps.tasks, { caseId, status: 'open' }).length > 0,
    insert: async (task) => void maps.tasks.set(task.id, task),
    rename: async (task) => void (maps.tasks.has(task.id) && maps.tasks.set(task.id, task)),
    save: async (task) => {
      const title = maps.tasks.get(task.id)?.title;
      // Saved last is listed last.
      if (title && maps.tasks.delete(task.id)) maps.tasks.set(task.id, { ...task, title });
    },
    remove: async (id) => void maps.tasks.delete(id),
    reopen: async (task) => {
      const title = maps.tasks.get(task.id)?.title;
      if (title) maps.tasks.set(task.id, { ...task, title });
    },
  };
};

const issuedBy = ({ certifications }: MemoryTables, doctorId: string) =>
  [...certifications.values()].flatMap((one) => (one.status === 'issued' && one.decidedBy === doctorId ? one : []));

const isToConfirm = (maps: MemoryTables, { caseId, certified }: IssuedCertification): boolean => {
  const child = maps.children.get(maps.cases.get(caseId)?.childId ?? '');
  return child !== undefined && !isSameIdentity(child, certified);
};

export const certificationTables = (maps: MemoryTables): Pick<Stores, 'certifications' | 'history'> => {
  const set = (facts: Certification): void => void maps.certifications.set(facts.id, facts);
  return {
    certifications: {
      issuedBy: async (doctorId, list, from, request) => {
        const isListed = (one: IssuedCertification): boolean =>
          list === 'to confirm' ? isToConfirm(maps, one) : maps.cases.get(one.caseId)?.doctorId !== doctorId;
        const own = issuedBy(maps, doctorId).filter((one) => one.validUntil >= from && isListed(one));
        const key = ({ validUntil, id }: (typeof own)[number]) => `${validUntil} ${id}`;
        return following(
          own.sort((one, other) => (key(one) < key(other) ? -1 : 1)),
          request,
        );
      },
      toConfirmOf: async (childId) =>
        [...maps.certifications.values()].flatMap((one) => {
          const isOfChild = maps.cases.get(one.caseId)?.childId === childId;
          if (one.status !== 'issued' || !isOfChild || !isToConfirm(maps, one)) return [];
          return { id: one.id, decidedBy: one.decidedBy, validUntil: one.validUntil };
        }),
      find: async (id) => maps.certifications.get(id),
      newestOf: async (id) => {
        const meant = taskMeant(maps, id);
        return meant && where(maps.certifications, { taskId: meant.id }).at(-1);
      },
      newestOfEach: async (taskIds) => taskIds.flatMap((taskId) => where(maps.certifications, { taskId }).at(-1) ?? []),
      ofCase: async (caseId, request) => page(where(maps.certifications, { caseId }), request),
      waitingFor: async (doctorId, request) => {
        const waiting = [...maps.certifications.values()].flatMap((one) =>
          one.status === 'requested' && maps.cases.get(one.caseId)?.doctorId === doctorId ? one : [],
        );
        return page(waiting, request);
      },
      insertOnce: async (wanted) => {
        const live = where(maps.certifications, { taskId: wanted.taskId }).find(isLive);
        if (!live) set(wanted);
        return live ?? wanted;
      },
      remove: async ({ id }) => void maps.certifications.delete(id),
      save: async (facts) => (maps.certifications.has(facts.id) ? set(facts) : undefined),
    },
    history: {
      ofCase: async (caseId, request) => {
        const events = where(maps.history, { caseId });
        const { after } = request;
        return after === undefined || events.some(({ id }) => id === after) ? following(events, request) : [];
      },
      append: async (event) => {
        if (event.by !== undefined && isErased(maps, event.by)) throw new ActorErased();
        maps.history.set(event.id, event);
      },
    },
  };
};
