import type { Stores, SweptStore } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import { createEncryption, type Encryption, type Keys } from '../encryption.ts';
import { columnsOf, hot, sweepOf } from '../statement.ts';
import { accountStores } from './account.ts';
import { LAST_RECORD } from './audit.ts';
import { caseStore } from './case.ts';
import { historyStore } from './case-history.ts';
import { certificateStores } from './certificate.ts';
import { certificationStore } from './certification.ts';
import { childStore } from './child.ts';
import { coverStore } from './cover.ts';
import { draftStore } from './draft.ts';
import { figureStore } from './figures.ts';
import { importStore } from './import.ts';
import { keptOutcomeStore } from './kept-outcome.ts';
import { loginStores } from './login.ts';
import { mailStores } from './mail.ts';
import { nameIndexStore } from './name-index.ts';
import { noteStore } from './note.ts';
import { joinCodeStore } from './parents.ts';
import { passkeyStores } from './passkey.ts';
import { phraseStore } from './phrase.ts';
import { practiceStores } from './practice.ts';
import type { Unswept } from './rows.ts';
import { staffStores } from './staff.ts';
import { taskStore } from './task.ts';
import { textStore } from './texts.ts';
import { throttleStores } from './throttle.ts';
import { keyTable, signingKeyStore } from './wrapped-keys.ts';

const OF_CASES = ['Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'Note', 'MergedChild'];
const TABLES = ['Account', ...OF_CASES, 'Cover', 'Import', 'Mail', 'Phrase', 'AuditPending'];
/** Each is the end of an index. */
const GREATEST = TABLES.map(
  (table) => `SELECT "id" FROM (SELECT "id" FROM "${table}" ORDER BY "id" DESC LIMIT 1) AS found`,
);

export const GREATEST_IDS = hot('Each start waits for it: one statement for all tables.').returning(
  columnsOf('Account', 'id'),
)`
  ${GREATEST.join(' UNION ALL ')}`;

export const idStore = ({ sql }: Access): Stores['ids'] => ({
  newest: async () => {
    const found = [...(await sql.rows(GREATEST_IDS)), ...(await sql.rows(LAST_RECORD))];
    return found
      .map(({ id }) => id)
      .sort()
      .at(-1);
  },
});

/** Of each store whose entries go after their time. */
export const SWEEPS: Readonly<Record<SweptStore, ReturnType<typeof sweepOf>>> = {
  accountCodes: sweepOf('AccountCode', 'digest', 'expiresAt'),
  drafts: sweepOf('Draft', 'key', 'at'),
  joinCodes: sweepOf('JoinCode', 'digest', 'expiresAt'),
  keptOutcomes: sweepOf('KeptOutcome', 'key', 'at'),
  knownNetworks: sweepOf('KnownNetwork', 'key', 'at'),
  loginProofs: sweepOf('LoginProof', 'digest', 'expiresAt'),
  mails: sweepOf('Mail', 'id', 'failedAt'),
  passkeyChallenges: sweepOf('PasskeyChallenge', 'digest', 'expiresAt'),
  sessions: sweepOf('Session', 'digest', 'lastUsedAt'),
  staffInvitations: sweepOf('StaffInvitation', 'email', 'expiresAt'),
  throttles: sweepOf('Throttled', 'key', 'forgottenAt'),
};

type OverKeys = 'audit' | 'dataKeys' | 'signingKeys';
type Sweep = Stores[SweptStore]['sweep'];
type Made = Exclude<keyof Stores, OverKeys>;
const STORES: { readonly [Name in Made]: (access: Access, encryption: Encryption) => Unswept<Name> } = {
  ...accountStores,
  ...certificateStores,
  ...loginStores,
  ...mailStores,
  ...passkeyStores,
  ...practiceStores,
  ...staffStores,
  ...throttleStores,
  cases: caseStore,
  certifications: certificationStore,
  children: childStore,
  covers: coverStore,
  drafts: draftStore,
  figures: figureStore,
  history: historyStore,
  ids: idStore,
  imports: importStore,
  joinCodes: joinCodeStore,
  keptOutcomes: keptOutcomeStore,
  nameIndex: nameIndexStore,
  notes: noteStore,
  phrases: phraseStore,
  tasks: taskStore,
  texts: textStore,
};

export const storesOver = (access: Access, keys: Keys): Omit<Stores, 'audit'> => {
  const table = keyTable(access);
  const encryption = createEncryption(keys, table);
  const made: Readonly<Record<string, object>> = Object.fromEntries(
    Object.entries(STORES).map(([name, make]) => [name, make(access, encryption)]),
  );
  for (const [name, statement] of Object.entries(SWEEPS)) {
    const sweep: Sweep = (olderThan, atMost) => access.sql.count(statement, new Date(olderThan), atMost);
    Object.assign(made[name] ?? {}, { sweep });
  }
  return {
    ...(made as Omit<Stores, OverKeys>),
    dataKeys: {
      rotate: async () => {
        await table.append([await keys.keyring.createNext('seal')]);
        keys.areInDoubt = true;
      },
    },
    signingKeys: signingKeyStore(table, keys.keyring),
  };
};
