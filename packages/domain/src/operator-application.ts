import { audited } from './audited.ts';
import type { Account } from './model/account.ts';
import type { Ports } from './ports/ports.ts';
import { createAccount } from './use-cases/create-account.ts';
import { endSessions } from './use-cases/end-sessions.ts';
import { issueInvitation } from './use-cases/issue-invitation.ts';
import { listInvitations } from './use-cases/list-invitations.ts';
import { readAudit } from './use-cases/read-audit.ts';
import { setPassword } from './use-cases/set-password.ts';
import { unlockLogin } from './use-cases/unlock-login.ts';
import { verifyAudit } from './use-cases/verify-audit.ts';

/**
 * The driving port of the operator: what may be done without an account, by whoever may reach the store. Each change,
 * also a refused one, leaves a record on the account that it is about and by nobody's account.
 */
export const createOperatorApplication = (ports: Ports) => ({
  createAccount: audited(ports, createAccount, { action: 'account created', on: (_, account) => account?.id }),
  endSessions: audited(ports, endSessions, { action: 'sessions ended', on: accountOf }),
  issueInvitation: audited(ports, issueInvitation, { action: 'invitation issued' }),
  listInvitations: listInvitations(ports),
  readAudit: readAudit(ports),
  setPassword: audited(ports, setPassword, { action: 'password set', on: accountOf }),
  unlockLogin: audited(ports, unlockLogin, { action: 'login unlocked', on: accountOf }),
  verifyAudit: verifyAudit(ports),
});

export type OperatorApplication = ReturnType<typeof createOperatorApplication>;

const accountOf = (_: unknown, value: { readonly account: Account } | undefined): string | undefined =>
  value?.account.id;
