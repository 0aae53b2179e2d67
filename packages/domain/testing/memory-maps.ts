import type { AccountCode, Credentials, Invitation, Session } from '../src/model/account.ts';
import type { ChildList, PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../src/model/audit.ts';
import type { Case, CaseEvent, Certification, Task } from '../src/model/case.ts';
import type { Certificate, StatusPlace } from '../src/model/certificate.ts';
import type { Child, JoinCode } from '../src/model/child.ts';
import type { Draft } from '../src/model/draft.ts';
import type { KeptOutcome } from '../src/model/idempotency.ts';
import type { LoginProof } from '../src/model/login-proof.ts';
import type { WaitingMail } from '../src/model/mail.ts';
import {
  compareCodePoints,
  fitsWords,
  foundByWord,
  indexWords,
  type NameSearch,
  wordsOfPatient,
} from '../src/model/names.ts';
import type { PageRequest } from '../src/model/pages.ts';
import type { Passkey, PasskeyChallenge } from '../src/model/passkey.ts';
import type { Practice } from '../src/model/practice.ts';
import type { SecondFactor } from '../src/model/second-factor.ts';
import type { Attempts, KnownNetwork } from '../src/model/throttle.ts';
import type { AccountId, ChildId } from '../src/model/values.ts';
import type { WrappedKey } from '../src/ports/security.ts';

/** `place`: counted from 1 in the order of joining. Who added the child has 1. */
type Parenthood = { readonly parentId: AccountId; readonly childId: ChildId; readonly place: number };

/** All that the memory store holds. Entries are replaced, never changed, so a copy of the maps is a copy of all. */
export const emptyTables = () => ({
  accountCodes: new Map<string, AccountCode>(),
  accounts: new Map<string, Credentials>(),
  assistants: new Map<string, object>(),
  /** By place. */
  audit: new Map<number, SealedEntry>(),
  auditLists: new Map<string, ChildList>(),
  auditEnd: new Map<1, SealedEnd>(),
  auditPending: new Map<string, PendingRecord>(),
  auditSources: new Map<string, SealedSource>(),
  cases: new Map<string, Case>(),
  certificates: new Map<string, Certificate>(),
  certifications: new Map<string, Certification>(),
  children: new Map<string, Child>(),
  drafts: new Map<string, Draft>(),
  history: new Map<string, CaseEvent>(),
  invitations: new Map<string, Invitation>(),
  joinCodes: new Map<string, JoinCode>(),
  keys: new Map<string, WrappedKey>(),
  knownNetworks: new Map<string, KnownNetwork>(),
  keptOutcomes: new Map<string, KeptOutcome>(),
  loginProofs: new Map<string, LoginProof>(),
  mails: new Map<string, WaitingMail>(),
  /** Where a child is now that was merged. */
  mergedChildren: new Map<ChildId, { readonly childId: ChildId }>(),
  notices: new Map<string, { readonly accountId: AccountId }>(),
  parenthoods: new Map<string, Parenthood>(),
  passkeyChallenges: new Map<string, PasskeyChallenge>(),
  passkeys: new Map<string, Passkey>(),
  practice: new Map<1, Practice>(),
  secondFactors: new Map<string, SecondFactor>(),
  sessions: new Map<string, Session>(),
  /** By list and index. */
  statuses: new Map<string, StatusPlace & { readonly isRevoked: boolean }>(),
  tasks: new Map<string, Task>(),
  throttles: new Map<string, { readonly attempts: Attempts; readonly of: string | undefined }>(),
});

export type MemoryTables = ReturnType<typeof emptyTables>;

/** Nothing here is encrypted. */
export const NOTHING_SEALED = { last: undefined, sealed: 0 };

/** An account that was erased has no address. */
export const isErased = ({ accounts }: MemoryTables, id: string): boolean => accounts.get(id)?.account.email === '';

export const link = (one: string, other: string): string => `${one} ${other}`;

export const all = <Entry>(table: ReadonlyMap<unknown, Entry>, belongs: (entry: Entry) => boolean): Entry[] =>
  [...table.values()].filter(belongs);

export const where = <Entry>(table: ReadonlyMap<unknown, Entry>, values: Partial<Entry>): Entry[] => {
  const wanted = Object.entries(values) as [keyof Entry, unknown][];
  return all(table, (entry) => wanted.every(([name, value]) => entry[name] === value));
};

/**
 * The entries that follow `after`, in the order of their ids or in the opposite one. Ids are ASCII, so `<` is their
 * order everywhere.
 */
export const page = <Id extends string, Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<Id>,
  newestFirst?: true,
): Entry[] => {
  const precedes = (one: Id, other: Id): boolean => (newestFirst ? one > other : one < other);
  return entries
    .filter(({ id }) => after === undefined || precedes(after, id))
    .sort((one, other) => (precedes(one.id, other.id) ? -1 : 1))
    .slice(0, size);
};

/** The entries that follow `after`, or from the start if it is not among them. */
export const following = <Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  { after, size }: PageRequest<string>,
): Entry[] => {
  const start = entries.findIndex(({ id }) => id === after) + 1;
  return entries.slice(start, start + size);
};

type Named = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of a child. */
  readonly birthDate?: string | undefined;
};

const wordsOf = (one: Named): readonly string[] =>
  'birthDate' in one ? wordsOfPatient({ ...one, birthDate: one.birthDate }) : indexWords(one.firstName, one.lastName);

/** D-31: without a search, everybody is found. */
export const isFoundBy =
  (wanted: NameSearch | undefined) =>
  (one: Named): boolean =>
    wanted === undefined || fitsWords(wanted, wordsOf(one));

/** D-31. */
export const search = <Entry extends Named>(
  entries: readonly Entry[],
  wanted: NameSearch,
  request: PageRequest<string>,
): Entry[] => {
  const key = (one: Named) => foundByWord(wanted, wordsOf(one)) ?? '';
  const found = entries
    .filter(isFoundBy(wanted))
    .sort((one, other) => compareCodePoints(key(one), key(other)) || (one.id < other.id ? -1 : 1));
  return following(found, request);
};

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
