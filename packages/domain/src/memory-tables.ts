import { refuse } from './errors.ts';
import type {
  Account,
  Credentials,
  Invitation,
  InvitationDigest,
  Person,
  Session,
  SessionDigest,
} from './model/account.ts';
import type { SealedEnd, SealedEntry } from './model/audit.ts';
import { type Case, type CaseEvent, type Certification, isLive, type Task } from './model/case.ts';
import type { KeptOutcome, PageRequest } from './model/request-options.ts';
import type { Attempts } from './model/throttle.ts';
import type { AccountId, CaseEventId, CaseId, CertificationId, ChildId, TaskId } from './model/values.ts';
import type { WrappedKey } from './ports/security.ts';
import type { ChildTable, StoredChild, Tables } from './ports/tables.ts';
import { ok } from './result.ts';

/**
 * All that the memory store holds. Entries are never changed, only replaced, so a copy of the maps is a copy of all. A map
 * keeps the order in which its entries were added.
 */
export const emptyTables = () => ({
  accounts: new Map<AccountId, Credentials>(),
  /** Doctor to assistants. */
  assistants: new Map<AccountId, ReadonlySet<AccountId>>(),
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

export const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
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

/** Removes at most `atMost` of the entries that are stale. */
export const sweep = <Key, Entry>(table: Map<Key, Entry>, isStale: (entry: Entry) => boolean, atMost: number): void => {
  const stale = [...table].filter(([, entry]) => isStale(entry));
  for (const [key] of stale.slice(0, atMost)) table.delete(key);
};

const named = <Id>({ id, firstName, lastName }: { id: Id } & Pick<Account, 'firstName' | 'lastName'>) => ({
  id,
  firstName,
  lastName,
});

type PeopleTables = Pick<Tables, 'accounts' | 'assistants' | 'invitations' | 'sessions'>;

export const peopleTables = ({ accounts, assistants, invitations, sessions }: MemoryTables): PeopleTables => {
  const byEmail = (email: string) => all(accounts, ({ account }) => account.email === email)[0];
  const persons = (belongs: (account: Account) => boolean, request: PageRequest<AccountId>): Person[] => {
    const found = all(accounts, ({ account }) => belongs(account));
    return page(
      found.map(({ account }) => named(account)),
      request,
    );
  };
  const change = (id: AccountId, changed: Partial<Credentials>): void => {
    const known = accounts.get(id);
    if (known) accounts.set(id, { ...known, ...changed });
  };
  const assistantsOf = (doctorId: AccountId): ReadonlySet<AccountId> => assistants.get(doctorId) ?? new Set();
  const saveInvitation = async (invitation: Invitation) => void invitations.set(invitation.digest, invitation);
  const end = (ended: readonly Session[]): number => ended.filter(({ digest }) => sessions.delete(digest)).length;
  return {
    accounts: {
      find: async (id) => accounts.get(id)?.account,
      credentialsOf: async (id) => accounts.get(id),
      credentialsByEmail: async (email) => byEmail(email),
      any: async () => accounts.size > 0,
      doctors: async (request) => persons(({ role }) => role === 'Doc', request),
      insert: async (credentials) => {
        if (byEmail(credentials.account.email)) return refuse('EMAIL_TAKEN');
        accounts.set(credentials.account.id, credentials);
        return ok(undefined);
      },
      setPassword: async (id, passwordHash) => change(id, { passwordHash }),
      setDisabled: async (id, disabledAt) => change(id, { disabledAt }),
    },
    assistants: {
      assists: async (assistantId, doctorId) => assistantsOf(doctorId).has(assistantId),
      ofDoctor: async (doctorId, request) => persons(({ id }) => assistantsOf(doctorId).has(id), request),
      link: async (doctorId, assistantId) =>
        void assistants.set(doctorId, new Set([...assistantsOf(doctorId), assistantId])),
      unlink: async (doctorId, assistantId) =>
        void assistants.set(doctorId, new Set([...assistantsOf(doctorId)].filter((id) => id !== assistantId))),
    },
    invitations: {
      find: async (digest) => invitations.get(digest),
      issuedFrom: async (from, size) =>
        all(invitations, ({ issuedAt }) => issuedAt >= from)
          .sort((one, other) => one.issuedAt - other.issuedAt || (one.digest < other.digest ? -1 : 1))
          .slice(0, size),
      insert: saveInvitation,
      save: saveInvitation,
    },
    sessions: {
      find: async (digest) => {
        const session = sessions.get(digest);
        const account = session && accounts.get(session.accountId)?.account;
        return session && account && { session, account };
      },
      insert: async (session) => void sessions.set(session.digest, session),
      touch: async (digest, lastUsedAt) => {
        const session = sessions.get(digest);
        if (session) sessions.set(digest, { ...session, lastUsedAt });
      },
      end: async (digest) => void sessions.delete(digest),
      endOthers: async (accountId, keep) =>
        void end(all(sessions, (session) => session.accountId === accountId && session.digest !== keep)),
      endAll: async (of) => end(all(sessions, ({ accountId }) => of === 'everybody' || accountId === of)),
      sweep: async (before, atMost) => sweep(sessions, ({ lastUsedAt }) => lastUsedAt < before, atMost),
    },
  };
};

export const childTable = (maps: MemoryTables): ChildTable => {
  const { cases, children } = maps;
  const isOfDoctor = (id: ChildId, doctorId: AccountId): boolean =>
    all(cases, (found) => found.doctorId === doctorId && found.childId === id).length > 0;
  const entries = (belongs: (child: StoredChild) => boolean, request: PageRequest<ChildId>) =>
    page(all(children, belongs).map(named), request);
  return {
    parentOf: async (id) => children.get(id)?.parentId,
    find: async (id) => children.get(id),
    ofParent: async (parentId, request) => entries((child) => child.parentId === parentId, request),
    ofDoctor: async (doctorId, request) => entries(({ id }) => isOfDoctor(id, doctorId), request),
    ofDoctorAndParent: async (doctorId, parentId, request) =>
      entries((child) => child.parentId === parentId && isOfDoctor(child.id, doctorId), request),
    isOfDoctor: async (id, doctorId) => isOfDoctor(id, doctorId),
    insert: async (child) => {
      const isSame = ({ parentId, numberFingerprint }: StoredChild): boolean =>
        numberFingerprint !== undefined && numberFingerprint === child.numberFingerprint && parentId === child.parentId;
      if (all(children, isSame).length > 0) return refuse('CHILD_KNOWN');
      children.set(child.id, child);
      return ok(undefined);
    },
    erase: async (id) => {
      for (const { id: caseId } of all(cases, ({ childId }) => childId === id)) eraseCase(maps, caseId);
      return children.delete(id);
    },
    encryptedNumbers: async (request) => page([...children.values()], request),
    setEncryptedNumber: async (id, encryptedNumber) => {
      const child = children.get(id);
      if (child) children.set(id, { ...child, encryptedNumber });
    },
  };
};

type TableOfCase = {
  [Name in keyof MemoryTables]: MemoryTables[Name] extends Map<infer _, { readonly caseId: CaseId }> ? Name : never;
}[keyof MemoryTables];

/** Erased with their case: the compiler asks for each table whose entries name one. */
const OF_CASE: { readonly [Name in TableOfCase]: true } = { certifications: true, history: true, tasks: true };

const eraseCase = (maps: MemoryTables, id: CaseId): void => {
  for (const name of Object.keys(OF_CASE) as TableOfCase[]) {
    const table: Map<string, { readonly caseId: CaseId }> = maps[name];
    for (const [key, { caseId }] of table) if (caseId === id) table.delete(key);
  }
  maps.cases.delete(id);
};

type CaseTables = Pick<Tables, 'cases' | 'certifications' | 'history' | 'tasks'>;

export const caseTables = ({ assistants, cases, certifications, history, tasks }: MemoryTables): CaseTables => {
  const listed = (belongs: (found: Case) => boolean, request: PageRequest<CaseId>) =>
    page(all(cases, belongs), request);
  const saveCase = async (facts: Case) => void cases.set(facts.id, facts);
  const saveCertification = async (facts: Certification) => void certifications.set(facts.id, facts);
  const tasksOf = (caseId: CaseId) => all(tasks, (task) => task.caseId === caseId);
  return {
    cases: {
      find: async (id) => cases.get(id),
      ofDoctor: async (doctorId, request) => listed((found) => found.doctorId === doctorId, request),
      ofAssistant: async (assistantId, request) =>
        listed(({ doctorId }) => assistants.get(doctorId)?.has(assistantId) ?? false, request),
      ofParent: async (parentId, request) => listed((found) => found.parentId === parentId, request),
      ofChild: async (childId, request) => listed((found) => found.childId === childId, request),
      insert: saveCase,
      save: saveCase,
    },
    certifications: {
      newestOf: async (taskId) => all(certifications, (known) => known.taskId === taskId).at(-1),
      ofCase: async (caseId, request) =>
        page(
          all(certifications, (known) => known.caseId === caseId),
          request,
        ),
      insertOnce: async (wanted) => {
        const live = all(certifications, (known) => known.taskId === wanted.taskId && isLive(known))[0];
        if (!live) await saveCertification(wanted);
        return live ?? wanted;
      },
      save: saveCertification,
    },
    history: {
      ofCase: async (caseId, { after, size }) => {
        const events = all(history, (event) => event.caseId === caseId);
        if (after === undefined) return events.slice(0, size);
        const index = events.findIndex(({ id }) => id === after);
        return index < 0 ? [] : events.slice(index + 1).slice(0, size);
      },
      append: async (event) => void history.set(event.id, event),
    },
    tasks: {
      find: async (id) => tasks.get(id),
      ofCase: async (caseId, request) => page(tasksOf(caseId), request),
      lastClosedOf: async (caseId) =>
        tasksOf(caseId)
          .filter((task) => task.status === 'closed')
          .at(-1),
      anyOpenIn: async (caseId) => tasksOf(caseId).some(({ status }) => status === 'open'),
      insert: async (task) => void tasks.set(task.id, task),
      save: async (task) => {
        // Saved last is listed last.
        tasks.delete(task.id);
        tasks.set(task.id, task);
      },
    },
  };
};
