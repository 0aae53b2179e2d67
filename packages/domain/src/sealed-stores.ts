import { checkpointAt, type Fingerprint, listsOf, type SealedEntry, verifyTrail, withChildren } from './model/audit.ts';
import type { Keyring } from './ports/security.ts';
import type { Reads, Stores } from './ports/storage.ts';
import type { Tables } from './ports/tables.ts';
import { sealedCases, sealedCertifications, sealedHistory, sealedTasks } from './sealed/cases.ts';
import { sealedChildren } from './sealed/children.ts';
import type { Keys } from './sealed/fields.ts';
import { sealedKeptOutcomes, sealedNetworks, sealedThrottles } from './sealed/fingerprinted.ts';
import { sealedFactors } from './sealed/second-factors.ts';
import { sealedTexts } from './sealed/texts.ts';

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
    cases: sealedCases(tables.cases, keyTable, keys),
    certifications: sealedCertifications(tables.certifications, keyTable, keys),
    children: sealedChildren(tables.children, keyTable, keys),
    dataKeys: { rotate: async () => keyTable.append([await keys.keyring.createNext('seal')]) },
    history: sealedHistory(tables.history, keyTable, keys),
    keptOutcomes: sealedKeptOutcomes(tables.keptOutcomes, fingerprint),
    knownNetworks: sealedNetworks(tables.knownNetworks, fingerprint),
    secondFactors: sealedFactors(tables.secondFactors, keyTable, keys),
    signingKeys: signingKeys(keyTable, keys.keyring),
    tasks: sealedTasks(tables.tasks, keyTable, keys),
    texts: sealedTexts(tables.texts, keyTable, keys),
    throttles: sealedThrottles(tables.throttles, fingerprint),
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

const auditReads = (
  table: Tables['audit'],
  fingerprint: Fingerprint,
  sequence: () => Promise<void>,
): Reads['audit'] => {
  const end = async () => (await table.end()).end;
  const toLook = ({ seal: _, child: __, ...look }: SealedEntry) => look;
  return {
    records: async (...wanted) => {
      await sequence();
      const entries = await table.records(...wanted);
      return withChildren(entries, await table.lists(listsOf(entries)));
    },
    aboutChild: async (...wanted) => {
      await sequence();
      return (await table.aboutChild(...wanted)).map(toLook);
    },
    checkpoint: async () => {
      await sequence();
      return checkpointAt(fingerprint, await end());
    },
    verify: async (since) => {
      await sequence();
      const page = (after: number, size: number) => table.records({}, { after, size });
      return verifyTrail({ fingerprint, page, end, lists: table.lists }, since);
    },
  };
};
