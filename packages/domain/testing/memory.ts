import { Fault } from '../src/errors.ts';
import { type AuditRecord, type SealedEntry, sealedBeginning } from '../src/model/audit.ts';
import type { ChildId, Instant } from '../src/model/values.ts';
import type { FieldCipher, Keyring, WrappedKey } from '../src/ports/security.ts';
import type { Storage } from '../src/ports/storage.ts';
import type { Database, Tables } from '../src/ports/tables.ts';
import { sealedStorage } from '../src/sealed-storage.ts';
import { emptyTables, type MemoryTables } from './memory-maps.ts';
import { entityTables } from './memory-tables.ts';

const FIRST_KEY: WrappedKey = { id: 'first', purpose: 'seal', wrapped: '' };

const BEGINNING = () => 0 as Instant;

/** The reference implementation of the port: nothing survives a restart, and nothing is secret. */
export const createMemoryStorage = (maps = emptyTables(), { parallel = false, now = BEGINNING } = {}): Storage => {
  const database = { ...memoryDatabase(maps), parallel };
  const cipher = plainCipher([FIRST_KEY]);
  maps.keys.set(FIRST_KEY.id, FIRST_KEY);
  maps.auditEnd.set(1, sealedBeginning(cipher.fingerprint));
  const { read, write, sequence } = sealedStorage(database, { keyring: plainKeyring('next', now), count: 1, cipher });
  const nothing = async () => undefined;
  return { read, write, sequence, scrub: nothing, ready: nothing, close: database.idle };
};

/**
 * Tables in maps. A transaction runs on a copy of all maps, which replaces them at its commit; `persist` is given the
 * copy before that. One transaction waits for the other; `idle` waits for all that have begun.
 */
export const memoryDatabase = (
  maps: MemoryTables,
  persist: (maps: MemoryTables) => Promise<void> = async () => undefined,
): Database & { readonly idle: () => Promise<void> } => {
  let last: Promise<unknown> = Promise.resolve();
  const run: Database['transaction'] = async (work) => {
    const copies = Object.entries(maps).map(([name, map]) => [name, new Map<unknown, unknown>(map)]);
    const draft: MemoryTables = Object.fromEntries(copies);
    const result = await work(tablesOver(draft));
    if (!result.ok) return result;
    await persist(draft);
    Object.assign(maps, draft);
    return result;
  };
  return {
    id: async () => 'memory',
    tables: tablesOver(maps),
    transaction: (work) => {
      const result = last.then(() => run(work));
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => void (await last),
  };
};

const tablesOver = (maps: MemoryTables): Tables => ({
  ...entityTables(maps),
  audit: auditTable(maps),
  keys: keyTable(maps),
});

const keyTable = (maps: MemoryTables): Tables['keys'] => {
  const append = async (added: readonly WrappedKey[]) => {
    for (const key of added) maps.keys.set(key.id, key);
  };
  return {
    count: async () => [...maps.keys.values()].filter(({ purpose }) => purpose !== 'sign').length,
    all: async () => [...maps.keys.values()],
    append,
    remove: async (id) => void (maps.keys.get(id)?.purpose === 'sign' && maps.keys.delete(id)),
    begin: async (first) => (maps.keys.size === 0 ? append(first) : undefined),
  };
};

const auditTable = (maps: MemoryTables): Tables['audit'] => ({
  records: async ({ by, child, from, until }, { after, size }) => {
    const isAbout = child && aboutChild(maps, child);
    const wanted = (entry: SealedEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (isAbout === undefined || isAbout(entry)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return [...maps.audit.values()].filter(wanted).slice(0, size);
  },
  aboutChild: async (child, { after, size }) => {
    const isAbout = aboutChild(maps, child);
    const about = [...maps.audit.values()].filter((entry) => entry.outcome === 'OK' && isAbout(entry));
    const end = after === undefined ? about.length : about.findIndex(({ id }) => id === after);
    return about.slice(0, Math.max(0, end)).reverse().slice(0, size);
  },
  end: async () => ({ end: maps.auditEnd.get(1), last: [...maps.audit.keys()].at(-1) ?? 0 }),
  begin: async (end) => void (maps.auditEnd.has(1) || maps.auditEnd.set(1, end)),
  append: async (entries, end, { lists = [], sources = [] } = {}) => {
    for (const entry of entries) maps.audit.set(entry.place, entry);
    for (const list of lists) maps.auditLists.set(list.id, list);
    for (const source of sources) maps.auditSources.set(source.id, source);
    maps.auditEnd.set(1, end);
  },
  lists: async (ids) => ids.flatMap((id) => maps.auditLists.get(id) ?? []),
  addPending: async (records) => {
    for (const record of records) maps.auditPending.set(record.id, record);
  },
  hasPending: async () => maps.auditPending.size > 0,
  takePending: async (size) => {
    const taken = [...maps.auditPending.values()].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, size);
    for (const { id } of taken) maps.auditPending.delete(id);
    return taken;
  },
  sources: async (ids) => ids.flatMap((id) => maps.auditSources.get(id) ?? []),
  sweepSources: async (olderThan, atMost) => {
    const old = [...maps.auditSources.values()].filter(({ at }) => at < olderThan);
    for (const { id } of old.slice(0, atMost)) maps.auditSources.delete(id);
  },
});

/** Records that name the child or one that was merged into it, alone or in a list. */
const aboutChild = ({ auditLists, mergedChildren }: MemoryTables, of: ChildId): ((entry: SealedEntry) => boolean) => {
  const children = [of, ...[...mergedChildren].filter(([, { childId }]) => childId === of).map(([id]) => id)];
  const lists = [...auditLists.values()].filter((list) => children.some((child) => list.children.includes(child)));
  const named = new Set<AuditRecord['child']>([...children, ...lists.map(({ id }) => id)]);
  return ({ child }) => child !== undefined && named.has(child);
};

/** Hides nothing. Two keyrings of different names make different keys, by the clock that is given. */
export const plainKeyring = (name: string, now = BEGINNING): Keyring => {
  let made = 0;
  const createNext: Keyring['createNext'] = async (purpose) => {
    made += 1;
    return { id: `${name}${made}`, purpose, wrapped: String(now()) };
  };
  return {
    boundTo: () => plainKeyring(name, now),
    create: async () => [await createNext('seal')],
    createNext,
    unwrapSigning: async ({ id, wrapped }) => ({
      id,
      createdAt: Number(wrapped) as Instant,
      secret: new Uint8Array(32),
    }),
    unlock: async (keys) => plainCipher(keys),
  };
};

const plainCipher = (keys: readonly WrappedKey[]): FieldCipher => ({
  seal: (plaintext, context) => [keys.at(-1)?.id, context, plaintext].join('|'),
  open: (sealed, context) => {
    const start = keys.map(({ id }) => `${id}|${context}|`).find((known) => sealed.startsWith(known));
    if (start === undefined) throw new Fault('It does not open.');
    return sealed.slice(start.length);
  },
  keyOf: (sealed) => {
    const nth = keys.findIndex(({ id }) => sealed.startsWith(`${id}|`));
    if (nth < 0) return 'unknown';
    return nth === keys.length - 1 ? 'current' : 'former';
  },
  /** Not a keyed hash, as there is no key. It shows changes made by anybody who does not compute it again. */
  fingerprint: (text, context) => {
    let sum = 0;
    for (const character of `${context}:${text}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 47;
    return `#${sum.toString(36)}`;
  },
});
