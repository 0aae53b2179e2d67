import { audited, type Trace } from './audited.ts';
import { callLimited } from './call-limit.ts';
import { Fault } from './errors.ts';
import type { Limit } from './limits.ts';
import type { Account } from './model/account.ts';
import type { EmailAddress } from './model/email.ts';
import { atMostPer, growingDelay, loginOf } from './model/throttle.ts';
import { type AccountId, type CaseId, type ChildId, HOUR, MINUTE } from './model/values.ts';
import type { Ports } from './ports/ports.ts';
import { type Retry, retried } from './retried.ts';
import { throttled } from './throttled.ts';
import { addChild } from './use-cases/add-child.ts';
import { addTask } from './use-cases/add-task.ts';
import { changePassword } from './use-cases/change-password.ts';
import { checkCertification } from './use-cases/check-certification.ts';
import { checkReadiness } from './use-cases/check-readiness.ts';
import { closeTask } from './use-cases/close-task.ts';
import { issueCertification, rejectCertification, revokeCertification } from './use-cases/decide-certification.ts';
import { describeAccount } from './use-cases/describe-account.ts';
import { finishCase } from './use-cases/finish-case.ts';
import { linkAssistant } from './use-cases/link-assistant.ts';
import { listAssistants } from './use-cases/list-assistants.ts';
import { listCases } from './use-cases/list-cases.ts';
import { listDoctors } from './use-cases/list-doctors.ts';
import { listDoctorsChildren } from './use-cases/list-doctors-children.ts';
import { listOwnChildren } from './use-cases/list-own-children.ts';
import { logIn } from './use-cases/log-in.ts';
import { logOut } from './use-cases/log-out.ts';
import { openCase } from './use-cases/open-case.ts';
import { registerAccount } from './use-cases/register-account.ts';
import { reopenCase } from './use-cases/reopen-case.ts';
import { requestCertification } from './use-cases/request-certification.ts';
import { resumeSession } from './use-cases/resume-session.ts';
import { showCase } from './use-cases/show-case.ts';
import { showHistory } from './use-cases/show-history.ts';
import { unlinkAssistant } from './use-cases/unlink-assistant.ts';
import { asList, whileAllowed } from './while-allowed.ts';

/** What hands out lists, for as long as the reader may read them. */
const lists = {
  assistants: whileAllowed(listAssistants, asList),
  cases: whileAllowed(listCases, asList),
  doctors: whileAllowed(listDoctors, asList),
  doctorsChildren: whileAllowed(listDoctorsChildren, asList),
  history: whileAllowed(showHistory, asList),
  ownChildren: whileAllowed(listOwnChildren, asList),
  tasksOfCase: whileAllowed(showCase, (shown, guard) => ({ ...shown, tasks: guard(shown.tasks) })),
};

/**
 * The driving port: every use case, joined to the ports once, with its record in the audit trail. What a transport may
 * call is exactly what stands here. What creates something can be sent again (D-24). Lists of doctors and assistants are no data of a child and leave no record.
 */
export const createApplication = (ports: Ports) => ({
  addChild: retried(
    ports,
    (inner: Ports) => audited(inner, addChild, { action: 'child added', on: (_, id) => id, child: (_, id) => id }),
    byActor('addChild'),
  ),
  addTask: retried(
    ports,
    (inner: Ports) => audited(inner, addTask, { action: 'task added', on: ({ caseId }) => caseId }),
    byActor('addTask'),
  ),
  changePassword: throttled(
    ports,
    audited(ports, changePassword, { action: 'password changed', on: ({ actor }) => actor.id }),
    {
      of: ({ actor, address }) => loginLimits(ports, actor.email, address),
      failures: ['PASSWORD_WRONG'],
      hashes: true,
    },
  ),
  checkCertification: audited(ports, checkCertification, { action: 'certification checked', on: ({ id }) => id }),
  checkReadiness: checkReadiness(ports),
  closeTask: audited(ports, closeTask, { action: 'task closed', on: ({ taskId }) => taskId }),
  describeAccount: describeAccount(),
  finishCase: audited(ports, finishCase, { action: 'case finished', on: ({ caseId }) => caseId }),
  issueCertification: audited(ports, issueCertification, { action: 'certification issued', on: ({ id }) => id }),
  linkAssistant: throttled(
    ports,
    retried(
      ports,
      (inner: Ports) =>
        audited(inner, linkAssistant, { action: 'assistant linked', on: ({ doctorId }, id) => id ?? doctorId }),
      byActor('linkAssistant'),
    ),
    { of: ({ actor }) => missLimits(actor), failures: ['ASSISTANT_NOT_FOUND'] },
  ),
  listAssistants: lists.assistants(ports),
  listCases: audited(ports, lists.cases, { action: 'cases listed', on: ({ actor }) => actor.id }),
  listDoctors: lists.doctors(ports),
  listDoctorsChildren: audited(ports, lists.doctorsChildren, {
    action: "doctor's children listed",
    on: ({ doctorId }) => doctorId,
  }),
  listOwnChildren: audited(ports, lists.ownChildren, { action: 'own children listed', on: ({ actor }) => actor.id }),
  logIn: throttled(
    ports,
    audited(ports, logIn, { action: 'logged in', by: accountBehind, on: (_, value) => value?.account.id }),
    { of: ({ email, address }) => loginLimits(ports, email, address), failures: ['CREDENTIALS_WRONG'], hashes: true },
  ),
  logOut: audited(ports, logOut, { action: 'logged out' }),
  openCase: retried(ports, (inner: Ports) => audited(inner, openCase, caseOpened), byActor('openCase')),
  registerAccount: throttled(
    ports,
    retried(ports, (inner: Ports) => audited(inner, registerAccount, registrationTrace), registration),
    { of: ({ address }) => perAddress('registrations', address, ports.ratesPerMinute.registrations), hashes: true },
  ),
  rejectCertification: audited(ports, rejectCertification, { action: 'certification rejected', on: ({ id }) => id }),
  reopenCase: audited(ports, reopenCase, { action: 'case reopened', on: ({ caseId }) => caseId }),
  requestCertification: retried(
    ports,
    (inner: Ports) => audited(inner, requestCertification, { action: 'certification requested', on: ({ id }) => id }),
    byActor('requestCertification'),
  ),
  resumeSession: callLimited(ports, resumeSession(ports)),
  revokeCertification: audited(ports, revokeCertification, { action: 'certification revoked', on: ({ id }) => id }),
  showCase: audited(ports, lists.tasksOfCase, { action: 'case shown', on: ({ caseId }) => caseId }),
  showHistory: audited(ports, lists.history, { action: 'history shown', on: ({ caseId }) => caseId }),
  unlinkAssistant: audited(ports, unlinkAssistant, {
    action: 'assistant unlinked',
    on: ({ assistantId }) => assistantId,
  }),
});

export type Application = ReturnType<typeof createApplication>;

const caseOpened: Trace<{ readonly childId: ChildId }, CaseId> = {
  action: 'case opened',
  on: ({ childId }, id) => id ?? childId,
  child: ({ childId }) => childId,
};

/** Also a failed login is found under the account that was tried. Known and unknown addresses are looked up alike (D-16). */
const accountBehind = async (
  { email }: { readonly email: EmailAddress },
  _: unknown,
  { storage }: Ports,
): Promise<AccountId | undefined> => (await storage.read.accounts.credentialsByEmail(email))?.account.id;

const registrationTrace: Trace<unknown, Account> = {
  action: 'account registered',
  by: async (_, account) => account?.id,
  on: (_, account) => account?.id,
};

/** P-07: how many addresses that are no assistant's a doctor may name. */
const MISSES_PER_HOUR = 10;

/** Guesses are limited for an account, known or not, wherever they come from, and for an address, whomever they are about. */
const loginLimits = ({ ratesPerMinute }: Ports, email: EmailAddress, address: string): readonly Limit[] => [
  { key: loginOf(email), throttle: growingDelay, wipedBySuccess: true },
  ...perAddress('logins', address, ratesPerMinute.loginFailures),
];

const missLimits = ({ id }: Account): readonly Limit[] => [
  { key: `misses of ${id}`, throttle: atMostPer(HOUR, MISSES_PER_HOUR) },
];

const perAddress = (what: 'logins' | 'registrations', address: string, most: number): readonly Limit[] =>
  most === 0 ? [] : [{ key: `${what} from ${address}`, throttle: atMostPer(MINUTE, most) }];

/** An identifier is answered again as it was, also where what it names has changed since. */
const byActor = <Input extends { readonly actor: Account }, Id extends string>(call: string): Retry<Input, Id> => ({
  call,
  owner: ({ actor }) => actor.id,
  keep: (id) => id,
  recall: async (kept) => kept as Id,
});

/** D-24: a password is kept nowhere, so it is not compared either. */
const registration: Retry<{ readonly email: EmailAddress }, Account> = {
  call: 'registerAccount',
  owner: ({ email }) => email,
  keep: ({ id }) => id,
  recall: async (kept, { storage }) => {
    const account = await storage.read.accounts.find(kept as AccountId);
    if (!account) throw new Fault('A registration is kept whose account is not.');
    return account;
  },
};
