import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { createSealer, type Keys } from '../sealer.ts';
import { caseStore } from './cases.ts';
import { certificateStore, statusListStore } from './certificates.ts';
import { certificationStore } from './certifications.ts';
import { childStore } from './children.ts';
import { accountCodeStore, joinCodeStore, loginProofStore, secondFactorStore } from './credentials.ts';
import { historyStore } from './history.ts';
import { idStore } from './ids.ts';
import { keyTable, signingKeyStore } from './keys.ts';
import { mailStore } from './mails.ts';
import { noticeStore } from './notices.ts';
import { passkeyChallengeStore, passkeyStore } from './passkeys.ts';
import { accountStore, assistantStore, invitationStore, sessionStore } from './people.ts';
import { practiceStore } from './practice.ts';
import { draftStore, keptOutcomeStore, networkStore, throttleStore } from './security.ts';
import { taskStore } from './tasks.ts';
import { textStore } from './texts.ts';

export const storesOver = (access: Access, keys: Keys): Omit<Stores, 'audit'> => {
  const table = keyTable(access);
  const sealer = createSealer(keys, table);
  return {
    accountCodes: accountCodeStore(access),
    accounts: accountStore(access),
    assistants: assistantStore(access),
    cases: caseStore(access, sealer),
    certificates: certificateStore(access),
    certifications: certificationStore(access, sealer),
    children: childStore(access, sealer),
    dataKeys: {
      rotate: async () => {
        await table.append([await keys.keyring.createNext('seal')]);
        keys.areInDoubt = true;
      },
    },
    drafts: draftStore(access, sealer),
    history: historyStore(access, sealer),
    ids: idStore(access),
    invitations: invitationStore(access),
    joinCodes: joinCodeStore(access),
    knownNetworks: networkStore(access, sealer),
    keptOutcomes: keptOutcomeStore(access, sealer),
    loginProofs: loginProofStore(access),
    mails: mailStore(access),
    notices: noticeStore(access),
    passkeyChallenges: passkeyChallengeStore(access),
    passkeys: passkeyStore(access),
    practice: practiceStore(access),
    secondFactors: secondFactorStore(access, sealer),
    sessions: sessionStore(access),
    signingKeys: signingKeyStore(table, keys.keyring),
    statusLists: statusListStore(access),
    tasks: taskStore(access, sealer),
    texts: textStore(access, sealer),
    throttles: throttleStore(access, sealer),
  };
};
