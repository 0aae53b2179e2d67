import { describe, it } from 'vitest';
import { access } from './storage/access.ts';
import { accounts, addresses, erasedAccounts, operatorsAccounts } from './storage/account.ts';
import { accountCodes, invitations } from './storage/account-codes.ts';
import { auditTampering, auditTrail, checkpoints } from './storage/audit.ts';
import { cases, correctionsInHistories, handovers, retention } from './storage/case.ts';
import { findingCases, listsOfChildren, newCases, waitingCases } from './storage/case-lists.ts';
import { certificates, revocations } from './storage/certificate.ts';
import { certifications, certifiedIdentities, issuedElsewhere } from './storage/certification.ts';
import { children, conflicts, corrections, merges, mergesMeanwhile } from './storage/child.ts';
import { covers } from './storage/cover.ts';
import { drafts } from './storage/draft.ts';
import { figures } from './storage/figures.ts';
import { type Harness, type RawHarness, type RawScene, type Suite, sceneOf } from './storage/harness.ts';
import { newestId } from './storage/ids.ts';
import { imports } from './storage/import.ts';
import { keptOutcomes } from './storage/kept-outcome.ts';
import { lists } from './storage/lists.ts';
import { reencryptedFactors, secondFactors, sessions, sessionsOfAccounts } from './storage/login.ts';
import { loginProofs } from './storage/login-proofs.ts';
import { mails, mailsAsAWhole, noticeChoices, notices } from './storage/mail.ts';
import { findingAccounts, findingChildren } from './storage/names.ts';
import { notes } from './storage/note.ts';
import { joinCodes, parents, withdrawnJoinCodes } from './storage/parents.ts';
import { passkeyChallenges, passkeys } from './storage/passkey.ts';
import { phrases } from './storage/phrase.ts';
import { practice } from './storage/practice.ts';
import { encryptedTexts, fingerprints, hidden, rotation, texts, trailsWithoutEnd } from './storage/secrecy.ts';
import { assistants, helps, staffInvitations, staffWork } from './storage/staff.ts';
import { sweeping } from './storage/sweeping.ts';
import { findingTasks, tasks } from './storage/task.ts';
import { knownNetworks, throttles } from './storage/throttle.ts';
import { unitsOfWork } from './storage/unit-of-work.ts';
import { dataKeys, signingKeys } from './storage/wrapped-keys.ts';

const SUITES = {
  'units of work': unitsOfWork,
  accounts,
  'addresses of accounts (D-28)': addresses,
  'accounts as the operator knows them': operatorsAccounts,
  'accounts that are erased': erasedAccounts,
  assistants,
  invitations,
  sessions,
  'sessions of an account (D-28)': sessionsOfAccounts,
  'codes of accounts (D-28)': accountCodes,
  'codes to become a parent (D-33)': joinCodes,
  'codes to become a parent that are withdrawn (D-33)': withdrawnJoinCodes,
  'second factors (D-29)': secondFactors,
  'passkeys (D-38)': passkeys,
  'challenges of passkeys (D-38)': passkeyChallenges,
  'what a login has proven (D-29)': loginProofs,
  'imports (D-48)': imports,
  'phrases (D-47)': phrases,
  'covers (D-41)': covers,
  'mails (D-27)': mails,
  'notices since a sign-in (D-43)': notices,
  'when an account is told (D-43)': noticeChoices,
  'all mails (D-27)': mailsAsAWhole,
  'kept outcomes (D-24)': keptOutcomes,
  throttles,
  'drafts of forms': drafts,
  'known networks': knownNetworks,
  sweeping,
  children,
  'parents (D-33)': parents,
  'corrections (D-30)': corrections,
  'numbers that a parent has twice (D-30)': conflicts,
  'merges (D-33, D-37)': merges,
  'merges while others invite and open cases': mergesMeanwhile,
  'finding accounts by name (D-31)': findingAccounts,
  "finding a doctor's children by name (D-31)": findingChildren,
  cases,
  tasks,
  'finding cases (D-31)': findingCases,
  'finding tasks (D-31)': findingTasks,
  'cases in which a certification waits': waitingCases,
  'lists of some children (D-46)': listsOfChildren,
  'new cases (D-43)': newCases,
  'handovers (D-32)': handovers,
  'retention (D-35)': retention,
  'figures (D-49)': figures,
  'certifications (D-22)': certifications,
  'certified identities (D-30)': certifiedIdentities,
  'what a doctor has issued in cases of others (D-32)': issuedElsewhere,
  'corrections in histories (D-30)': correctionsInHistories,
  'notes (D-45)': notes,
  'certificates and their status (D-26)': certificates,
  'revocation of certificates (D-26)': revocations,
  'signing keys': signingKeys,
  'the practice (D-39)': practice,
  'invitations of staff (D-40)': staffInvitations,
  'how managers have helped (P-39)': helps,
  'what a manager sees of the work of staff (D-40)': staffWork,
  lists,
  'the newest id': newestId,
  'the audit trail': auditTrail,
  'who has looked (D-34)': access,
  'an audit trail that was changed past the port': auditTampering,
  'a checkpoint of the audit trail': checkpoints,
} as const satisfies Readonly<Record<string, Suite>>;

type SuiteName = keyof typeof SUITES;

/** Of each kind of promise some, for a store that is another one that keeps all, reached in another way. */
export const SAMPLE: readonly SuiteName[] = [
  ...(['units of work', 'accounts', 'kept outcomes (D-24)', 'children', 'cases', 'certifications (D-22)'] as const),
  ...(['finding cases (D-31)', 'lists', 'the audit trail'] as const),
];

/** What every store must keep. `open` gives an empty store: one for each test, which is closed after it. */
export const storageContract = (
  name: string,
  open: () => Promise<Harness>,
  suites: readonly SuiteName[] = Object.keys(SUITES) as SuiteName[],
): void => {
  describe.each(suites)(`${name} keeps the promises of storage: %s`, (suite) => {
    SUITES[suite]((title, test) =>
      it(title, async () => {
        const harness = await open();
        await test(sceneOf(harness)).finally(() => harness.storage.close());
      }),
    );
  });
};

const SECRECY: Readonly<Record<string, Suite<RawScene>>> = {
  'data keys': dataKeys,
  'encrypted texts (D-36)': texts,
  'second factors that are encrypted again (D-29)': reencryptedFactors,
  'what nobody reads in the database': hidden,
  'texts that open in their place only': encryptedTexts,
  'keys that another process has added': rotation,
  fingerprints,
  'a trail whose end is missing': trailsWithoutEnd,
};

/** What a store that survives its process must keep secret. `open` gives an empty one for each test. */
export const secrecyContract = (name: string, open: () => Promise<RawHarness>): void => {
  describe.each(Object.keys(SECRECY))(`${name} keeps what is secret: %s`, (suite) => {
    SECRECY[suite]?.((title, test) =>
      it(title, async () => {
        const harness = await open();
        await test(sceneOf(harness)).finally(() => harness.storage.close());
      }),
    );
  });
};
