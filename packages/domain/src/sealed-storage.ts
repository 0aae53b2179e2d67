import type { AuditRecord, Fingerprint } from './model/audit.ts';
import { checkpointAt, extendTrail, sealedBeginning, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { KeptRequest } from './model/idempotency.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import type { Database, Tables } from './ports/tables.ts';
import { ok, type Result } from './result.ts';

/** The units of work of one transaction. */
type UnitsOfWork = {
  readonly run: <T, R>(work: (stores: Stores) => Promise<Result<T, R>>) => Promise<Result<T, R>>;
  /** Before the commit: appends the audit records of the units that succeeded. */
  readonly finish: () => Promise<void>;
};

/** What the tables of a database make of the port `Storage`. */
export type SealedStorage = Pick<Storage, 'read' | 'write'> & {
  /** For an adapter that runs several units in one transaction: begin, run each, finish, commit. */
  readonly begin: (tables: Tables) => Promise<UnitsOfWork>;
};

/** The keys of one store as this process knows them: other processes may have added some since. */
type Keys = { readonly keyring: Keyring; count: number; cipher: FieldCipher };

const unlock = async (keyring: Keyring, table: Tables['keys']): Promise<Keys> => {
  const stored = await table.all();
  return { keyring, count: stored.length, cipher: await keyring.unlock(stored) };
};

const reload = async (keys: Keys, table: Tables['keys']) => Object.assign(keys, await unlock(keys.keyring, table));

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
      return ok(undefined);
    });
  }
  const keys = await unlock(keyring, tables.keys);
  if (!(await tables.audit.end()).end) await transaction(async (inside) => ok(await beginTrail(inside, keys.cipher)));
  return sealedStorage(database, keys);
};

/** Only for an empty store. If there is an account or a record, but no end of the trail, somebody has removed the end. */
const beginTrail = async ({ accounts, audit }: Tables, { fingerprint }: FieldCipher): Promise<void> => {
  const { end, last } = await audit.end();
  if (!end && last === 0 && !(await accounts.any())) await audit.append([], sealedBeginning(fingerprint));
};

export const sealedStorage = ({ tables, transaction }: Database, keys: Keys): SealedStorage => {
  // The tables of a connection serve many transactions.
  const made = new WeakMap<Tables, ReturnType<typeof storesOver>>();
  const begin = async (inside: Tables): Promise<UnitsOfWork> => {
    if ((await inside.keys.count()) !== keys.count) await reload(keys, inside.keys);
    const stores = made.get(inside) ?? storesOver(inside, keys);
    made.set(inside, stores);
    const recorded: AuditRecord[] = [];
    return {
      run: async (work) => {
        const own: AuditRecord[] = [];
        const append = async (record: AuditRecord) => void own.push(record);
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
        await units.finish();
        return result;
      }),
  };
};

/** Every store, but with an audit trail that is only read: each unit of work appends in its own way. */
const storesOver = ({ keys: keyTable, ...tables }: Tables, keys: Keys) => {
  // The key of fingerprints is never replaced.
  const { fingerprint } = keys.cipher;
  return {
    ...tables,
    audit: auditReads(tables.audit, fingerprint),
    children: sealedChildren(tables.children, keyTable, keys),
    dataKeys: { rotate: async () => keyTable.append([await keys.keyring.createNext()]) },
    retries: sealedRetries(tables.retries, fingerprint),
    throttles: sealedThrottles(tables.throttles, fingerprint),
  };
};

/** D-14: a sealed number opens for its own child only. */
const sealedFor = (childId: string): string => `Child:${childId}:socSecNum`;

const sealedChildren = (table: Tables['children'], keyTable: Tables['keys'], keys: Keys): Stores['children'] => ({
  ...table,
  record: async (id) => {
    const stored = await table.find(id);
    if (!stored) return undefined;
    const { encryptedNumber, numberFingerprint: _, ...child } = stored;
    if (encryptedNumber === undefined) return { ...child, socSecNum: undefined };
    // Another process may have encrypted it since, with a key that it has added.
    if (keys.cipher.keyOf(encryptedNumber) === 'unknown') await reload(keys, keyTable);
    return { ...child, socSecNum: keys.cipher.open(encryptedNumber, sealedFor(id)) as SocSecNum };
  },
  insert: ({ socSecNum, ...child }) => {
    const { seal, fingerprint } = keys.cipher;
    return table.insert({
      ...child,
      encryptedNumber: socSecNum && seal(socSecNum, sealedFor(child.id)),
      // Numbers are compared among one parent's children, so two parents' fingerprints of one number differ.
      numberFingerprint:
        socSecNum && fingerprint(comparableSocSecNum(socSecNum), `Child:parent:${child.parentId}:socSecNum`),
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

const sealedRetries = (table: Tables['retries'], fingerprint: Fingerprint): Stores['retries'] => {
  const hidden = ({ key, request }: KeptRequest) => ({
    key: fingerprint(key, 'KeptOutcome:key'),
    request: fingerprint(request, `KeptOutcome:request:${key}`),
  });
  return {
    ...table,
    find: async (wanted, since) => table.find(hidden(wanted), since),
    save: async (kept) => table.save({ ...kept, ...hidden(kept) }),
  };
};

const sealedThrottles = (table: Tables['throttles'], fingerprint: Fingerprint): Stores['throttles'] => {
  const hidden = (key: string): string => fingerprint(key, 'Throttled:key');
  return {
    ...table,
    find: async (key) => table.find(hidden(key)),
    save: async (key, attempts) => table.save(hidden(key), attempts),
    remove: async (key) => table.remove(hidden(key)),
  };
};

const auditReads = (table: Tables['audit'], fingerprint: Fingerprint): Reads['audit'] => {
  const end = async () => (await table.end()).end;
  return {
    records: async (...wanted) => (await table.records(...wanted)).map(({ seal: _, ...entry }) => entry),
    checkpoint: async () => checkpointAt(fingerprint, await end()),
    verify: (verification) =>
      verifyTrail({ fingerprint, page: (after, size) => table.records({}, { after, size }), end }, verification),
  };
};
