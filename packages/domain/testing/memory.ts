import { auditedStorage } from '../src/audited-storage.ts';
import { type AuditRecord, type Fingerprint, type SealedEntry, sealedBeginning } from '../src/model/audit.ts';
import type { ChildId, Instant } from '../src/model/values.ts';
import type { AuditTable, Database } from '../src/ports/database.ts';
import type { Storage } from '../src/ports/storage.ts';
import { ok } from '../src/result.ts';
import { type KeyMaker, storesOver } from './memory/stores.ts';
import { emptyTables, fillTables, type MemoryTables } from './memory/table.ts';

const BEGINNING = () => 0 as Instant;

/** A store that can come back to what it held; its audit trail goes on. */
export type MemoryStorage = Storage & { readonly keep: () => () => Promise<unknown> };

/** The reference implementation of the port: nothing survives a restart, and nothing is secret. */
export const createMemoryStorage = (
  tables = emptyTables(),
  { parallel = false, now = BEGINNING } = {},
): MemoryStorage => {
  const database = memoryDatabase(tables, plainKeyring(now));
  tables.auditEnd.set(1, sealedBeginning(plainFingerprint));
  const { read, write, sequence } = auditedStorage({ ...database, parallel }, plainFingerprint);
  const nothing = async () => undefined;
  const keep = () => {
    const kept = fillTables(emptyTables(), tables);
    return () => database.become(kept);
  };
  return { read, write, sequence, scrub: nothing, ready: nothing, close: database.idle, keep };
};

/**
 * Stores in tables. A transaction runs on a copy of them, which they become at its commit; `persist` is given the copy
 * before that. One transaction waits for the other; `idle` waits for all that have begun. By `become` they hold what others
 * do, but for the audit trail.
 */
export const memoryDatabase = (
  tables: MemoryTables,
  keyring: KeyMaker,
  persist: (draft: MemoryTables) => Promise<void> = async () => undefined,
) => {
  const connected = (on: MemoryTables) => ({ stores: storesOver(on, keyring), trail: auditTable(on) });
  let last: Promise<unknown> = Promise.resolve();
  const draft = emptyTables();
  const drafted = connected(draft);
  const run: Database['transaction'] = async (work) => {
    fillTables(draft, tables);
    const result = await work(drafted);
    if (!result.ok) return result;
    await persist(draft);
    fillTables(tables, draft);
    return result;
  };
  const transaction: Database['transaction'] = (work) => {
    const result = last.then(() => run(work));
    last = result.catch(() => undefined);
    return result;
  };
  const become = (others: MemoryTables) => {
    return transaction(async () => {
      const { audit, auditLists, auditEnd, auditPending, auditSources } = tables;
      return ok(void fillTables(draft, { ...others, audit, auditLists, auditEnd, auditPending, auditSources }));
    });
  };
  return { reader: connected(tables), transaction, become, idle: async () => void (await last) };
};

const auditTable = (tables: MemoryTables): AuditTable => ({
  records: async ({ by, child, from, until }, { after, size }) => {
    const isAbout = child && aboutChild(tables, child);
    const wanted = (entry: SealedEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (isAbout === undefined || isAbout(entry)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return [...tables.audit.values()].filter(wanted).slice(0, size);
  },
  aboutChild: async (child, { after, size }) => {
    const isAbout = aboutChild(tables, child);
    const about = [...tables.audit.values()].filter((entry) => entry.outcome === 'OK' && isAbout(entry));
    const before = about.filter(({ id }) => after === undefined || id < after);
    return before.sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, size);
  },
  end: async () => ({ end: tables.auditEnd.get(1), last: [...tables.audit.keys()].at(-1) ?? 0 }),
  begin: async (end) => void (tables.auditEnd.has(1) || tables.auditEnd.set(1, end)),
  append: async (entries, end, { lists = [], sources = [] } = {}) => {
    for (const entry of entries) tables.audit.set(entry.place, entry);
    for (const list of lists) tables.auditLists.set(list.id, list);
    for (const source of sources) tables.auditSources.set(source.id, source);
    tables.auditEnd.set(1, end);
  },
  lists: async (ids) => ids.flatMap((id) => tables.auditLists.get(id) ?? []),
  addPending: async (records) => {
    for (const record of records) tables.auditPending.set(record.id, record);
  },
  hasPending: async () => tables.auditPending.size > 0,
  takePending: async (size) => {
    const taken = [...tables.auditPending.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, size);
    for (const { id } of taken) tables.auditPending.delete(id);
    return taken;
  },
  sources: async (ids) => ids.flatMap((id) => tables.auditSources.get(id) ?? []),
  sweepSources: async (olderThan, atMost) => {
    const old = [...tables.auditSources.values()].filter(({ at }) => at < olderThan);
    for (const { id } of old.slice(0, atMost)) tables.auditSources.delete(id);
  },
});

/** Records that name the child or one that was merged into it, alone or in a list. */
const aboutChild = ({ auditLists, mergedChildren }: MemoryTables, of: ChildId): ((entry: SealedEntry) => boolean) => {
  const merged = [...mergedChildren.values()].filter(({ childId }) => childId === of);
  const children = [of, ...merged.map(({ id }) => id)];
  const lists = [...auditLists.values()].filter((list) => children.some((child) => list.children.includes(child)));
  const named = new Set<AuditRecord['child']>([...children, ...lists.map(({ id }) => id)]);
  return ({ child }) => child !== undefined && named.has(child);
};

/** Hides nothing. Its keys are of the moment that the clock shows. */
export const plainKeyring = (now: () => Instant = BEGINNING): KeyMaker => {
  let made = 0;
  return {
    createNext: async (purpose) => {
      made += 1;
      return { id: `next${made}`, purpose, wrapped: String(now()) };
    },
    unwrapSigning: async ({ id, wrapped }) => {
      return { id, createdAt: Number(wrapped) as Instant, secret: new Uint8Array(32).fill(7) };
    },
  };
};

/** Not a keyed hash, as there is no key. It shows changes made by anybody who does not compute it again. */
export const plainFingerprint: Fingerprint = (text, context) => {
  let sum = 0;
  for (const character of `${context}:${text}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 47;
  return `#${sum.toString(36)}`;
};
