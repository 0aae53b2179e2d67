import { type AuditRecord, checkpointAt, extendTrail, sealedBeginning, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type { AuditStore, ChildStore, Reads, RetryStore, Storage, Stores, ThrottleStore } from './ports/storage.ts';
import type { AuditTable, ChildTable, Database, KeyTable, RetryTable, Tables } from './ports/tables.ts';
import type { Result } from './result.ts';

/** The units of work of one transaction. */
export type UnitsOfWork = {
  readonly run: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  /** Before the commit: appends the audit records of the units that succeeded. */
  readonly finish: () => Promise<void>;
};

/** What the tables of a database make of the port `Storage`. */
export type SealedStorage = {
  readonly read: Reads;
  /** One unit of work in a transaction of its own. */
  readonly write: Storage['write'];
  /** For an adapter that runs several units in one transaction: begin, run each, finish, commit. */
  readonly begin: (tables: Tables) => Promise<UnitsOfWork>;
};

/** The keys of one store as this process knows them: other processes may have added some since. */
export type Keys = { readonly keyring: Keyring; count: number; cipher: FieldCipher };

const unlock = async (keyring: Keyring, table: KeyTable): Promise<Keys> => {
  const stored = await table.all();
  return { keyring, count: stored.length, cipher: await keyring.unlock(stored) };
};

const reload = async (keys: Keys, table: KeyTable) => Object.assign(keys, await unlock(keys.keyring, table));

/**
 * Encrypts numbers, fingerprints keys and seals the audit trail over the tables of a database. The first process to open a
 * new store makes its keys and the beginning of its trail.
 */
export const openSealedStorage = async (database: Database, keyring: Keyring): Promise<SealedStorage> => {
  const { tables, transaction } = database;
  if ((await tables.keys.count()) === 0) {
    const created = await keyring.create();
    await transaction(async ({ keys }) => {
      if ((await keys.count()) === 0) await keys.append(created);
      return { result: undefined, commit: true };
    });
  }
  const keys = await unlock(keyring, tables.keys);
  if (!(await tables.audit.end()).end) {
    await transaction(async (inside) => {
      await beginTrail(inside, keys.cipher);
      return { result: undefined, commit: true };
    });
  }
  return sealedStorage(database, keys);
};

/** A store without an end of its trail, and yet with an account or a record, has lost the end: it gets no new one. */
const beginTrail = async ({ accounts, audit }: Tables, { fingerprint }: FieldCipher): Promise<void> => {
  const { end, last } = await audit.end();
  if (!end && last === 0 && !(await accounts.any())) await audit.append([], sealedBeginning(fingerprint));
};

export const sealedStorage = ({ tables, transaction }: Database, keys: Keys): SealedStorage => {
  // Made once for tables that serve many transactions.
  const known = new WeakMap<Tables, StoresToRead>();
  const begin = async (inside: Tables): Promise<UnitsOfWork> => {
    if ((await inside.keys.count()) !== keys.count) await reload(keys, inside.keys);
    const stores = known.get(inside) ?? storesOver(inside, keys);
    known.set(inside, stores);
    const recorded: AuditRecord[] = [];
    return {
      run: async (work) => {
        const own: AuditRecord[] = [];
        const append: AuditStore['append'] = async (record) => void own.push(record);
        const result = await work({ ...stores, audit: { ...stores.audit, append } });
        if (result.ok) recorded.push(...own);
        return result;
      },
      finish: async () => {
        if (recorded.length === 0) return;
        const { entries, end } = extendTrail(keys.cipher.fingerprint, await inside.audit.end(), recorded);
        await inside.audit.append(entries, end);
      },
    };
  };
  return {
    read: storesOver(tables, keys),
    begin,
    write: (work) =>
      transaction(async (inside) => {
        const units = await begin(inside);
        const result = await units.run(work);
        if (result.ok) await units.finish();
        return { result, commit: result.ok };
      }),
  };
};

/** Every store, but with an audit trail that is only read: each unit of work appends in its own way. */
type StoresToRead = Omit<Stores, 'audit'> & { readonly audit: Reads['audit'] };

const storesOver = ({ keys: keyTable, ...tables }: Tables, keys: Keys): StoresToRead => ({
  ...tables,
  audit: auditReads(tables.audit, keys),
  children: sealedChildren(tables.children, () => reload(keys, keyTable), keys),
  dataKeys: { rotate: async () => keyTable.append([await keys.keyring.createNext()]) },
  retries: sealedRetries(tables.retries, keys),
  throttles: sealedThrottles(tables.throttles, keys),
});

/** D-14: a sealed number opens for its own child only. */
const sealedFor = (childId: string): string => `Child:${childId}:socSecNum`;

const sealedChildren = (table: ChildTable, reloadKeys: () => Promise<unknown>, keys: Keys): ChildStore => ({
  ...table,
  record: async (id) => {
    const stored = await table.find(id);
    if (!stored) return undefined;
    const { encryptedNumber, numberFingerprint: _, ...child } = stored;
    if (encryptedNumber === undefined) return { ...child, socSecNum: undefined };
    // Another process may have sealed it since, under a key of its own making.
    if (keys.cipher.keyOf(encryptedNumber) === 'unknown') await reloadKeys();
    return { ...child, socSecNum: keys.cipher.open(encryptedNumber, sealedFor(id)) as SocSecNum };
  },
  insert: ({ socSecNum, ...child }) => {
    if (socSecNum === undefined) {
      return table.insert({ ...child, encryptedNumber: undefined, numberFingerprint: undefined });
    }
    const { seal, fingerprint } = keys.cipher;
    return table.insert({
      ...child,
      encryptedNumber: seal(socSecNum, sealedFor(child.id)),
      // Numbers are compared among one parent's children, so two parents' fingerprints of one number differ.
      numberFingerprint: fingerprint(comparableSocSecNum(socSecNum), `Child:parent:${child.parentId}:socSecNum`),
    });
  },
  reencrypt: async (request) => {
    const children = await table.encryptedNumbers(request);
    const { keyOf, open, seal } = keys.cipher;
    let sealed = 0;
    for (const { id, encryptedNumber } of children) {
      if (encryptedNumber === undefined || keyOf(encryptedNumber) === 'current') continue;
      await table.setEncryptedNumber(id, seal(open(encryptedNumber, sealedFor(id)), sealedFor(id)));
      sealed += 1;
    }
    return { last: children.at(-1)?.id, sealed };
  },
});

const sealedRetries = (table: RetryTable, keys: Keys): RetryStore => {
  const hidden = (key: string, request: string) => {
    const { fingerprint } = keys.cipher;
    return {
      key: fingerprint(key, 'KeptOutcome:key'),
      request: fingerprint(request, `KeptOutcome:request:${key}`),
    };
  };
  return {
    ...table,
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted.key, wanted.request);
      const kept = await table.find(key, since);
      return kept && (kept.request === request ? { outcome: kept.outcome } : 'other request');
    },
    save: ({ key, request, outcome, at }) => table.save({ ...hidden(key, request), outcome, at }),
  };
};

const sealedThrottles = (table: ThrottleStore, keys: Keys): ThrottleStore => {
  const hidden = (key: string): string => keys.cipher.fingerprint(key, 'Throttled:key');
  return {
    ...table,
    find: async (key) => table.find(hidden(key)),
    save: async (key, attempts) => table.save(hidden(key), attempts),
    remove: async (key) => table.remove(hidden(key)),
  };
};

const auditReads = (table: AuditTable, keys: Keys): Reads['audit'] => {
  const end = async () => (await table.end()).end;
  return {
    records: table.records,
    checkpoint: async () => checkpointAt(keys.cipher.fingerprint, await end()),
    verify: (verification) =>
      verifyTrail({ fingerprint: keys.cipher.fingerprint, page: table.page, end }, verification),
  };
};
