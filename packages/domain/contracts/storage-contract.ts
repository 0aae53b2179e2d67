import { describe, it } from 'vitest';
import { auditTampering, auditTrail, checkpoints } from './storage/audit.ts';
import { cases, certifications, tasks } from './storage/cases.ts';
import { certificates, signingKeys } from './storage/certificates.ts';
import { type Harness, type Suite, sceneOf } from './storage/harness.ts';
import { newestId } from './storage/ids.ts';
import { lists } from './storage/lists.ts';
import { accounts, assistants, children, dataKeys, invitations } from './storage/people.ts';
import { keptOutcomes, knownNetworks, sessions, sweeping, throttles } from './storage/security.ts';
import { unitsOfWork } from './storage/unit-of-work.ts';

const SUITES: Readonly<Record<string, Suite>> = {
  'units of work': unitsOfWork,
  accounts,
  assistants,
  invitations,
  sessions,
  'kept outcomes (D-24)': keptOutcomes,
  throttles,
  'known networks': knownNetworks,
  sweeping,
  children,
  'data keys': dataKeys,
  cases,
  tasks,
  'certifications (D-22)': certifications,
  'certificates and their status (D-26)': certificates,
  'signing keys': signingKeys,
  lists,
  'the newest id': newestId,
  'the audit trail': auditTrail,
  'an audit trail that was changed past the port': auditTampering,
  'a checkpoint of the audit trail': checkpoints,
};

/** What every store must keep. `open` gives an empty store: one for each test, which is closed after it. */
export const storageContract = (name: string, open: () => Promise<Harness>): void => {
  describe.each(Object.entries(SUITES))(`${name} keeps the promises of storage: %s`, (_, suite) => {
    suite((title, test) =>
      it(title, async () => {
        const harness = await open();
        await test(sceneOf(harness)).finally(() => harness.storage.close());
      }),
    );
  });
};
