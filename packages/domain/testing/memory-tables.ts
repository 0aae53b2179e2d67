import { type Case, type Certification, isLive } from '../src/model/case.ts';
import type { Certificate, StatusPlace } from '../src/model/certificate.ts';
import type { ChildEntry } from '../src/model/child.ts';
import type { PageRequest } from '../src/model/pages.ts';
import type { AccountId, CaseId, ChildId } from '../src/model/values.ts';
import type { StoredChild, Tables } from '../src/ports/tables.ts';
import { ok, refuse } from '../src/result.ts';
import { accountTables, attemptTables, peopleTables, secretTables } from './memory-account-tables.ts';
import { all, change, link, type MemoryTables, page, remove, where } from './memory-maps.ts';

/** The tables of the entities, over the maps that `maps` has at the time of a call. */
export const entityTables = (maps: MemoryTables): Omit<Tables, 'audit' | 'keys'> => ({
  ...peopleTables(maps),
  ...secretTables(maps),
  ...attemptTables(maps),
  ...accountTables(maps),
  ...caseTables(maps),
  ...certificationTables(maps),
  ...certificateTables(maps),
  children: childTable(maps),
  ids: idTable(maps),
});

const idTable = (maps: MemoryTables): Tables['ids'] => ({
  newest: async () => {
    const { accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks } = maps;
    const tables = [accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks];
    const last = [...maps.audit.values()].at(-1)?.id;
    return [...tables.flatMap((table) => [...table.keys()]), ...(last ? [last] : [])].sort().at(-1);
  },
});

const toEntry = ({ id, firstName, lastName }: ChildEntry): ChildEntry => ({ id, firstName, lastName });

const childTable = (maps: MemoryTables): Tables['children'] => {
  const isOfDoctor = (childId: ChildId, doctorId: AccountId) => where(maps.cases, { childId, doctorId }).length > 0;
  const ofDoctor = (doctorId: AccountId, values: Partial<StoredChild>, request: PageRequest<ChildId>) => {
    const own = where(maps.children, values).filter(({ id }) => isOfDoctor(id, doctorId));
    return page(own, request).map(toEntry);
  };
  return {
    parentOf: async (id) => maps.children.get(id)?.parentId,
    find: async (id) => maps.children.get(id),
    names: async (id) => {
      const { firstName, lastName, birthDate } = maps.children.get(id) ?? {};
      return firstName && lastName && { firstName, lastName, birthDate };
    },
    ofParent: async (parentId, request) => page(where(maps.children, { parentId }), request).map(toEntry),
    ofDoctor: async (doctorId, request) => ofDoctor(doctorId, {}, request),
    ofDoctorAndParent: async (doctorId, parentId, request) => ofDoctor(doctorId, { parentId }, request),
    isOfDoctor: async (id, doctorId) => isOfDoctor(id, doctorId),
    insert: async (child) => {
      const { numberFingerprint, parentId } = child;
      const known = numberFingerprint === undefined ? [] : where(maps.children, { numberFingerprint, parentId });
      if (known.length > 0) return refuse('CHILD_KNOWN');
      maps.children.set(child.id, child);
      return ok(undefined);
    },
    erase: async (id) => {
      const ofChild = new Set(where(maps.cases, { childId: id }).map((found) => found.id));
      for (const caseId of ofChild) revoke(maps, where(maps.certificates, { caseId }));
      const tables = Object.values(maps) as Map<unknown, { readonly caseId?: CaseId }>[];
      for (const table of tables) remove(table, ({ caseId }) => caseId !== undefined && ofChild.has(caseId));
      remove(maps.cases, ({ childId }) => childId === id);
      return maps.children.delete(id);
    },
    encryptedNumbers: async (request) => page([...maps.children.values()], request),
    setEncryptedNumber: async (id, encryptedNumber) => change(maps.children, id, { encryptedNumber }),
  };
};

const caseTables = (maps: MemoryTables): Pick<Tables, 'cases' | 'tasks'> => {
  const saveCase = async (facts: Case) => void maps.cases.set(facts.id, facts);
  return {
    cases: {
      find: async (id) => maps.cases.get(id),
      ofDoctor: async (doctorId, request) => page(where(maps.cases, { doctorId }), request),
      ofAssistant: async (assistantId, request) => {
        const isAssisted = ({ doctorId }: Case) => maps.assistants.has(link(doctorId, assistantId));
        return page(all(maps.cases, isAssisted), request);
      },
      ofParent: async (parentId, request) => page(where(maps.cases, { parentId }), request),
      ofChild: async (childId, request) => page(where(maps.cases, { childId }), request),
      ongoingOf: async (doctorId, size) =>
        page(where(maps.cases, { doctorId, status: 'ongoing' }), { after: undefined, size }).map(({ id }) => id),
      insert: saveCase,
      save: saveCase,
    },
    tasks: {
      find: async (id) => maps.tasks.get(id),
      ofCase: async (caseId, request) => page(where(maps.tasks, { caseId }), request),
      lastClosedOf: async (caseId) => where(maps.tasks, { caseId }).findLast((task) => task.status === 'closed'),
      anyOpenIn: async (caseId) => where(maps.tasks, { caseId, status: 'open' }).length > 0,
      insert: async (task) => void maps.tasks.set(task.id, task),
      save: async (task) => {
        // Saved last is listed last.
        maps.tasks.delete(task.id);
        maps.tasks.set(task.id, task);
      },
    },
  };
};

const certificationTables = (maps: MemoryTables): Pick<Tables, 'certifications' | 'history'> => {
  const save = async (facts: Certification) => void maps.certifications.set(facts.id, facts);
  return {
    certifications: {
      find: async (id) => maps.certifications.get(id),
      newestOf: async (taskId) => where(maps.certifications, { taskId }).at(-1),
      ofCase: async (caseId, request) => page(where(maps.certifications, { caseId }), request),
      insertOnce: async (wanted) => {
        const live = where(maps.certifications, { taskId: wanted.taskId }).find(isLive);
        if (!live) await save(wanted);
        return live ?? wanted;
      },
      save,
    },
    history: {
      ofCase: async (caseId, { after, size }) => {
        const events = where(maps.history, { caseId });
        const index = events.findIndex(({ id }) => id === after);
        if (after !== undefined && index < 0) return [];
        return events.slice(index + 1).slice(0, size);
      },
      append: async (event) => void maps.history.set(event.id, event),
    },
  };
};

const placeKey = ({ list, index }: StatusPlace): string => `${list} ${index}`;

const revoke = (maps: MemoryTables, certificates: readonly Certificate[]): void => {
  for (const { status } of certificates) change(maps.statuses, placeKey(status), { isRevoked: true });
};

const certificateTables = (maps: MemoryTables): Pick<Tables, 'certificates' | 'statusLists'> => {
  const revokedIn = (list: number) => where(maps.statuses, { list, isRevoked: true }).map(({ index }) => index);
  return {
    certificates: {
      find: async (id) => maps.certificates.get(id),
      insert: async (certificate) => {
        const key = placeKey(certificate.status);
        if (maps.statuses.has(key)) return false;
        maps.statuses.set(key, { ...certificate.status, isRevoked: false });
        maps.certificates.set(certificate.id, certificate);
        return true;
      },
      ofCase: async (caseId, request) => page(where(maps.certificates, { caseId }), request),
      countOf: async (certificationId) => where(maps.certificates, { certificationId }).length,
      revokeAllOf: async (certificationId) => revoke(maps, where(maps.certificates, { certificationId })),
    },
    statusLists: {
      newest: async () => Math.max(0, ...[...maps.statuses.values()].map(({ list }) => list)),
      countRevoked: async (list) => revokedIn(list).length,
      revoked: async (list, { after, size }) =>
        revokedIn(list)
          .filter((index) => index > after)
          .sort((one, other) => one - other)
          .slice(0, size),
    },
  };
};
