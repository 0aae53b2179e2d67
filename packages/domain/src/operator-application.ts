import type { Ports } from './ports/ports.ts';
import { operatorChildUseCases } from './use-cases/children.ts';
import { operatorAccountUseCases } from './use-cases/operator-accounts.ts';
import { bind } from './use-cases/runner.ts';
import { upkeepUseCases } from './use-cases/upkeep.ts';

/**
 * The operator's driving port: what somebody may do who can reach the store and needs no account. Each change, also a refused
 * one, leaves a record by no account.
 */
export const createOperatorApplication = (ports: Ports) =>
  bind(ports, { ...operatorAccountUseCases, ...operatorChildUseCases, ...upkeepUseCases });

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;
