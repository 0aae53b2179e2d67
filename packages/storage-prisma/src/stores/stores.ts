import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { createSealer, type Keys, type Sealer } from '../sealer.ts';
import { columnsOf, hot } from '../statement.ts';
import { accountCodeStore, accountStore, invitationStore } from './account.ts';
import { LAST_RECORD } from './audit.ts';
import { caseStore } from './case.ts';
import { historyStore } from './case-history.ts';
import { certificateStore, statusListStore } from './certificate.ts';
import { certificationStore } from './certification.ts';
import { childStore } from './child.ts';
import { coverStore } from './cover.ts';
import { figureStore } from './figures.ts';
import { importStore } from './import.ts';
import { keyTable, signingKeyStore } from './keys.ts';
import { draftStore, keptOutcomeStore, networkStore, throttleStore } from './limits.ts';
import { loginProofStore, secondFactorStore, sessionStore } from './login.ts';
import { mailStore, noticeStore } from './mail.ts';
import { noteStore } from './note.ts';
import { joinCodeStore } from './parents.ts';
import { passkeyChallengeStore, passkeyStore } from './passkey.ts';
import { phraseStore } from './phrase.ts';
import { assistantStore, practiceStore, setupCodeStore } from './practice.ts';
import { helpStore, staffInvitationStore, staffWorkStore } from './staff.ts';
import { taskStore } from './task.ts';
import { textStore } from './texts.ts';

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

type OverKeys = 'audit' | 'dataKeys' | 'signingKeys';
type Makers = { readonly [Name in Exclude<keyof Stores, OverKeys>]: (access: Access, sealer: Sealer) => Stores[Name] };

const STORES: Makers = {
  accountCodes: accountCodeStore,
  accounts: accountStore,
  assistants: assistantStore,
  cases: caseStore,
  certificates: certificateStore,
  certifications: certificationStore,
  children: childStore,
  covers: coverStore,
  drafts: draftStore,
  figures: figureStore,
  helps: helpStore,
  history: historyStore,
  ids: idStore,
  imports: importStore,
  invitations: invitationStore,
  joinCodes: joinCodeStore,
  knownNetworks: networkStore,
  keptOutcomes: keptOutcomeStore,
  loginProofs: loginProofStore,
  mails: mailStore,
  notes: noteStore,
  notices: noticeStore,
  passkeyChallenges: passkeyChallengeStore,
  passkeys: passkeyStore,
  phrases: phraseStore,
  practice: practiceStore,
  secondFactors: secondFactorStore,
  sessions: sessionStore,
  setupCodes: setupCodeStore,
  staffInvitations: staffInvitationStore,
  staffWork: staffWorkStore,
  statusLists: statusListStore,
  tasks: taskStore,
  texts: textStore,
  throttles: throttleStore,
};

export const storesOver = (access: Access, keys: Keys): Omit<Stores, 'audit'> => {
  const table = keyTable(access);
  const sealer = createSealer(keys, table);
  const made = Object.entries(STORES).map(([name, make]) => [name, make(access, sealer)]);
  return {
    ...(Object.fromEntries(made) as Omit<Stores, OverKeys>),
    dataKeys: {
      rotate: async () => {
        await table.append([await keys.keyring.createNext('seal')]);
        keys.areInDoubt = true;
      },
    },
    signingKeys: signingKeyStore(table, keys.keyring),
  };
};
