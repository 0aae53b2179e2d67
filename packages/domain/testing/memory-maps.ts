import type { AccountCode, Credentials, Invitation, Session } from '../src/model/account.ts';
import type { PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../src/model/audit.ts';
import type { Case, CaseEvent, Certification, Task } from '../src/model/case.ts';
import type { Certificate, StatusPlace } from '../src/model/certificate.ts';
import type { KeptOutcome } from '../src/model/idempotency.ts';
import type { WaitingMail } from '../src/model/mail.ts';
import type { PageRequest } from '../src/model/pages.ts';
import type { Attempts, KnownNetwork } from '../src/model/throttle.ts';
import type { AccountId } from '../src/model/values.ts';
import type { WrappedKey } from '../src/ports/security.ts';
import type { StoredChild, StoredFactor } from '../src/ports/tables.ts';

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

export const link = (doctorId: AccountId, assistantId: AccountId): string => `${doctorId} ${assistantId}`;

export const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
  [...table.values()].filter(belongs);

export const where = <Entry>(table: ReadonlyMap<unknown, Entry>, values: Partial<Entry>): Entry[] => {
  const wanted = Object.entries(values) as [keyof Entry, unknown][];
  return all(table, (entry) => wanted.every(([name, value]) => entry[name] === value));
};

/** The entries that follow `after`, in the order of their ids. Ids are ASCII, so `<` is their order everywhere. */
export const page = <Id extends string, Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<Id>,
): Entry[] =>
  entries
    .filter(({ id }) => after === undefined || id > after)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, size);

export const remove = <Key, Entry>(
  table: Map<Key, Entry>,
  goes: (entry: Entry) => boolean,
  atMost?: number,
): number => {
  const going = [...table].filter(([, entry]) => goes(entry)).slice(0, atMost);
  for (const [key] of going) table.delete(key);
  return going.length;
};

export const change = <Key, Entry>(table: Map<Key, Entry>, key: Key, changed: Partial<Entry>): void => {
  const known = table.get(key);
  if (known) table.set(key, { ...known, ...changed });
};
