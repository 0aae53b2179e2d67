import type { Storage } from '@health-case/domain/ports/storage';
import { afterEach, beforeEach, describe } from 'vitest';
import { auditContract } from './storage/audit.ts';
import { auditTamperingContract, checkpointContract } from './storage/audit-tampering.ts';
import { casesContract, certificationsContract, historyContract, tasksContract } from './storage/cases.ts';
import { childrenContract, erasingContract } from './storage/children.ts';
import { accountsContract, assistantsContract, invitationsContract } from './storage/people.ts';
import { retriesContract, sessionsContract, throttlesContract } from './storage/security.ts';
import type { Harness } from './storage/tampering.ts';
import { concurrentUnitsContract, unitOfWorkContract } from './storage/unit-of-work.ts';

const SUITES = {
  units: [unitOfWorkContract, concurrentUnitsContract],
  accounts: [accountsContract],
  retries: [retriesContract],
  sessions: [sessionsContract],
  children: [childrenContract, erasingContract],
  assistants: [assistantsContract],
  cases: [casesContract],
  tasks: [tasksContract],
  certifications: [certificationsContract],
  history: [historyContract],
  invitations: [invitationsContract],
  audit: [auditContract],
  throttles: [throttlesContract],
} as const satisfies Readonly<Record<string, readonly ((opened: () => Storage) => void)[]>>;

type Options = {
  /** While a store is being written: only the suites of these of its parts. */
  readonly only?: readonly (keyof typeof SUITES)[];
};

/** What every store must keep. `open` gives an empty store; it is opened anew for each test and closed after it. */
export const storageContract = (name: string, open: () => Promise<Harness>, { only }: Options = {}): void => {
  describe(`${name} keeps the promises of storage`, () => {
    let harness: Harness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.storage.close());

    const parts = only ?? (Object.keys(SUITES) as (keyof typeof SUITES)[]);
    for (const suite of parts.flatMap((part) => SUITES[part])) suite(() => harness.storage);
    if (!parts.includes('audit')) return;
    auditTamperingContract(() => harness);
    checkpointContract(() => harness);
  });
};
