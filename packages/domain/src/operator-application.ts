import type { Ports } from './ports/ports.ts';
import { eraseChild, exportChild } from './use-cases/children.ts';
import {
  createAccount,
  disableAccount,
  enableAccount,
  endSessions,
  issueInvitation,
  listInvitations,
  setPassword,
  unlockLogin,
} from './use-cases/operator-accounts.ts';
import { bind } from './use-cases/runner.ts';
import {
  readAudit,
  reencrypt,
  rotateDataKey,
  takeCheckpoint,
  takeUpRestored,
  verifyAudit,
} from './use-cases/upkeep.ts';

/**
 * The operator's driving port: what somebody may do who can reach the store and needs no account. Each change, also a refused
 * one, leaves a record by no account.
 */
export const createOperatorApplication = (ports: Ports) =>
  bind(ports, {
    createAccount,
    disableAccount,
    enableAccount,
    endSessions,
    eraseChild,
    exportChild,
    issueInvitation,
    listInvitations,
    readAudit,
    reencrypt,
    rotateDataKey,
    setPassword,
    takeCheckpoint,
    takeUpRestored,
    unlockLogin,
    verifyAudit,
  });

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;
