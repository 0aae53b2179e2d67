import type { Keyring } from '../../src/ports/security.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { accountStores } from './account.ts';
import { caseStores } from './case.ts';
import { certificationStores } from './certification.ts';
import { childStores } from './child.ts';
import { coverStores } from './cover.ts';
import { draftStore } from './draft.ts';
import { figureStores } from './figures.ts';
import { importStores } from './import.ts';
import { keptOutcomeStore } from './kept-outcome.ts';
import { loginStores } from './login.ts';
import { mailStores } from './mail.ts';
import { noteStores } from './note.ts';
import { phraseStores } from './phrase.ts';
import { practiceStores } from './practice.ts';
import { staffStores } from './staff.ts';
import { type MemoryTables, NOTHING_REENCRYPTED, type Sync } from './table.ts';
import { throttleStores } from './throttle.ts';

export type KeyMaker = Pick<Keyring, 'createNext' | 'unwrapSigning'>;

export const storesOver = (tables: MemoryTables, keyring: KeyMaker): Omit<Stores, 'audit'> => {
  const accounts = accountStores(tables);
  const stores: Sync<Omit<Stores, 'audit'>> = {
    ...accounts,
    ...caseStores(tables),
    ...certificationStores(tables),
    ...childStores(tables),
    ...coverStores(tables),
    ...importStores(tables),
    ...figureStores(tables),
    ...loginStores(tables, accounts.accounts),
    ...mailStores(tables),
    ...noteStores(tables),
    ...phraseStores(tables),
    ...practiceStores(tables),
    ...staffStores(tables),
    ...throttleStores(tables),
    ...keyStores(tables, keyring),
    texts: { reencrypt: () => NOTHING_REENCRYPTED },
    drafts: draftStore(tables),
    keptOutcomes: keptOutcomeStore(tables),
    ids: idStore(tables),
    // It looks at the names themselves.
    nameIndex: { rebuild: () => 0 },
  };
  const later = (store: object) =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]) => [name, async (...given: unknown[]) => method(...given)]),
    );
  return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, later(store)])) as Omit<
    Stores,
    'audit'
  >;
};

const idStore = (maps: MemoryTables): Sync<Stores>['ids'] => ({
  newest: () => {
    const {
      accounts,
      auditPending,
      cases,
      certificates,
      certifications,
      children,
      covers,
      history,
      imports,
      mails,
      notes,
      phrases,
      tasks,
    } = maps;
    const ofCases = [cases, tasks, certifications, certificates, history, notes];
    const tables = [...ofCases, accounts, auditPending, children, covers, imports, mails, phrases];
    const last = [...maps.audit.values()].at(-1)?.id;
    return [...tables.flatMap((table) => [...table.keys()]), ...(last ? [last] : [])].sort().at(-1);
  },
});

const keyStores = ({ keys }: MemoryTables, keyring: KeyMaker): Sync<Pick<Stores, 'dataKeys' | 'signingKeys'>> => {
  const add = async (purpose: 'seal' | 'sign') => {
    const key = await keyring.createNext(purpose);
    keys.put(key);
    return key;
  };
  return {
    dataKeys: { rotate: async () => void (await add('seal')) },
    signingKeys: {
      all: () => Promise.all(keys.all({ purpose: 'sign' }).map(keyring.unwrapSigning)),
      add: async () => keyring.unwrapSigning(await add('sign')),
      remove: (id) => void keys.remove({ id, purpose: 'sign' }),
    },
  };
};
