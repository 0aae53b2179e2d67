import { type AuditRecord, checkpointAt, extendTrail, sealedBeginning, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type {
  AuditReads,
  AuditStore,
  ChildStore,
  Reads,
  RetryStore,
  Storage,
  Stores,
  ThrottleStore,
} from './ports/storage.ts';
import type { AuditTable, Database, KeyTable, RetryTable, Tables } from './ports/tables.ts';
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

/** The keys of one store as this process knows them. */
export type Keys = {
  readonly cipher: () => FieldCipher;
  /** Unlocks the keys that other processes have added. */
  readonly refresh: (table: KeyTable) => Promise<void>;
  readonly rotate: (table: KeyTable) => Promise<void>;
};

type Unlocked = { readonly count: number; readonly cipher: FieldCipher };

export const keysOf = (keyring: Keyring, unlocked: Unlocked): Keys => {
  let known = unlocked;
  return {
    cipher: () => known.cipher,
    refresh: async (table) => {
      if ((await table.count()) !== known.count) known = await unlock(keyring, table);
    },
    rotate: async (table) => table.append([await keyring.createNext()]),
  };
};

const unlock = async (keyring: Keyring, table: KeyTable): Promise<Unlocked> => {
  const stored = await table.all();
  return { count: stored.length, cipher: await keyring.unlock(stored) };
};

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
  const keys = keysOf(keyring, await unlock(keyring, tables.keys));
  if (!(await tables.audit.end()).end) {
    await transaction(async (inside) => {
      await beginTrail(inside, keys.cipher());
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
  const storesOf = (inside: Tables): StoresToRead => {
    const stores = known.get(inside) ?? storesOver(inside, keys);
    known.set(inside, stores);
    return stores;
  };
  const begin = async (inside: Tables): Promise<UnitsOfWork> => {
    await keys.refresh(inside.keys);
    const recorded: AuditRecord[] = [];
    const stores = storesOf(inside);
    return {
      run: async (work) => {
        const own: AuditRecord[] = [];
        const append: AuditStore['append'] = async (record) => void own.push(record);
        const result = await work({ ...stores, audit: { ...stores.audit, append } });
        if (result.ok) recorded.push(...own);
        return result;
      },
      finish: () => extend(inside.audit, keys.cipher(), recorded),
    };
  };
  return {
    read: storesOf(tables),
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
type StoresToRead = Omit<Stores, 'audit'> & { readonly audit: AuditReads };

const storesOver = (tables: Tables, keys: Keys): StoresToRead => {
  const { accounts, assistants, cases, certifications, history, invitations, sessions, tasks } = tables;
  return {
    accounts,
    assistants,
    audit: auditReads(tables.audit, keys),
    cases,
    certifications,
    children: sealedChildren(tables, keys),
    dataKeys: { rotate: () => keys.rotate(tables.keys) },
    history,
    invitations,
    retries: sealedRetries(tables.retries, keys),
    sessions,
    tasks,
    throttles: sealedThrottles(tables.throttles, keys),
  };
};

/** D-14: a sealed number opens for its own child only. */
const sealedFor = (childId: string): string => `Child:${childId}:socSecNum`;
/** D-14: numbers are compared among one parent's children, so two parents' fingerprints of one number differ. */
const comparedFor = (parentId: string): string => `Child:parent:${parentId}:socSecNum`;

const sealedChildren = ({ children: table, keys: keyTable }: Tables, keys: Keys): ChildStore => ({
  parentOf: table.parentOf,
  ofParent: table.ofParent,
  ofDoctor: table.ofDoctor,
  ofDoctorAndParent: table.ofDoctorAndParent,
  isOfDoctor: table.isOfDoctor,
  erase: table.erase,
  record: async (id) => {
    const stored = await table.find(id);
    if (!stored) return undefined;
    const { encryptedNumber, numberFingerprint: _, ...child } = stored;
    if (encryptedNumber === undefined) return { ...child, socSecNum: undefined };
    // Another process may have sealed it since, under a key of its own making.
    if (keys.cipher().keyOf(encryptedNumber) === 'unknown') await keys.refresh(keyTable);
    return { ...child, socSecNum: keys.cipher().open(encryptedNumber, sealedFor(id)) as SocSecNum };
  },
  insert: ({ socSecNum, ...child }) => {
    if (socSecNum === undefined) {
      return table.insert({ ...child, encryptedNumber: undefined, numberFingerprint: undefined });
    }
    const { seal, fingerprint } = keys.cipher();
    return table.insert({
      ...child,
      encryptedNumber: seal(socSecNum, sealedFor(child.id)),
      numberFingerprint: fingerprint(comparableSocSecNum(socSecNum), comparedFor(child.parentId)),
    });
  },
  reencrypt: async (request) => {
    const children = await table.encryptedNumbers(request);
    const { keyOf, open, seal } = keys.cipher();
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
    const { fingerprint } = keys.cipher();
    return {
      key: fingerprint(key, 'KeptOutcome:key'),
      request: fingerprint(request, `KeptOutcome:request:${key}`),
    };
  };
  return {
    find: async (wanted, since) => {
      const { key, request } = hidden(wanted.key, wanted.request);
      const kept = await table.find(key, since);
      return kept && (kept.request === request ? { outcome: kept.outcome } : 'other request');
    },
    save: ({ key, request, outcome, at }) => table.save({ ...hidden(key, request), outcome, at }),
    sweep: table.sweep,
  };
};

const sealedThrottles = (table: ThrottleStore, keys: Keys): ThrottleStore => {
  const hidden = (key: string): string => keys.cipher().fingerprint(key, 'Throttled:key');
  return {
    find: async (key) => table.find(hidden(key)),
    save: async (key, attempts) => table.save(hidden(key), attempts),
    remove: async (key) => table.remove(hidden(key)),
    sweep: table.sweep,
  };
};

const auditReads = (table: AuditTable, keys: Keys): AuditReads => {
  const end = async () => (await table.end()).end;
  return {
    records: table.records,
    checkpoint: async () => checkpointAt(keys.cipher().fingerprint, await end()),
    verify: (verification) =>
      verifyTrail({ fingerprint: keys.cipher().fingerprint, page: table.page, end }, verification),
  };
};

const extend = async (table: AuditTable, { fingerprint }: FieldCipher, records: readonly AuditRecord[]) => {
  if (records.length === 0) return;
  const { entries, end } = extendTrail(fingerprint, await table.end(), records);
  await table.append(entries, end);
};
