import { refuse } from './errors.ts';
import type { Account, Credentials, Invitation, InvitationDigest, Session, SessionDigest } from './model/account.ts';
import type { SealedEnd, SealedEntry } from './model/audit.ts';
import { type Case, type CaseEvent, type Certification, isLive, type Task } from './model/case.ts';
import type { KeptOutcome, PageRequest } from './model/request-options.ts';
import type { Attempts } from './model/throttle.ts';
import type { AccountId, CaseEventId, CaseId, CertificationId, ChildId, TaskId } from './model/values.ts';
import type { WrappedKey } from './ports/security.ts';
import type { StoredChild, Tables } from './ports/tables.ts';
import { ok } from './result.ts';

/**
 * All that the memory store holds. Entries are never changed, only replaced, so a copy of the maps is a copy of all. A map
 * keeps the order in which its entries were added.
 */
export const emptyTables = () => ({
  accounts: new Map<AccountId, Credentials>(),
  assistants: new Map<Link, true>(),
  /** By place. */
  audit: new Map<number, SealedEntry>(),
  /** One entry. */
  auditEnd: new Map<1, SealedEnd>(),
  cases: new Map<CaseId, Case>(),
  certifications: new Map<CertificationId, Certification>(),
  children: new Map<ChildId, StoredChild>(),
  history: new Map<CaseEventId, CaseEvent>(),
  invitations: new Map<InvitationDigest, Invitation>(),
  keys: new Map<string, WrappedKey>(),
  retries: new Map<string, KeptOutcome>(),
  sessions: new Map<SessionDigest, Session>(),
  tasks: new Map<TaskId, Task>(),
  throttles: new Map<string, Attempts>(),
});

export type MemoryTables = ReturnType<typeof emptyTables>;

type Link = `${AccountId} ${AccountId}`;
const link = (doctorId: AccountId, assistantId: AccountId): Link => `${doctorId} ${assistantId}`;

/** Every table over the maps that `maps` has at the time of a call. */
export const tablesOver = (maps: MemoryTables): Tables => ({
  ...peopleTables(maps),
  ...secretTables(maps),
  ...caseTables(maps),
  ...certificationTables(maps),
  audit: auditTable(maps),
  children: childTable(maps),
});

const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
  [...table.values()].filter(belongs);

/** The entries that follow `after`, in the order of their ids. Identifiers are ASCII, so `<` is their order everywhere. */
const page = <Id extends string, Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<Id>,
): Entry[] =>
  entries
    .filter(({ id }) => after === undefined || id > after)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, size);

/** Removes the entries that are stale, at most so many, and returns their number. */
const sweep = <Key, Entry>(table: Map<Key, Entry>, isStale: (entry: Entry) => boolean, atMost?: number): number => {
  const stale = [...table].filter(([, entry]) => isStale(entry)).slice(0, atMost);
  for (const [key] of stale) table.delete(key);
  return stale.length;
};

/** Replaces the part of an entry, if it is there. */
const change = <Key, Entry>(table: Map<Key, Entry>, key: Key, changed: Partial<Entry>): void => {
  const known = table.get(key);
  if (known) table.set(key, { ...known, ...changed });
};

const named = <Id>({ id, firstName, lastName }: { id: Id } & Pick<Account, 'firstName' | 'lastName'>) => ({
  id,
  firstName,
  lastName,
});

const peopleTables = (maps: MemoryTables): Pick<Tables, 'accounts' | 'assistants'> => {
  const byEmail = (email: string) => all(maps.accounts, ({ account }) => account.email === email)[0];
  const persons = (belongs: (account: Account) => boolean, request: PageRequest<AccountId>) => {
    const accounts = [...maps.accounts.values()].map(({ account }) => account);
    return page(accounts.filter(belongs), request).map(named);
  };
  return {
    accounts: {
      find: async (id) => maps.accounts.get(id)?.account,
      credentialsOf: async (id) => maps.accounts.get(id),
      credentialsByEmail: async (email) => byEmail(email),
      any: async () => maps.accounts.size > 0,
      doctors: async (request) => persons(({ role }) => role === 'Doc', request),
      insert: async (credentials) => {
        if (byEmail(credentials.account.email)) return refuse('EMAIL_TAKEN');
        maps.accounts.set(credentials.account.id, credentials);
        return ok(undefined);
      },
      setPassword: async (id, passwordHash) => change(maps.accounts, id, { passwordHash }),
      setDisabled: async (id, disabledAt) => change(maps.accounts, id, { disabledAt }),
    },
    assistants: {
      assists: async (assistantId, doctorId) => maps.assistants.has(link(doctorId, assistantId)),
      ofDoctor: async (doctorId, request) => persons(({ id }) => maps.assistants.has(link(doctorId, id)), request),
      link: async (doctorId, assistantId) => void maps.assistants.set(link(doctorId, assistantId), true),
      unlink: async (doctorId, assistantId) => void maps.assistants.delete(link(doctorId, assistantId)),
    },
  };
};

type SecretTables = Pick<Tables, 'invitations' | 'keys' | 'retries' | 'sessions' | 'throttles'>;

const secretTables = (maps: MemoryTables): SecretTables => {
  const saveInvitation = async (invitation: Invitation) => void maps.invitations.set(invitation.digest, invitation);
  return {
    invitations: {
      find: async (digest) => maps.invitations.get(digest),
      issuedFrom: async (from, size) =>
        all(maps.invitations, ({ issuedAt }) => issuedAt >= from)
          .sort((one, other) => one.issuedAt - other.issuedAt || (one.digest < other.digest ? -1 : 1))
          .slice(0, size),
      insert: saveInvitation,
      save: saveInvitation,
    },
    keys: {
      count: async () => maps.keys.size,
      all: async () => [...maps.keys.values()],
      append: async (added) => {
        for (const key of added) maps.keys.set(key.id, key);
      },
    },
    retries: {
      find: async ({ key, request }, since) => {
        const kept = maps.retries.get(key);
        if (!kept || kept.at < since) return undefined;
        return kept.request === request ? { outcome: kept.outcome } : 'other request';
      },
      save: async (kept) => void maps.retries.set(kept.key, kept),
      sweep: async (before, atMost) => void sweep(maps.retries, ({ at }) => at < before, atMost),
    },
    sessions: {
      find: async (digest) => {
        const session = maps.sessions.get(digest);
        const account = session && maps.accounts.get(session.accountId)?.account;
        return session && account && { session, account };
      },
      insert: async (session) => void maps.sessions.set(session.digest, session),
      touch: async (digest, lastUsedAt) => change(maps.sessions, digest, { lastUsedAt }),
      end: async (digest) => void maps.sessions.delete(digest),
      endOthers: async (owner, keep) =>
        void sweep(maps.sessions, ({ accountId, digest }) => accountId === owner && digest !== keep),
      endAll: async (of) => sweep(maps.sessions, ({ accountId }) => of === 'everybody' || accountId === of),
      sweep: async (before, atMost) => void sweep(maps.sessions, ({ lastUsedAt }) => lastUsedAt < before, atMost),
    },
    throttles: {
      find: async (key) => maps.throttles.get(key),
      save: async (key, attempts) => void maps.throttles.set(key, attempts),
      remove: async (key) => void maps.throttles.delete(key),
      sweep: async (before, atMost) => void sweep(maps.throttles, ({ forgottenAt }) => forgottenAt < before, atMost),
    },
  };
};

const childTable = (maps: MemoryTables): Tables['children'] => {
  const isOfDoctor = (id: ChildId, doctorId: AccountId): boolean =>
    all(maps.cases, (found) => found.doctorId === doctorId && found.childId === id).length > 0;
  const entries = (belongs: (child: StoredChild) => boolean, request: PageRequest<ChildId>) =>
    page(all(maps.children, belongs), request).map(named);
  return {
    parentOf: async (id) => maps.children.get(id)?.parentId,
    find: async (id) => maps.children.get(id),
    ofParent: async (parentId, request) => entries((child) => child.parentId === parentId, request),
    ofDoctor: async (doctorId, request) => entries(({ id }) => isOfDoctor(id, doctorId), request),
    ofDoctorAndParent: async (doctorId, parentId, request) =>
      entries((child) => child.parentId === parentId && isOfDoctor(child.id, doctorId), request),
    isOfDoctor: async (id, doctorId) => isOfDoctor(id, doctorId),
    insert: async (child) => {
      const isSame = ({ parentId, numberFingerprint }: StoredChild): boolean =>
        numberFingerprint !== undefined && numberFingerprint === child.numberFingerprint && parentId === child.parentId;
      if (all(maps.children, isSame).length > 0) return refuse('CHILD_KNOWN');
      maps.children.set(child.id, child);
      return ok(undefined);
    },
    erase: async (id) => {
      const cases = new Set<unknown>(all(maps.cases, ({ childId }) => childId === id).map((found) => found.id));
      for (const table of Object.values<Map<unknown, object | true>>(maps))
        sweep(table, (entry) => cases.has(Object(entry).caseId));
      sweep(maps.cases, ({ childId }) => childId === id);
      return maps.children.delete(id);
    },
    encryptedNumbers: async (request) => page([...maps.children.values()], request),
    setEncryptedNumber: async (id, encryptedNumber) => change(maps.children, id, { encryptedNumber }),
  };
};

const caseTables = (maps: MemoryTables): Pick<Tables, 'cases' | 'tasks'> => {
  const listed = (belongs: (found: Case) => boolean, request: PageRequest<CaseId>) =>
    page(all(maps.cases, belongs), request);
  const tasksOf = (caseId: CaseId) => all(maps.tasks, (task) => task.caseId === caseId);
  const saveCase = async (facts: Case) => void maps.cases.set(facts.id, facts);
  return {
    cases: {
      find: async (id) => maps.cases.get(id),
      ofDoctor: async (doctorId, request) => listed((found) => found.doctorId === doctorId, request),
      ofAssistant: async (assistantId, request) =>
        listed(({ doctorId }) => maps.assistants.has(link(doctorId, assistantId)), request),
      ofParent: async (parentId, request) => listed((found) => found.parentId === parentId, request),
      ofChild: async (childId, request) => listed((found) => found.childId === childId, request),
      insert: saveCase,
      save: saveCase,
    },
    tasks: {
      find: async (id) => maps.tasks.get(id),
      ofCase: async (caseId, request) => page(tasksOf(caseId), request),
      lastClosedOf: async (caseId) => tasksOf(caseId).findLast((task) => task.status === 'closed'),
      anyOpenIn: async (caseId) => tasksOf(caseId).some(({ status }) => status === 'open'),
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
      newestOf: async (taskId) => all(maps.certifications, (known) => known.taskId === taskId).at(-1),
      ofCase: async (caseId, request) => {
        const own = all(maps.certifications, (known) => known.caseId === caseId);
        return page(own, request);
      },
      insertOnce: async (wanted) => {
        const live = all(maps.certifications, (known) => known.taskId === wanted.taskId && isLive(known))[0];
        if (!live) await save(wanted);
        return live ?? wanted;
      },
      save,
    },
    history: {
      ofCase: async (caseId, { after, size }) => {
        const events = all(maps.history, (event) => event.caseId === caseId);
        const index = events.findIndex(({ id }) => id === after);
        if (after !== undefined && index < 0) return [];
        return events.slice(index + 1).slice(0, size);
      },
      append: async (event) => void maps.history.set(event.id, event),
    },
  };
};

const auditTable = (maps: MemoryTables): Tables['audit'] => ({
  records: async ({ by, child, from, until }, { after, size }) => {
    const ids = child && idsAround(maps, child);
    const wanted = (entry: SealedEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (ids === undefined || entry.child === child || ids.has(entry.on)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return all(maps.audit, wanted).slice(0, size);
  },
  end: async () => ({ end: maps.auditEnd.get(1), last: [...maps.audit.keys()].at(-1) ?? 0 }),
  append: async (entries, end) => {
    for (const entry of entries) maps.audit.set(entry.place, entry);
    maps.auditEnd.set(1, end);
  },
});

/** The child, its cases, and their tasks and certifications. */
const idsAround = ({ cases, certifications, tasks }: MemoryTables, childId: ChildId): ReadonlySet<unknown> => {
  const caseIds = all(cases, (found) => found.childId === childId).map(({ id }) => id);
  const parts = [...tasks.values(), ...certifications.values()].filter(({ caseId }) => caseIds.includes(caseId));
  return new Set([childId, ...caseIds, ...parts.map(({ id }) => id)]);
};
