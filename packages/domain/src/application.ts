import type { Ports } from './ports/ports.ts';
import { ok } from './result.ts';
import { operatorDataUseCases } from './upkeep.ts';
import { accountUseCases } from './use-cases/accounts.ts';
import { caseListUseCases } from './use-cases/case-lists.ts';
import { caseUseCases } from './use-cases/cases.ts';
import { certificateUseCases, operatorSigningKeyUseCases } from './use-cases/certificates.ts';
import { certificationListUseCases } from './use-cases/certification-lists.ts';
import { certificationUseCases } from './use-cases/certifications.ts';
import { childUseCases, operatorChildUseCases } from './use-cases/children.ts';
import { closingUseCases } from './use-cases/closing.ts';
import { confirmedAccountUseCases, operatorConfirmingUseCases } from './use-cases/confirmed-accounts.ts';
import { coverUseCases } from './use-cases/covers.ts';
import { operatorDataKeyUseCases } from './use-cases/data-keys.ts';
import { draftUseCases } from './use-cases/drafts.ts';
import { figureUseCases } from './use-cases/figures.ts';
import { importUseCases } from './use-cases/imports.ts';
import { leavingUseCases } from './use-cases/leaving.ts';
import { loginUseCases } from './use-cases/logins.ts';
import { operatorMergeUseCases } from './use-cases/merges.ts';
import { noteUseCases } from './use-cases/notes.ts';
import { operatorUseCases } from './use-cases/operator.ts';
import { operatorAccountUseCases } from './use-cases/operator-accounts.ts';
import { ownAccountUseCases } from './use-cases/own-account.ts';
import { operatorOwnDataUseCases, ownDataUseCases } from './use-cases/own-data.ts';
import { parentUseCases } from './use-cases/parents.ts';
import { passkeyUseCases } from './use-cases/passkeys.ts';
import { patientUseCases } from './use-cases/patients.ts';
import { phraseUseCases } from './use-cases/phrases.ts';
import { operatorPracticeUseCases, practiceUseCases } from './use-cases/practice.ts';
import { proofUseCases } from './use-cases/proofs.ts';
import { secondFactorUseCases } from './use-cases/second-factors.ts';
import { resumeSession } from './use-cases/sessions.ts';
import { staffAccountUseCases } from './use-cases/staff-accounts.ts';
import { staffInvitationUseCases } from './use-cases/staff-invitations.ts';
import { taskUseCases } from './use-cases/tasks.ts';
import { teamUseCases } from './use-cases/teams.ts';
import { wishUseCases } from './use-cases/wishes.ts';

type Bindable = Readonly<Record<string, (ports: Ports, name: string) => unknown>>;
const bind = <Declared extends Bindable>(ports: Ports, useCases: Declared) =>
  Object.fromEntries(Object.entries(useCases).map(([name, useCase]) => [name, useCase(ports, name)])) as {
    readonly [Name in keyof Declared]: ReturnType<Declared[Name]>;
  };

/** The driving port: all that a transport may call. */
export const createApplication = (ports: Ports) =>
  bind(ports, {
    ...accountUseCases,
    ...caseListUseCases,
    ...caseUseCases,
    ...certificateUseCases,
    ...certificationUseCases,
    ...childUseCases,
    ...closingUseCases,
    ...confirmedAccountUseCases,
    ...certificationListUseCases,
    ...coverUseCases,
    ...draftUseCases,
    ...importUseCases,
    ...figureUseCases,
    ...leavingUseCases,
    ...loginUseCases,
    ...noteUseCases,
    ...ownAccountUseCases,
    ...ownDataUseCases,
    ...parentUseCases,
    ...passkeyUseCases,
    ...phraseUseCases,
    ...patientUseCases,
    ...practiceUseCases,
    ...proofUseCases,
    ...secondFactorUseCases,
    ...staffAccountUseCases,
    ...staffInvitationUseCases,
    ...taskUseCases,
    ...teamUseCases,
    ...wishUseCases,
    resumeSession,
    /** Answers as long as the process does, whatever the state of the store. */
    alive: () => async () => ok(undefined),
    checkReadiness:
      ({ storage }) =>
      () =>
        storage.ready().then(ok),
  });

export type Application = ReturnType<typeof createApplication>;

/** The driving port of the operator, who needs no account. Changes and refusals leave records by no account. */
export const createOperatorApplication = (ports: Ports) =>
  bind(ports, {
    ...operatorAccountUseCases,
    ...operatorUseCases,
    ...operatorChildUseCases,
    ...operatorConfirmingUseCases,
    ...operatorDataKeyUseCases,
    ...operatorDataUseCases,
    ...operatorMergeUseCases,
    ...operatorOwnDataUseCases,
    ...operatorPracticeUseCases,
    ...operatorSigningKeyUseCases,
  });

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;
