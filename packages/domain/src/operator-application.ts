import { audited } from './audited.ts';
import type { Account } from './model/account.ts';
import type { ChildId } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { createAccount } from './use-cases/create-account.ts';
import { disableAccount } from './use-cases/disable-account.ts';
import { enableAccount } from './use-cases/enable-account.ts';
import { endSessions } from './use-cases/end-sessions.ts';
import { eraseChild } from './use-cases/erase-child.ts';
import { exportChild } from './use-cases/export-child.ts';
import { issueInvitation } from './use-cases/issue-invitation.ts';
import { listInvitations } from './use-cases/list-invitations.ts';
import { readAudit } from './use-cases/read-audit.ts';
import { reencrypt } from './use-cases/reencrypt.ts';
import { rotateDataKey } from './use-cases/rotate-data-key.ts';
import { setPassword } from './use-cases/set-password.ts';
import { takeUpRestored } from './use-cases/take-up-restored.ts';
import { unlockLogin } from './use-cases/unlock-login.ts';
import { takeCheckpoint, verifyAudit } from './use-cases/verify-audit.ts';

/**
 * The driving port of the operator: what may be done without an account, by whoever may reach the store. Each change,
 * also a refused one, leaves a record on the account that it is about and by nobody's account.
 */
export const createOperatorApplication = (ports: Ports) => ({
  createAccount: audited(ports, createAccount, { action: 'account created', on: (_, account) => account?.id }),
  disableAccount: audited(ports, disableAccount, { action: 'account disabled', on: accountOf }),
  enableAccount: audited(ports, enableAccount, { action: 'account enabled', on: accountOf }),
  endSessions: audited(ports, endSessions, { action: 'sessions ended', on: accountOf }),
  eraseChild: audited(ports, eraseChild, { action: 'child erased', on: childOf, child: childOf }),
  exportChild: audited(ports, exportChild, { action: 'child exported', on: childOf, child: childOf }),
  issueInvitation: audited(ports, issueInvitation, { action: 'invitation issued' }),
  listInvitations: listInvitations(ports),
  readAudit: readAudit(ports),
  rotateDataKey: audited(ports, rotateDataKey, { action: 'data key rotated' }),
  reencrypt: reencrypt(ports),
  setPassword: audited(ports, setPassword, { action: 'password set', on: accountOf }),
  takeCheckpoint: takeCheckpoint(ports),
  takeUpRestored: audited(ports, takeUpRestored, { action: 'store restored', on: ({ backup }) => backup }),
  unlockLogin: audited(ports, unlockLogin, { action: 'login unlocked', on: accountOf }),
  verifyAudit: verifyAudit(ports),
});

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;

const childOf = ({ childId }: { readonly childId: ChildId }): ChildId => childId;

const accountOf = (_: unknown, value: { readonly account: Account } | undefined): string | undefined =>
  value?.account.id;
