import { afterEach, beforeEach, describe } from 'vitest';
import { accountsContract } from './storage/accounts.ts';
import { assistantsContract } from './storage/assistants.ts';
import { auditContract } from './storage/audit.ts';
import { auditTamperingContract, checkpointContract } from './storage/audit-tampering.ts';
import { casesContract, tasksContract } from './storage/cases.ts';
import { certificationsContract } from './storage/certifications.ts';
import { childrenContract } from './storage/children.ts';
import { erasingContract } from './storage/erasing.ts';
import { historyContract } from './storage/history.ts';
import { invitationsContract } from './storage/invitations.ts';
import { retriesContract } from './storage/retries.ts';
import { sessionsContract } from './storage/sessions.ts';
import type { Harness } from './storage/tampering.ts';
import { throttlesContract } from './storage/throttles.ts';
import { concurrentUnitsContract, unitOfWorkContract } from './storage/unit-of-work.ts';

/** What every store must keep. `open` gives an empty store; it is opened anew for each test and closed after it. */
export const storageContract = (name: string, open: () => Promise<Harness>): void => {
  describe(`${name} keeps the promises of storage`, () => {
    let harness: Harness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.storage.close());

    const opened = () => harness.storage;
    unitOfWorkContract(opened);
    concurrentUnitsContract(opened);
    accountsContract(opened);
    retriesContract(opened);
    sessionsContract(opened);
    childrenContract(opened);
    assistantsContract(opened);
    casesContract(opened);
    tasksContract(opened);
    certificationsContract(opened);
    historyContract(opened);
    invitationsContract(opened);
    erasingContract(opened);
    auditContract(opened);
    auditTamperingContract(() => harness);
    checkpointContract(() => harness);
    throttlesContract(opened);
  });
};
