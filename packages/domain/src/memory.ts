import { all, caseTables, childTable, emptyTables, type MemoryTables, peopleTables, sweep } from './memory-tables.ts';
import { type SealedEntry, sealedBeginning } from './model/audit.ts';
import type { FieldCipher, Keyring, WrappedKey } from './ports/security.ts';
import type { Storage } from './ports/storage.ts';
import type { AuditTable, Database, KeyTable, RetryTable, Tables } from './ports/tables.ts';
import { sealedStorage } from './sealed-storage.ts';

/**
 * The reference implementation of the port: nothing survives a restart, and nothing is secret. `maps` holds what it holds,
 * for tests that look at it or change it.
 */
export const createMemoryStorage = (maps = emptyTables()): Storage => {
  const database = memoryDatabase(maps);
  const cipher = checksumCipher([FIRST_KEY]);
  maps.keys.set(FIRST_KEY.id, FIRST_KEY);
  maps.auditEnd.set(1, sealedBeginning(cipher.fingerprint));
  const { read, write } = sealedStorage(database, { keyring: checksumKeyring(), count: 1, cipher });
  return {
    read,
    write,
    scrub: async () => undefined,
    ready: async () => undefined,
    close: () => database.transaction(async () => ({ result: undefined, commit: false })),
  };
};

/**
 * Tables in maps. A transaction runs on a copy of all maps, which replaces them at its commit; `persist` is given the copy
 * before that. One transaction waits for the other.
 */
export const memoryDatabase = (
  maps: MemoryTables,
  persist: (maps: MemoryTables) => Promise<void> = async () => undefined,
): Database => {
  let last: Promise<unknown> = Promise.resolve();
  const run: Database['transaction'] = async (work) => {
    const draft = Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, copyOf(map)])) as MemoryTables;
    const { result, commit } = await work(tablesOver(draft));
    if (!commit) return result;
    await persist(draft);
    for (const name of Object.keys(maps) as (keyof MemoryTables)[])
      replaceEntries(maps[name] as Map<unknown, unknown>, draft[name]);
    return result;
  };
  return {
    tables: tablesOver(maps),
    transaction: (work) => {
      const result = last.then(() => run(work));
      last = result.catch(() => undefined);
      return result;
    },
  };
};

const copyOf = (map: ReadonlyMap<unknown, unknown>) => new Map(map);

const replaceEntries = (map: Map<unknown, unknown>, other: ReadonlyMap<unknown, unknown>): void => {
  map.clear();
  for (const [key, entry] of other) map.set(key, entry);
};

const FIRST_KEY: WrappedKey = { id: '1', purpose: 'seal', wrapped: '' };

/** Names the key and hides nothing. */
const checksumKeyring = (): Keyring => {
  let made = Number(FIRST_KEY.id);
  return {
    create: async () => [FIRST_KEY],
    createNext: async () => {
      made += 1;
      return { ...FIRST_KEY, id: String(made) };
    },
    unlock: async (keys) => checksumCipher(keys),
  };
};

const checksumCipher = (keys: readonly WrappedKey[]): FieldCipher => ({
  seal: (plaintext) => `${keys.at(-1)?.id}.${plaintext}`,
  open: (sealed) => sealed.slice(sealed.indexOf('.') + 1),
  keyOf: (sealed) => {
    const nth = keys.findIndex(({ id }) => sealed.startsWith(`${id}.`));
    if (nth < 0) return 'unknown';
    return nth === keys.length - 1 ? 'current' : 'former';
  },
  /** Not a keyed hash, as there is no key. It shows changes made by anybody who does not compute it again. */
  fingerprint: (text, context) => {
    let sum = 0;
    for (const character of `${context}:${text}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 47;
    return sum.toString(36);
  },
});

/** Every table over the maps. */
const tablesOver = (maps: MemoryTables): Tables => ({
  ...peopleTables(maps),
  ...caseTables(maps),
  audit: auditTable(maps),
  children: childTable(maps),
  keys: keyTable(maps),
  retries: retryTable(maps),
  throttles: {
    find: async (key) => maps.throttles.get(key),
    save: async (key, attempts) => void maps.throttles.set(key, attempts),
    remove: async (key) => void maps.throttles.delete(key),
    sweep: async (before, atMost) => sweep(maps.throttles, ({ forgottenAt }) => forgottenAt < before, atMost),
  },
});

/** The child, its cases, and their tasks and certifications. */
const idsAround = (
  { cases, certifications, tasks }: MemoryTables,
  childId: string,
): ReadonlySet<string | undefined> => {
  const caseIds = new Set(all(cases, (found) => found.childId === childId).map(({ id }) => id));
  const parts = [...tasks.values(), ...certifications.values()].filter(({ caseId }) => caseIds.has(caseId));
  return new Set([childId, ...caseIds, ...parts.map(({ id }) => id)]);
};

const auditTable = (maps: MemoryTables): AuditTable => ({
  records: async ({ by, child, from, until }, { after, size }) => {
    const ids = child && idsAround(maps, child);
    const wanted = (entry: SealedEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (ids === undefined || entry.child === child || ids.has(entry.on)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return all(maps.audit, wanted)
      .slice(0, size)
      .map(({ seal: _, ...entry }) => entry);
  },
  page: async (after, size) => all(maps.audit, ({ place }) => place > after).slice(0, size),
  end: async () => ({ end: maps.auditEnd.get(1), last: [...maps.audit.keys()].at(-1) ?? 0 }),
  append: async (entries, end) => {
    for (const entry of entries) maps.audit.set(entry.place, entry);
    maps.auditEnd.set(1, end);
  },
});

const keyTable = ({ keys }: MemoryTables): KeyTable => ({
  count: async () => keys.size,
  all: async () => [...keys.values()],
  append: async (added) => {
    for (const key of added) keys.set(key.id, key);
  },
});

const retryTable = ({ retries }: MemoryTables): RetryTable => ({
  find: async (key, since) => {
    const kept = retries.get(key);
    return kept && kept.at >= since ? kept : undefined;
  },
  save: async (kept) => void retries.set(kept.key, kept),
  sweep: async (before, atMost) => sweep(retries, ({ at }) => at < before, atMost),
});
