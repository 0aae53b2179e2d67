import { createDirectTrail } from './direct-trail.ts';
import { type AuditRecord, sealedBeginning } from './model/audit.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import type { Database, Tables } from './ports/tables.ts';
import { ok, type Result } from './result.ts';
import { type Keys, unlock } from './sealed/fields.ts';
import { storesOver } from './sealed-stores.ts';
import { createSequencer } from './sequencer.ts';

/**
 * Encrypts numbers, secrets and texts, fingerprints keys, seals the trail. The first to open a store makes its keys and
 * begins its trail.
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

/** Only for an empty store. In a store with an account or a record, somebody has removed the end of the trail. */
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
  // How audit records get their places depends on whether units of work run at once.
  const trail = parallel
    ? createSequencer(database, fingerprint)
    : createDirectTrail(fingerprint, (work) => write(work));

  /** For an adapter that runs several units in one transaction: begin, run each, finish, commit. */
  const begin = (inside: Tables) => {
    const stores = made.get(inside) ?? storesOver(inside, keys);
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
      /** Adds the audit records of the units that succeeded. Call the function that it resolves to after the commit. */
      finish: async (): Promise<() => void> => {
        const [first, ...rest] = recorded;
        return first ? trail.add(inside, [first, ...rest]) : () => undefined;
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

  const { sequence } = trail;
  const read: Reads = storesOver(tables, keys, sequence);
  return { read, begin, write, sequence };
};

export type SealedStorage = ReturnType<typeof sealedStorage>;
