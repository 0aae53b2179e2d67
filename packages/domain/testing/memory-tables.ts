import type { Account, AccountCode, Credentials, Invitation, Person, Session } from '../src/model/account.ts';
import type { PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../src/model/audit.ts';
import { type Case, type CaseEvent, type Certification, isLive, type Task } from '../src/model/case.ts';
import type { Certificate, StatusPlace } from '../src/model/certificate.ts';
import type { ChildEntry } from '../src/model/child.ts';
import type { KeptOutcome } from '../src/model/idempotency.ts';
import type { WaitingMail } from '../src/model/mail.ts';
import type { PageRequest } from '../src/model/pages.ts';
import { type Attempts, type KnownNetwork, MOST_NETWORKS } from '../src/model/throttle.ts';
import { type AccountId, type CaseId, type ChildId, DAY } from '../src/model/values.ts';
import type { WrappedKey } from '../src/ports/security.ts';
import type { StoredChild, StoredFactor, Tables } from '../src/ports/tables.ts';
import { ok, refuse } from '../src/result.ts';

/** All that the memory store holds. Entries are replaced, never changed, so a copy of the maps is a copy of all. */
export const emptyTables = () => ({
  accountCodes: new Map<string, AccountCode>(),
  accounts: new Map<string, Credentials>(),
  assistants: new Map<string, object>(),
  /** By place. */
  audit: new Map<number, SealedEntry>(),
  auditEnd: new Map<1, SealedEnd>(),
  auditPending: new Map<string, PendingRecord>(),
  auditSources: new Map<string, SealedSource>(),
  cases: new Map<string, Case>(),
  certificates: new Map<string, Certificate>(),
  certifications: new Map<string, Certification>(),
  children: new Map<string, StoredChild>(),
  history: new Map<string, CaseEvent>(),
  invitations: new Map<string, Invitation>(),
  keys: new Map<string, WrappedKey>(),
  knownNetworks: new Map<string, KnownNetwork>(),
  keptOutcomes: new Map<string, KeptOutcome>(),
  mails: new Map<string, WaitingMail>(),
  secondFactors: new Map<string, StoredFactor>(),
  sessions: new Map<string, Session>(),
  /** By list and index. */
  statuses: new Map<string, StatusPlace & { readonly isRevoked: boolean }>(),
  tasks: new Map<string, Task>(),
  throttles: new Map<string, { readonly attempts: Attempts; readonly of: string | undefined }>(),
});

export type MemoryTables = ReturnType<typeof emptyTables>;

const link = (doctorId: AccountId, assistantId: AccountId): string => `${doctorId} ${assistantId}`;

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

const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
  [...table.values()].filter(belongs);

const where = <Entry>(table: ReadonlyMap<unknown, Entry>, values: Partial<Entry>): Entry[] => {
  const wanted = Object.entries(values) as [keyof Entry, unknown][];
  return all(table, (entry) => wanted.every(([name, value]) => entry[name] === value));
};

const idTable = (maps: MemoryTables): Tables['ids'] => ({
  newest: async () => {
    const { accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks } = maps;
    const tables = [accounts, auditPending, cases, certificates, certifications, children, history, mails, tasks];
    const last = [...maps.audit.values()].at(-1)?.id;
    return [...tables.flatMap((table) => [...table.keys()]), ...(last ? [last] : [])].sort().at(-1);
  },
});

/** The entries that follow `after`, in the order of their ids. Ids are ASCII, so `<` is their order everywhere. */
const page = <Id extends string, Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<Id>,
): Entry[] =>
  entries
    .filter(({ id }) => after === undefined || id > after)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, size);

const remove = <Key, Entry>(table: Map<Key, Entry>, goes: (entry: Entry) => boolean, atMost?: number): number => {
  const going = [...table].filter(([, entry]) => goes(entry)).slice(0, atMost);
  for (const [key] of going) table.delete(key);
  return going.length;
};

const change = <Key, Entry>(table: Map<Key, Entry>, key: Key, changed: Partial<Entry>): void => {
  const known = table.get(key);
  if (known) table.set(key, { ...known, ...changed });
};

const toPerson = ({ id, firstName, lastName }: Person): Person => ({ id, firstName, lastName });
const toEntry = ({ id, firstName, lastName }: ChildEntry): ChildEntry => ({ id, firstName, lastName });

const peopleTables = (maps: MemoryTables): Pick<Tables, 'accounts' | 'assistants'> => {
  const byEmail = (email: string) => all(maps.accounts, ({ account }) => account.email === email)[0];
  const persons = (belongs: (account: Account) => boolean, request: PageRequest<AccountId>) => {
    const accounts = [...maps.accounts.values()].map(({ account }) => account);
    return page(accounts.filter(belongs), request).map(toPerson);
  };
  /** An account that was erased has no address. */
  const known = (id: string) => {
    const found = maps.accounts.get(id);
    return found?.account.email === '' ? undefined : found;
  };
  const changeAccount = (id: string, changed: Partial<Account>): void => {
    const known = maps.accounts.get(id);
    if (known) change(maps.accounts, id, { account: { ...known.account, ...changed } });
  };
  return {
    accounts: {
      find: async (id) => known(id)?.account,
      credentialsOf: async (id) => known(id),
      credentialsByEmail: async (email) => byEmail(email),
      any: async () => maps.accounts.size > 0,
      all: async ({ after, size }) => {
        const known = where(maps.accounts, {}).filter(({ account: { email } }) => email !== '');
        const ids = page(
          known.map(({ account: { id } }) => ({ id })),
          { after, size },
        );
        return ids.map(({ id }) => {
          const { account, disabledAt } = maps.accounts.get(id) as Credentials;
          return { account, disabledAt };
        });
      },
      erase: async (id, at) => {
        const none = '' as never;
        changeAccount(id, { firstName: none, lastName: none, email: none, secondFactor: false });
        change(maps.accounts, id, { passwordHash: none, disabledAt: at });
        remove(maps.assistants, (link) => Object.values(link).includes(id));
      },
      doctors: async (request) => persons(({ role, email }) => role === 'Doc' && email !== '', request),
      insert: async (credentials) => {
        if (byEmail(credentials.account.email)) return refuse('EMAIL_TAKEN');
        maps.accounts.set(credentials.account.id, credentials);
        return ok(undefined);
      },
      setPassword: async (id, passwordHash) => change(maps.accounts, id, { passwordHash }),
      setDisabled: async (id, disabledAt) => change(maps.accounts, id, { disabledAt }),
      setProfile: async (id, profile) => changeAccount(id, profile),
      setSecondFactor: async (id, secondFactor) => changeAccount(id, { secondFactor }),
      setEmail: async (id, email) => {
        const other = byEmail(email)?.account.id ?? id;
        if (other !== id) return refuse('EMAIL_TAKEN');
        changeAccount(id, { email });
        return ok(undefined);
      },
    },
    assistants: {
      assists: async (assistantId, doctorId) => maps.assistants.has(link(doctorId, assistantId)),
      ofDoctor: async (doctorId, request) => persons(({ id }) => maps.assistants.has(link(doctorId, id)), request),
      link: async (doctorId, assistantId) =>
        void maps.assistants.set(link(doctorId, assistantId), { doctorId, assistantId }),
      unlink: async (doctorId, assistantId) => void maps.assistants.delete(link(doctorId, assistantId)),
    },
  };
};

const secretTables = (maps: MemoryTables): Pick<Tables, 'invitations' | 'keptOutcomes' | 'sessions'> => {
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
    keptOutcomes: {
      find: async ({ key, request }, since) => {
        const kept = maps.keptOutcomes.get(key);
        if (!kept || kept.at < since) return undefined;
        return kept.request === request ? { outcome: kept.outcome } : 'other request';
      },
      save: async (kept) => void maps.keptOutcomes.set(kept.key, kept),
      sweep: async (before, atMost) => void remove(maps.keptOutcomes, ({ at }) => at < before, atMost),
    },
    sessions: {
      find: async (digest) => {
        const session = maps.sessions.get(digest);
        const account = session && maps.accounts.get(session.accountId)?.account;
        return session && account && { session, account };
      },
      insert: async (session) => void maps.sessions.set(session.digest, session),
      touch: async (digest, lastUsedAt) => change(maps.sessions, digest, { lastUsedAt }),
      ofAccount: async (id, { after = '', size }) =>
        all(maps.sessions, ({ accountId, digest }) => accountId === id && digest > after)
          .sort((one, other) => (one.digest < other.digest ? -1 : 1))
          .slice(0, size),
      end: async (digest) => void maps.sessions.delete(digest),
      endOf: async (id, digest) => maps.sessions.get(digest)?.accountId === id && maps.sessions.delete(digest),
      endOthers: async (owner, keep) =>
        void remove(maps.sessions, ({ accountId, digest }) => accountId === owner && digest !== keep),
      endAll: async (of) => remove(maps.sessions, ({ accountId }) => of === 'everybody' || accountId === of),
      sweep: async (before, atMost) => void remove(maps.sessions, ({ lastUsedAt }) => lastUsedAt < before, atMost),
    },
  };
};

const attemptTables = (maps: MemoryTables): Pick<Tables, 'knownNetworks' | 'throttles'> => {
  return {
    knownNetworks: {
      find: async (key) => maps.knownNetworks.get(key)?.at,
      save: async (network) => {
        if ((maps.knownNetworks.get(network.key)?.at ?? Number.NEGATIVE_INFINITY) >= network.at - DAY) return;
        maps.knownNetworks.set(network.key, network);
        const own = where(maps.knownNetworks, { accountId: network.accountId });
        const earliest = own.map(({ at }) => at).sort((one, other) => other - one)[MOST_NETWORKS - 1] ?? 0;
        remove(maps.knownNetworks, ({ accountId, at }) => accountId === network.accountId && at < earliest);
      },
      forget: async (owner) => void remove(maps.knownNetworks, ({ accountId }) => accountId === owner),
      sweep: async (before, atMost) => void remove(maps.knownNetworks, ({ at }) => at < before, atMost),
    },
    throttles: {
      find: async (key) => maps.throttles.get(key)?.attempts,
      save: async (key, attempts, of) => void maps.throttles.set(key, { attempts, of }),
      remove: async (key) => void maps.throttles.delete(key),
      takeAll: async (wanted) => {
        const taken = all(maps.throttles, ({ of }) => of === wanted);
        remove(maps.throttles, ({ of }) => of === wanted);
        return taken.map(({ attempts }) => attempts);
      },
      sweep: async (before, atMost) =>
        void remove(maps.throttles, ({ attempts: { forgottenAt } }) => forgottenAt < before, atMost),
    },
  };
};

const accountTables = (maps: MemoryTables): Pick<Tables, 'accountCodes' | 'mails' | 'secondFactors'> => {
  const saveMail = async (mail: WaitingMail) => void maps.mails.set(mail.id, mail);
  const waiting = () => where(maps.mails, { failedAt: undefined });
  return {
    accountCodes: {
      find: async (digest) => maps.accountCodes.get(digest),
      save: async (code) => {
        const { accountId, purpose } = code;
        remove(maps.accountCodes, (other) => other.accountId === accountId && other.purpose === purpose);
        maps.accountCodes.set(code.digest, code);
      },
      removeAll: async (of) => void remove(maps.accountCodes, ({ accountId }) => accountId === of),
      sweep: async (before, atMost) => void remove(maps.accountCodes, ({ expiresAt }) => expiresAt < before, atMost),
    },
    mails: {
      find: async (id) => maps.mails.get(id),
      insert: saveMail,
      nextDue: async (now) =>
        waiting()
          .filter(({ notBefore }) => notBefore <= now)
          .sort((one, other) => one.notBefore - other.notBefore || (one.id < other.id ? -1 : 1))[0],
      save: async (mail) => (maps.mails.has(mail.id) ? saveMail(mail) : undefined),
      remove: async (id) => void maps.mails.delete(id),
      removeAllTo: async (account, email) =>
        void remove(maps.mails, ({ accountId, to }) => accountId === account || to === email),
      all: async (request) => page([...maps.mails.values()], request),
      counts: async () => {
        const moments = waiting().map(({ at }) => at);
        const oldest = moments.sort((one, other) => one - other)[0];
        return { waiting: moments.length, failed: maps.mails.size - moments.length, oldest };
      },
      sweep: async (before, atMost) =>
        void remove(maps.mails, ({ failedAt }) => failedAt !== undefined && failedAt < before, atMost),
    },
    secondFactors: {
      find: async (of) => maps.secondFactors.get(of),
      save: async (factor) => void maps.secondFactors.set(factor.accountId, factor),
      remove: async (of) => void maps.secondFactors.delete(of),
      encryptedSecrets: async ({ after = '', size }) =>
        all(maps.secondFactors, ({ accountId }) => accountId > after)
          .sort((one, other) => (one.accountId < other.accountId ? -1 : 1))
          .slice(0, size),
      setEncryptedSecret: async (of, encryptedSecret) => change(maps.secondFactors, of, { encryptedSecret }),
    },
  };
};

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
