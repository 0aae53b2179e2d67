import type { Account, Role } from '@health-case/domain/model/account';
import type { ChildList, PendingRecord, SealedEnd, SealedEntry, SealedSource } from '@health-case/domain/model/audit';
import type { OngoingCase } from '@health-case/domain/model/case';
import type { Storage, Stores } from '@health-case/domain/ports/storage';
import type { MemoryTables } from '@health-case/domain/testing/memory/table';
import { keep, keepAccount, keepCase, keepClosedTask } from './samples.ts';

/** A row as the store keeps it, with the store's own columns besides. */
export type Row = { readonly place: number; readonly seal: string; readonly [column: string]: unknown };
export type TrailRows = {
  readonly records: readonly Row[];
  readonly end: Row | undefined;
  /** Records without a place, and how many of each source have one. A change that names none leaves them. */
  readonly pending?: readonly Row[];
  readonly sources?: readonly Row[];
  /** Of the lists of children, as the store keeps them. */
  readonly lists?: readonly Row[];
};
export type Change = (stored: TrailRows) => TrailRows;

/** An empty store, and a way to change its audit trail past the port, as an attacker in the database could. */
export type Harness = {
  readonly storage: Storage;
  /** Resolves to the store over the changed trail, maybe opened anew. Pending records may be sequenced before. */
  readonly tamper: (change: Change, pending?: 'pending stay') => Promise<Storage>;
};

/** A text as the database has it. Entity and field are called as in the model. */
export type Cell = readonly [entity: string, id: string, field: string];

/** The database behind an empty store, as somebody sees it who has stolen it or may write to it. */
export type RawHarness = Harness & {
  /** Another process over the same database. */
  readonly another: () => Promise<Storage>;
  /** All that it holds. */
  readonly bytes: () => Promise<Buffer>;
  readonly stored: (cell: Cell) => Promise<unknown>;
  readonly replace: (cell: Cell, text: unknown) => Promise<void>;
  /** All fingerprints of numbers, throttles, known networks, and kept outcomes. */
  readonly fingerprints: () => Promise<readonly string[]>;
  /** Removes the trail and its end. */
  readonly wipeTrail: () => Promise<void>;
};

/** For stores over the reference implementation's tables. */
export const tamperWithTables = (tables: MemoryTables, change: Change): void => {
  const { audit, auditEnd, auditLists, auditPending, auditSources } = tables;
  const [pendingNow, sourcesNow] = [[...auditPending.values()], [...auditSources.values()]];
  const listsNow = [...auditLists.values()];
  const stored = {
    records: [...audit.values()],
    end: auditEnd.get(1),
    pending: pendingNow,
    sources: sourcesNow,
    lists: listsNow,
  };
  const {
    records,
    end,
    pending = [],
    sources = [],
    lists = [],
  } = { ...stored, ...change(stored as unknown as TrailRows) };
  audit.clear();
  for (const record of records) audit.set(record.place, record as unknown as SealedEntry);
  auditEnd.clear();
  if (end) auditEnd.set(1, end as unknown as SealedEnd);
  auditPending.clear();
  for (const record of pending) auditPending.set(record['id'] as string, record as unknown as PendingRecord);
  auditSources.clear();
  for (const source of sources) auditSources.set(source['id'] as string, source as unknown as SealedSource);
  auditLists.clear();
  for (const list of lists) auditLists.set(list['id'] as string, list as unknown as ChildList);
};

export const sceneOf = <Opened extends Harness>({ storage, ...harness }: Opened) => ({
  ...harness,
  storage,
  read: storage.read,
  keep: <T>(work: (stores: Stores) => Promise<T>) => keep(storage, work),
  keepAccount: (role: Role, facts?: Partial<Account>) => keepAccount(storage, role, facts),
  keepCase: () => keepCase(storage),
  keepClosedTask: (facts: OngoingCase) => keepClosedTask(storage, facts),
});

export type Scene = ReturnType<typeof sceneOf<Harness>>;
export type RawScene = ReturnType<typeof sceneOf<RawHarness>>;

export type Suite<Of = Scene> = (it: (title: string, test: (scene: Of) => Promise<void>) => void) => void;
