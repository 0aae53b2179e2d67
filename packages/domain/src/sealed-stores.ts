import { checkpointAt, type Fingerprint, verifyTrail } from './model/audit.ts';
import { comparableSocSecNum, type SocSecNum } from './model/child.ts';
import type { KeptRequest } from './model/idempotency.ts';
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
