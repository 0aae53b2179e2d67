import { checkpointAt, type Fingerprint, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { KeptRequest } from './model/idempotency.ts';
import type { FactorSecret } from './model/second-factor.ts';
import type { FieldCipher, Keyring } from './ports/security.ts';
import type { Reads, Stores } from './ports/storage.ts';
import type { Tables } from './ports/tables.ts';

/** The data keys as this process knows them: other processes may have added some since. */
export type Keys = { readonly keyring: Keyring; count: number; cipher: FieldCipher };

export const unlock = async (keyring: Keyring, table: Tables['keys']): Promise<Keys> => {
  const stored = await table.all();
  const encrypting = stored.filter(({ purpose }) => purpose !== 'sign');
  return { keyring, count: encrypting.length, cipher: await keyring.unlock(encrypting) };
};

const reload = async (keys: Keys, table: Tables['keys']) => Object.assign(keys, await unlock(keys.keyring, table));

const useNewestKey = async (keys: Keys, table: Tables['keys']) => {
  if ((await table.count()) !== keys.count) await reload(keys, table);
};

/** Stores over the tables of a connection. `sequence` gives committed records their places before the trail is read. */
export const storesOver = (
  { keys: keyTable, ...tables }: Tables,
  keys: Keys,
  sequence = async (): Promise<void> => undefined,
) => {
  const { fingerprint } = keys.cipher;
  return {
    ...tables,
    audit: auditReads(tables.audit, fingerprint, sequence),
    children: sealedChildren(tables.children, keyTable, keys),
    secondFactors: sealedFactors(tables.secondFactors, keyTable, keys),
    knownNetworks: sealedNetworks(tables.knownNetworks, fingerprint),
    dataKeys: { rotate: async () => keyTable.append([await keys.keyring.createNext('seal')]) },
    keptOutcomes: sealedKeptOutcomes(tables.keptOutcomes, fingerprint),
    signingKeys: signingKeys(keyTable, keys.keyring),
    throttles: sealedThrottles(tables.throttles, fingerprint),
  };
};

/** D-14, D-29: texts of one field, each of which opens for its own row only. */
const sealedField = (keys: Keys, keyTable: Tables['keys'], contextOf: (row: string) => string) => ({
  seal: async (row: string, text: string): Promise<string> => {
    await useNewestKey(keys, keyTable);
    return keys.cipher.seal(text, contextOf(row));
  },
  open: async (row: string, sealed: string): Promise<string> => {
    // Another process may have encrypted it since, with a key that it has added.
    if (keys.cipher.keyOf(sealed) === 'unknown') await reload(keys, keyTable);
    return keys.cipher.open(sealed, contextOf(row));
  },
  /** Encrypts with the key in use what another key encrypted, and returns how many texts that were. */
  reencrypt: async <Row extends string>(
    rows: readonly { readonly row: Row; readonly sealed: string | undefined }[],
    replace: (row: Row, sealed: string) => Promise<void>,
  ) => {
    await useNewestKey(keys, keyTable);
    const { keyOf, open, seal } = keys.cipher;
    let count = 0;
    for (const { row, sealed } of rows) {
      if (sealed === undefined || keyOf(sealed) === 'current') continue;
      await replace(row, seal(open(sealed, contextOf(row)), contextOf(row)));
      count += 1;
    }
    return { last: rows.at(-1)?.row, sealed: count };
  },
});

const sealedChildren = (table: Tables['children'], keyTable: Tables['keys'], keys: Keys): Stores['children'] => {
  const numbers = sealedField(keys, keyTable, (childId) => `Child:${childId}:socSecNum`);
  return {
    ...table,
    record: async (id) => {
      const stored = await table.find(id);
      if (!stored) return undefined;
      const { encryptedNumber, numberFingerprint: _, ...child } = stored;
      const socSecNum = encryptedNumber === undefined ? undefined : await numbers.open(id, encryptedNumber);
      return { ...child, socSecNum: socSecNum as SocSecNum | undefined };
    },
    insert: async ({ socSecNum, ...child }) =>
      table.insert({
        ...child,
        encryptedNumber: socSecNum && (await numbers.seal(child.id, socSecNum)),
        // Numbers are compared among one parent's children, so two parents' fingerprints of one number differ.
        numberFingerprint:
          socSecNum &&
          keys.cipher.fingerprint(comparableSocSecNum(socSecNum), `Child:parent:${child.parentId}:socSecNum`),
      }),
    reencrypt: async (request) => {
      const children = await table.encryptedNumbers(request);
      const rows = children.map(({ id, encryptedNumber }) => ({ row: id, sealed: encryptedNumber }));
      return numbers.reencrypt(rows, table.setEncryptedNumber);
    },
  };
};

const sealedFactors = (
  table: Tables['secondFactors'],
  keyTable: Tables['keys'],
  keys: Keys,
): Stores['secondFactors'] => {
  const secrets = sealedField(keys, keyTable, (accountId) => `SecondFactor:${accountId}:secret`);
  return {
    ...table,
    find: async (of) => {
      const stored = await table.find(of);
      if (!stored) return undefined;
      const { encryptedSecret, ...factor } = stored;
      return { ...factor, secret: (await secrets.open(of, encryptedSecret)) as FactorSecret };
    },
    save: async ({ secret, ...factor }) =>
      table.save({ ...factor, encryptedSecret: await secrets.seal(factor.accountId, secret) }),
    reencrypt: async (request) => {
      const factors = await table.encryptedSecrets(request);
      const rows = factors.map(({ accountId, encryptedSecret }) => ({ row: accountId, sealed: encryptedSecret }));
      return secrets.reencrypt(rows, table.setEncryptedSecret);
    },
  };
};

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

const auditReads = (
  table: Tables['audit'],
  fingerprint: Fingerprint,
  sequence: () => Promise<void>,
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
