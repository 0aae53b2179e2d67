import type { Ports } from './ports/ports.ts';
import { ok } from './result.ts';
import { accountUseCases } from './use-cases/accounts.ts';
import { caseUseCases } from './use-cases/cases.ts';
import { certificationUseCases } from './use-cases/certifications.ts';
import { childUseCases, operatorChildUseCases } from './use-cases/children.ts';
import { operatorUseCases } from './use-cases/operator.ts';
import { practiceUseCases } from './use-cases/practice.ts';
import { bind } from './use-cases/runner.ts';
import { resumeSession } from './use-cases/sessions.ts';

/** The driving port: all that a transport may call. */
export const createApplication = (ports: Ports) =>
  bind(ports, {
    ...accountUseCases,
    ...caseUseCases,
    ...certificationUseCases,
    ...childUseCases,
    ...practiceUseCases,
    resumeSession,
    /** Throws `Unavailable` while the store cannot be used. */
    checkReadiness:
      ({ storage }) =>
      () =>
        storage.ready().then(ok),
  });

export type Application = ReturnType<typeof createApplication>;

/**
 * The operator's driving port: what somebody may do who can reach the store and needs no account. Each change, also a refused
 * one, leaves a record by no account.
 */
export const createOperatorApplication = (ports: Ports) =>
  bind(ports, { ...operatorUseCases, ...operatorChildUseCases });

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;
