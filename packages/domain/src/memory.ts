import { emptyTables, type MemoryTables, tablesOver } from './memory-tables.ts';
import { sealedBeginning } from './model/audit.ts';
import type { FieldCipher, Keyring, WrappedKey } from './ports/security.ts';
import type { Storage } from './ports/storage.ts';
import type { Database } from './ports/tables.ts';
import { sealedStorage } from './sealed-storage.ts';

/**
 * The reference implementation of the port: nothing survives a restart, and nothing is secret. `maps` is what it holds,
 * for tests that look at it or change it.
 */
export const createMemoryStorage = (maps = emptyTables()): Storage => {
  const database = memoryDatabase(maps);
  const cipher = checksumCipher([keyOf(1)]);
  maps.keys.set(keyOf(1).id, keyOf(1));
  maps.auditEnd.set(1, sealedBeginning(cipher.fingerprint));
  const { read, write } = sealedStorage(database, { keyring: checksumKeyring(), count: 1, cipher });
  return { read, write, scrub: async () => undefined, ready: async () => undefined, close: database.idle };
};

type MemoryDatabase = Database & {
  /** Resolves once the transactions that have begun have ended. */
  readonly idle: () => Promise<void>;
};

/**
 * Tables in maps. A transaction runs on a copy of all maps, which replaces them at its commit; `persist` is given the copy
 * before that. One transaction waits for the other.
 */
export const memoryDatabase = (
  maps: MemoryTables,
  persist: (maps: MemoryTables) => Promise<void> = async () => undefined,
): MemoryDatabase => {
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
    tables: tablesOver(maps),
    transaction: (work) => {
      const result = last.then(() => run(work));
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => void (await last),
  };
};

const keyOf = (count: number): WrappedKey => ({ id: String(count), purpose: 'seal', wrapped: '' });

/** Names the keys and hides nothing. */
const checksumKeyring = (): Keyring => {
  let made = 1;
  return {
    create: async () => [keyOf(1)],
    createNext: async () => {
      made += 1;
      return keyOf(made);
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
