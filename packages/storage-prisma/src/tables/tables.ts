import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { auditTable } from './audit.ts';
import { caseTable } from './cases.ts';
import { certificateTable, statusListTable } from './certificates.ts';
import { certificationTable } from './certifications.ts';
import { childTable } from './children.ts';
import { accountCodeTable, joinCodeTable, secondFactorTable } from './credentials.ts';
import { historyTable } from './history.ts';
import { idTable } from './ids.ts';
import { mailTable } from './mails.ts';
import { passkeyChallengeTable, passkeyTable } from './passkeys.ts';
import { accountTable, assistantTable, invitationTable, sessionTable } from './people.ts';
import { keptOutcomeTable, keyTable, networkTable, throttleTable } from './security.ts';
import { taskTable } from './tasks.ts';
import { textTable } from './texts.ts';

export const tablesOver = (access: Access): Tables => ({
  accountCodes: accountCodeTable(access),
  accounts: accountTable(access),
  assistants: assistantTable(access),
  audit: auditTable(access),
  cases: caseTable(access),
  certificates: certificateTable(access),
  certifications: certificationTable(access),
  children: childTable(access),
  history: historyTable(access),
  ids: idTable(access),
  invitations: invitationTable(access),
  joinCodes: joinCodeTable(access),
  keys: keyTable(access),
  knownNetworks: networkTable(access),
  keptOutcomes: keptOutcomeTable(access),
  mails: mailTable(access),
  passkeyChallenges: passkeyChallengeTable(access),
  passkeys: passkeyTable(access),
  secondFactors: secondFactorTable(access),
  sessions: sessionTable(access),
  statusLists: statusListTable(access),
  tasks: taskTable(access),
  texts: textTable(access),
  throttles: throttleTable(access),
});
