import type { Credentials, Invitation, InvitationDigest, Session, SessionDigest } from '../model/account.ts';
import { type SealedEnd, type SealedEntry, sealedBeginning } from '../model/audit.ts';
import type { Case, CaseEvent, Certification, Task } from '../model/case.ts';
import type { Child } from '../model/child.ts';
import type { KeptOutcome, PageRequest } from '../model/request-options.ts';
import type { Attempts } from '../model/throttle.ts';
import type { AccountId, CaseEventId, CaseId, CertificationId, ChildId, TaskId } from '../model/values.ts';
import { checksum } from './checksum.ts';

/**
 * All that the memory store holds. Entries are never changed, only replaced, so a copy of the maps is a copy of all. A map
 * keeps the order in which its entries were added.
 */
export type Tables = {
  readonly accounts: Map<AccountId, Credentials>;
  /** Doctor to assistants. */
  readonly assistants: Map<AccountId, ReadonlySet<AccountId>>;
  /** By place. */
  readonly audit: Map<number, SealedEntry>;
  /** One entry. */
  readonly auditEnd: Map<1, SealedEnd>;
  readonly cases: Map<CaseId, Case>;
  readonly certifications: Map<CertificationId, Certification>;
  readonly children: Map<ChildId, Child>;
  readonly history: Map<CaseEventId, CaseEvent>;
  readonly invitations: Map<InvitationDigest, Invitation>;
  readonly retries: Map<string, KeptOutcome>;
  readonly sessions: Map<SessionDigest, Session>;
  readonly tasks: Map<TaskId, Task>;
  readonly throttles: Map<string, Attempts>;
};

export const emptyTables = (): Tables => ({
  accounts: new Map(),
  assistants: new Map(),
  audit: new Map(),
  auditEnd: new Map([[1, sealedBeginning(checksum)]]),
  cases: new Map(),
  certifications: new Map(),
  children: new Map(),
  history: new Map(),
  invitations: new Map(),
  retries: new Map(),
  sessions: new Map(),
  tasks: new Map(),
  throttles: new Map(),
});

export const copyOf = (tables: Tables): Tables => ({
  accounts: new Map(tables.accounts),
  assistants: new Map(tables.assistants),
  audit: new Map(tables.audit),
  auditEnd: new Map(tables.auditEnd),
  cases: new Map(tables.cases),
  certifications: new Map(tables.certifications),
  children: new Map(tables.children),
  history: new Map(tables.history),
  invitations: new Map(tables.invitations),
  retries: new Map(tables.retries),
  sessions: new Map(tables.sessions),
  tasks: new Map(tables.tasks),
  throttles: new Map(tables.throttles),
});

/** Makes the tables hold what the others hold, in one step. */
export const replaceWith = (tables: Tables, others: Tables): void => {
  replaceEntries(tables.accounts, others.accounts);
  replaceEntries(tables.assistants, others.assistants);
  replaceEntries(tables.audit, others.audit);
  replaceEntries(tables.auditEnd, others.auditEnd);
  replaceEntries(tables.cases, others.cases);
  replaceEntries(tables.certifications, others.certifications);
  replaceEntries(tables.children, others.children);
  replaceEntries(tables.history, others.history);
  replaceEntries(tables.invitations, others.invitations);
  replaceEntries(tables.retries, others.retries);
  replaceEntries(tables.sessions, others.sessions);
  replaceEntries(tables.tasks, others.tasks);
  replaceEntries(tables.throttles, others.throttles);
};

const replaceEntries = <Key, Entry>(table: Map<Key, Entry>, other: ReadonlyMap<Key, Entry>): void => {
  table.clear();
  for (const [key, entry] of other) table.set(key, entry);
};

export const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
  [...table.values()].filter(belongs);

/** The entries that follow `after`, in the order of their ids. Identifiers are ASCII, so `<` is their order everywhere. */
export const page = <Id extends string, Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<Id>,
): Entry[] =>
  entries
    .filter(({ id }) => after === undefined || id > after)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, size);
