import { emptyTables, type MemoryTables, tablesOver } from './memory-tables.ts';
import { sealedBeginning } from './model/audit.ts';
import type { FieldCipher, Keyring, WrappedKey } from './ports/security.ts';
import type { Storage } from './ports/storage.ts';
import type { Database } from './ports/tables.ts';
import { keysOf, sealedStorage } from './sealed-storage.ts';

/**
 * The reference implementation of the port: nothing survives a restart, and nothing is secret. `maps` holds what it holds,
 * for tests that look at it or change it.
 */
export const createMemoryStorage = (maps = emptyTables()): Storage => {
  const database = memoryDatabase(maps);
  const cipher = checksumCipher([FIRST_KEY]);
  maps.keys.set(FIRST_KEY.id, FIRST_KEY);
  maps.auditEnd.set(1, sealedBeginning(cipher.fingerprint));
  const { read, write } = sealedStorage(database, keysOf(checksumKeyring(), { count: 1, cipher }));
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
