import type { AuditRecord, Fingerprint } from './model/audit.ts';
import { checkpointAt, extendTrail, sealedBeginning, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { KeptRequest } from './model/idempotency.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import type { Database, Tables } from './ports/tables.ts';
import { ok, type Result } from './result.ts';
import { createSequencer, hasRecord } from './sequencer.ts';

/** As this process knows them: others may have added some since. */
type Keys = { readonly keyring: Keyring; count: number; cipher: FieldCipher };

const unlock = async (keyring: Keyring, table: Tables['keys']): Promise<Keys> => {
  const stored = await table.all();
  const encrypting = stored.filter(({ purpose }) => purpose !== 'sign');
  return { keyring, count: encrypting.length, cipher: await keyring.unlock(encrypting) };
};

const reload = async (keys: Keys, table: Tables['keys']) => Object.assign(keys, await unlock(keys.keyring, table));

const useNewestKey = async (keys: Keys, table: Tables['keys']) => {
  if ((await table.count()) !== keys.count) await reload(keys, table);
};

/**
 * Encrypts numbers, fingerprints keys and seals the audit trail. The first process to open a new store makes its keys and the
 * beginning of its trail.
 */
export const openSealedStorage = async (database: Database, unbound: Keyring) => {
  const { tables, transaction } = database;
  const keyring = unbound.boundTo(await database.id());
  if ((await tables.keys.count()) === 0) {
    const created = await keyring.create();
    await transaction(async ({ keys }) => ok(await keys.begin(created)));
  }
  const keys = await unlock(keyring, tables.keys);
  if (!(await tables.audit.end()).end) await transaction(async (inside) => ok(await beginTrail(inside, keys.cipher)));
  return sealedStorage(database, keys);
};

/** Only for an empty store. If there is an account or a record, but no end of the trail, somebody has removed the end. */
const beginTrail = async ({ accounts, audit }: Tables, { fingerprint }: FieldCipher): Promise<void> => {
  const { end, last } = await audit.end();
  if (!end && last === 0 && !(await accounts.any())) await audit.begin(sealedBeginning(fingerprint));
};

export const sealedStorage = (database: Database, keys: Keys) => {
  const { tables, transaction, parallel = false } = database;
  // The key of fingerprints is never replaced.
  const { fingerprint } = keys.cipher;
  // The tables of a connection serve many transactions.
  const made = new WeakMap<Tables, ReturnType<typeof storesOver>>();
  const sequencer = createSequencer(database, fingerprint);
  /** For an adapter that runs several units in one transaction: begin, run each, finish, commit. */
  const begin = (inside: Tables) => {
    const stores = made.get(inside) ?? storesOver(inside, keys, auditReads(inside.audit, fingerprint));
    made.set(inside, stores);
    const recorded: AuditRecord[] = [];
    return {
      run: async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
        const own: AuditRecord[] = [];
        const append = async (record: AuditRecord) => void own.push(record);
        const result = await work({ ...stores, audit: { ...stores.audit, append } });
        if (result.ok) recorded.push(...own);
        return result;
      },
      /** Before the commit: appends the audit records of the units that succeeded. What it resolves to is to be called after the commit. */
      finish: async (): Promise<() => void> => {
        const [first, ...rest] = recorded;
        if (!first) return () => undefined;
        if (parallel) {
          const { pending, onCommit } = sequencer.number(inside, [first, ...rest]);
          await inside.audit.addPending(pending);
          return onCommit;
        }
        const { entries, end } = extendTrail(fingerprint, await inside.audit.end(), recorded);
        await inside.audit.append(entries, end);
        return () => undefined;
      },
    };
  };

  const write: Storage['write'] = async (work) => {
    let onCommit = (): void => undefined;
    const result = await transaction(async (inside) => {
      const units = begin(inside);
      const outcome = await units.run(work);
      onCommit = await units.finish();
      return outcome;
    });
    onCommit();
    return result;
  };

  const sequence = async (records: readonly AuditRecord[] = [], isAgain = false): Promise<void> => {
    if (parallel) await sequencer.sequence(records, isAgain);
    else if (records.length > 0) await write(appending(records, isAgain));
  };

  const read: Reads = storesOver(tables, keys, auditReads(tables.audit, fingerprint, sequence));
  return { read, begin, write, sequence };
};

export type SealedStorage = ReturnType<typeof sealedStorage>;

/** With `isAgain` it appends nothing if the first record is stored already. */
export const appending =
  (records: readonly AuditRecord[], isAgain: boolean) =>
  async ({ audit }: Stores): Promise<Result<undefined, never>> => {
    if (isAgain && (await hasRecord(audit, records[0]))) return ok(undefined);
    for (const record of records) await audit.append(record);
    return ok(undefined);
  };

const storesOver = ({ keys: keyTable, ...tables }: Tables, keys: Keys, audit: Reads['audit']) => {
  const { fingerprint } = keys.cipher;
  return {
    ...tables,
    audit,
    children: sealedChildren(tables.children, keyTable, keys),
    knownNetworks: sealedNetworks(tables.knownNetworks, fingerprint),
    dataKeys: { rotate: async () => keyTable.append([await keys.keyring.createNext('seal')]) },
    keptOutcomes: sealedKeptOutcomes(tables.keptOutcomes, fingerprint),
    signingKeys: signingKeys(keyTable, keys.keyring),
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
  insert: async ({ socSecNum, ...child }) => {
    if (socSecNum !== undefined) await useNewestKey(keys, keyTable);
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
    await useNewestKey(keys, keyTable);
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

const signingKeys = (table: Tables['keys'], keyring: Keyring): Stores['signingKeys'] => ({
  all: async () => {
    const keys = await table.all();
    return Promise.all(keys.filter(({ purpose }) => purpose === 'sign').map(keyring.unwrapSigning));
  },
  add: async () => {
    const key = await keyring.createNext('sign');
    await table.append([key]);
    return keyring.unwrapSigning(key);
  },
  remove: (id) => table.remove(id),
});

const sealedKeptOutcomes = (table: Tables['keptOutcomes'], fingerprint: Fingerprint): Stores['keptOutcomes'] => {
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
    save: async (key, attempts, of) => table.save(hidden(key), attempts, of && hidden(of)),
    remove: async (key) => table.remove(hidden(key)),
    takeAll: async (of) => table.takeAll(hidden(of)),
  };
};

const sealedNetworks = (table: Tables['knownNetworks'], fingerprint: Fingerprint): Stores['knownNetworks'] => {
  const hidden = (key: string): string => fingerprint(key, 'KnownNetwork:key');
  return {
    ...table,
    find: async (key) => table.find(hidden(key)),
    save: async (network) => table.save({ ...network, key: hidden(network.key) }),
  };
};

/** `sequence` lets a read see all records that are committed. */
const auditReads = (
  table: Tables['audit'],
  fingerprint: Fingerprint,
  sequence: () => Promise<void> = async () => undefined,
): Reads['audit'] => {
  const end = async () => (await table.end()).end;
  return {
    records: async (...wanted) => {
      await sequence();
      return (await table.records(...wanted)).map(({ seal: _, ...entry }) => entry);
    },
    checkpoint: async () => {
      await sequence();
      return checkpointAt(fingerprint, await end());
    },
    verify: async (since) => {
      await sequence();
      const page = (after: number, size: number) => table.records({}, { after, size });
      return verifyTrail({ fingerprint, page, end }, since);
    },
  };
};
