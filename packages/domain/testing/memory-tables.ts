import type { Keyring } from '../src/ports/security.ts';
import type { Stores } from '../src/ports/storage.ts';
import { accountTables, attemptTables, passkeyTables, peopleTables, secretTables } from './memory-account-tables.ts';
import { caseTables, certificationTables } from './memory-case-tables.ts';
import { certificateTables } from './memory-certificate-tables.ts';
import { childTables } from './memory-child-tables.ts';
import { type MemoryTables, NOTHING_SEALED, where } from './memory-maps.ts';
import { noteTable } from './memory-note-table.ts';

export type KeyMaker = Pick<Keyring, 'createNext' | 'unwrapSigning'>;

/** The stores, over the maps that `maps` has at the time of a call. */
export const storesOver = (maps: MemoryTables, keyring: KeyMaker): Omit<Stores, 'audit'> => ({
  ...peopleTables(maps),
  ...secretTables(maps),
  ...attemptTables(maps),
  ...accountTables(maps),
  ...passkeyTables(maps),
  ...childTables(maps),
  ...caseTables(maps),
  ...certificationTables(maps),
  ...certificateTables(maps),
  notes: noteTable(maps),
  ...keyTables(maps, keyring),
  texts: { reencrypt: async () => NOTHING_SEALED },
  practice: {
    find: async () => maps.practice.get(1),
    save: async (practice) => void maps.practice.set(1, practice),
  },
  ids: idTable(maps),
});

const idTable = (maps: MemoryTables): Stores['ids'] => ({
  newest: async () => {
    const { accounts, auditPending, cases, certificates, certifications, children, history, mails, notes, tasks } =
      maps;
    const ofCases = [cases, tasks, certifications, certificates, history, notes];
    const tables = [...ofCases, accounts, auditPending, children, mails];
    const last = [...maps.audit.values()].at(-1)?.id;
    return [...tables.flatMap((table) => [...table.keys()]), ...(last ? [last] : [])].sort().at(-1);
  },
});

const keyTables = (maps: MemoryTables, keyring: KeyMaker): Pick<Stores, 'dataKeys' | 'signingKeys'> => {
  const add = async (purpose: 'seal' | 'sign') => {
    const key = await keyring.createNext(purpose);
    maps.keys.set(key.id, key);
    return key;
  };
  return {
    dataKeys: { rotate: async () => void (await add('seal')) },
    signingKeys: {
      all: () => Promise.all(where(maps.keys, { purpose: 'sign' }).map(keyring.unwrapSigning)),
      add: async () => keyring.unwrapSigning(await add('sign')),
      remove: async (id) => void (maps.keys.get(id)?.purpose === 'sign' && maps.keys.delete(id)),
    },
  };
};
