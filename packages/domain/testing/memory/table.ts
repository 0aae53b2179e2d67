import type { Account, AccountCode, Credentials, Invitation, Session } from '../../src/model/account.ts';
import type { ChildList, PendingRecord, SealedEnd, SealedEntry, SealedSource } from '../../src/model/audit.ts';
import type { Case, CaseEvent, Certification, Task } from '../../src/model/case.ts';
import type { Certificate, StatusPlace } from '../../src/model/certificate.ts';
import type { Child, JoinCode } from '../../src/model/child.ts';
import type { Cover } from '../../src/model/cover.ts';
import type { Draft } from '../../src/model/draft.ts';
import type { Counted } from '../../src/model/figures.ts';
import type { KeptOutcome } from '../../src/model/idempotency.ts';
import type { Import, ImportRow } from '../../src/model/import.ts';
import type { LoginProof } from '../../src/model/login-proof.ts';
import type { WaitingMail } from '../../src/model/mail.ts';
import type { Note } from '../../src/model/note.ts';
import type { NoticeChoice } from '../../src/model/notice.ts';
import type { PageRequest } from '../../src/model/pages.ts';
import type { Passkey, PasskeyChallenge } from '../../src/model/passkey.ts';
import type { Phrase } from '../../src/model/phrase.ts';
import type { Practice, SetupCode } from '../../src/model/practice.ts';
import type { SecondFactor } from '../../src/model/second-factor.ts';
import type { Help, StaffInvitation } from '../../src/model/staff.ts';
import type { Attempts, KnownNetwork } from '../../src/model/throttle.ts';
import type { AccountId, CaseId, ChildId, Instant, NoteId } from '../../src/model/values.ts';
import type { WrappedKey } from '../../src/ports/security.ts';

/** Of an account. One that was erased has no address. */
export type AccountEntry = Account & Omit<Credentials, 'account'>;

/** The values that an entry must have, or a condition. */
type Wanted<Entry> = { readonly [Name in keyof Entry]?: Entry[Name] | undefined } | ((entry: Entry) => boolean);

const fitting = <Entry>(wanted: Wanted<Entry>): ((entry: Entry) => boolean) => {
  if (typeof wanted === 'function') return wanted;
  const values = Object.entries(wanted) as [keyof Entry, unknown][];
  return (entry) => values.every(([name, value]) => entry[name] === value);
};

/** Entries by the values that they have under some names. */
class Table<Entry extends object> extends Map<string, Entry> {
  readonly #names: readonly (keyof Entry)[];
  constructor(...names: readonly (keyof Entry)[]) {
    super();
    this.#names = names;
  }
  readonly #joined = (key: readonly unknown[]) => key.slice(0, this.#names.length).join(' ');
  readonly keyOf = (entry: Entry) => this.#names.map((name) => entry[name]).join(' ');
  readonly find = (...key: readonly unknown[]) => this.get(this.#joined(key));
  /** The only one that can fit, if the key is wanted: to look at all for each of as many takes too long. */
  readonly #near = (wanted: Wanted<Entry>): readonly Entry[] => {
    if (typeof wanted === 'function' || !this.#names.every((name) => name in wanted)) return [...this.values()];
    const found = this.get(this.#names.map((name) => wanted[name]).join(' '));
    return found ? [found] : [];
  };
  readonly all = (wanted: Wanted<Entry> = {}) => this.#near(wanted).filter(fitting(wanted));
  readonly any = (wanted: Wanted<Entry>) => this.#near(wanted).some(fitting(wanted));
  readonly page = <Id extends string>(wanted: Wanted<Entry>, request: PageRequest<Id>): Entry[] =>
    page(this.all(wanted) as (Entry & { readonly id: Id })[], request);
  readonly put = (entry: Entry) => void this.set(this.keyOf(entry), entry);
  /** Unless it is not there. */
  readonly save = (entry: Entry) => void (this.has(this.keyOf(entry)) && this.put(entry));
  /** False if the key is taken. */
  readonly insert = (entry: Entry) => !this.has(this.keyOf(entry)) && this.set(this.keyOf(entry), entry).size > 0;
  /** In place of whatever has the same values under these names. */
  readonly replace = (entry: Entry, ...names: readonly (keyof Entry)[]) => {
    this.remove((other) => names.every((name) => other[name] === entry[name]));
    this.put(entry);
  };
  readonly change = (wanted: Wanted<Entry>, changed: Partial<Entry>) => {
    for (const entry of this.all(wanted)) this.put({ ...entry, ...changed });
  };
  /** Returns how many. */
  readonly remove = (wanted: Wanted<Entry>, atMost?: number): number => {
    const going = this.all(wanted).slice(0, atMost);
    for (const entry of going) this.delete(this.keyOf(entry));
    return going.length;
  };
  readonly take = (key: string) => {
    const found = this.find(key);
    this.drop(key);
    return found;
  };
  readonly drop = (...key: readonly unknown[]) => void this.delete(this.#joined(key));
  readonly sweep = (moment: keyof Entry) => (before: Instant, atMost: number) =>
    this.remove((entry) => Number(entry[moment]) < before, atMost);
}

/** Leaves the latest few entries of an account. */
export const leaveLatest = <Entry extends { readonly accountId: AccountId; readonly at: Instant }>(
  table: Table<Entry>,
  most: number,
  of: AccountId,
): void => {
  const own = table.all(({ accountId }) => accountId === of).sort((one, other) => other.at - one.at);
  const earliest = own[most - 1]?.at ?? 0;
  table.remove(({ accountId, at }) => accountId === of && at < earliest);
};

/** All that the memory store holds. Entries are replaced, never changed. */
export const emptyTables = () => ({
  accountCodes: new Table<AccountCode>('digest'),
  accounts: new Table<AccountEntry>('id'),
  assistants: new Table<{ readonly doctorId: AccountId; readonly assistantId: AccountId }>('doctorId', 'assistantId'),
  /** By place. */
  audit: new Map<number, SealedEntry>(),
  auditLists: new Map<string, ChildList>(),
  auditEnd: new Map<1, SealedEnd>(),
  auditPending: new Map<string, PendingRecord>(),
  auditSources: new Map<string, SealedSource>(),
  cases: new Table<Case>('id'),
  certificates: new Table<Certificate>('id'),
  certifications: new Table<Certification>('id'),
  children: new Table<Child>('id'),
  covers: new Table<Cover>('id'),
  /** What events of cases count as. */
  counted: new Table<Counted & Pick<CaseEvent, 'id' | 'caseId' | 'action' | 'at'>>('id'),
  drafts: new Table<Draft>('accountId', 'id'),
  helps: new Table<Help>('accountId'),
  history: new Table<CaseEvent>('id'),
  importRows: new Table<ImportRow>('id'),
  imports: new Table<Import>('id'),
  invitations: new Table<Invitation>('digest'),
  joinCodes: new Table<JoinCode>('digest'),
  keys: new Table<WrappedKey>('id'),
  knownNetworks: new Table<KnownNetwork>('key'),
  keptOutcomes: new Table<KeptOutcome>('key'),
  loginProofs: new Table<LoginProof>('digest'),
  mails: new Table<WaitingMail>('id'),
  /** Where a child is now that was merged. */
  mergedChildren: new Table<{ readonly id: ChildId; readonly childId: ChildId }>('id'),
  notes: new Table<Note>('id'),
  noticeChoices: new Table<NoticeChoice & { readonly accountId: AccountId }>('accountId', 'topic'),
  notices: new Table<{ readonly accountId: AccountId; readonly kind: string }>('accountId', 'kind'),
  /** `place`: counted from 1 in the order of joining. Who added the child has 1. */
  parenthoods: new Table<{ readonly parentId: AccountId; readonly childId: ChildId; readonly place: number }>(
    'parentId',
    'childId',
  ),
  passkeyChallenges: new Table<PasskeyChallenge>('digest'),
  passkeys: new Table<Passkey>('id'),
  phrases: new Table<Phrase>('id'),
  practice: new Table<Practice>(),
  setupCodes: new Table<SetupCode>(),
  secondFactors: new Table<SecondFactor>('accountId'),
  sessions: new Table<Session>('digest'),
  staffInvitations: new Table<StaffInvitation>('email'),
  statuses: new Table<StatusPlace & { readonly isRevoked: boolean }>('list', 'index'),
  tasks: new Table<Task>('id'),
  tasksTold: new Table<Pick<Task, 'id' | 'caseId' | 'dueOn'>>('id'),
  unreadNotes: new Table<{ readonly accountId: AccountId; readonly caseId: CaseId; readonly noteId: NoteId }>(
    'accountId',
    'noteId',
  ),
  throttles: new Table<{ readonly key: string; readonly attempts: Attempts; readonly of: string | undefined }>('key'),
});

export type MemoryTables = ReturnType<typeof emptyTables>;

/** Whether both have the same entries in the same order. */
const isSame = (table: ReadonlyMap<unknown, unknown>, other: ReadonlyMap<unknown, unknown>): boolean => {
  if (table.size !== other.size) return false;
  const others = other.entries();
  for (const [key, entry] of table) {
    const { value: [otherKey, otherEntry] = [] } = others.next();
    if (key !== otherKey || entry !== otherEntry) return false;
  }
  return true;
};

/** Makes tables what others are. Most are, which is seen sooner than they are filled. */
export const fillTables = (
  tables: MemoryTables,
  others: Readonly<Record<string, ReadonlyMap<unknown, unknown>>>,
): MemoryTables => {
  for (const [name, table] of Object.entries<Map<unknown, unknown>>(tables)) {
    const other = others[name] ?? new Map();
    if (isSame(table, other)) continue;
    const entries = [...other];
    table.clear();
    for (const [key, entry] of entries) table.set(key, entry);
  }
  return tables;
};

/** Removes what refers to one of the ids under this name, wherever it is. */
export const removeReferring = (
  tables: MemoryTables,
  name: 'accountId' | 'caseId' | 'childId',
  ids: readonly string[],
): void => {
  const maps = Object.values(tables) as Map<unknown, { readonly [Name in typeof name]?: string }>[];
  for (const map of maps) {
    for (const [key, { [name]: id }] of map) if (id !== undefined && ids.includes(id)) map.delete(key);
  }
};

/** Nothing here is encrypted. */
export const NOTHING_REENCRYPTED = { last: undefined, encrypted: 0 };

/** Stores whose methods need not wait. */
export type Sync<All> = {
  readonly [Name in keyof All]: { readonly [Method in keyof All[Name]]: SyncMethod<All[Name][Method]> };
};
type SyncMethod<Method> = Method extends (...given: infer Given) => Promise<void>
  ? (...given: Given) => void
  : Method extends (...given: infer Given) => Promise<infer Found>
    ? (...given: Given) => Found | Promise<Found>
    : never;

/** Orders by the values under these names. Ids are ASCII, so `<` is their order everywhere. */
export const by =
  <Entry>(...names: readonly (keyof Entry)[]) =>
  (one: Entry, other: Entry): number => {
    const name = names.find((wanted) => one[wanted] !== other[wanted]);
    if (name === undefined) return 0;
    return one[name] < other[name] ? -1 : 1;
  };

/** The entries that follow `after`, in the order of their ids or in the opposite one. */
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
