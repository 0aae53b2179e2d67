import type { Account, Role, SessionToken } from '../../src/model/account.ts';
import { EVERYTHING } from '../../src/model/pages.ts';
import type { FactorAttempt } from '../../src/model/second-factor.ts';
import type { CaseId, ChildId, TaskId } from '../../src/model/values.ts';
import { ok } from '../../src/result.ts';
import type { Caller } from '../../src/use-cases/declaration.ts';
import { createSetup } from '../../testing/setup.ts';
import { createTestPorts } from './ports.ts';
import { attempt, codeOf, email, must, name, password, reason, title } from './values.ts';

export type Who = 'doctor' | 'otherDoctor' | 'assistant' | 'otherAssistant' | 'parent' | 'otherParent';

/** What everyone's password is at first, and what it is changed to. */
export const PASSWORD = 'correct horse';
export const NEW = 'quite another';

export const newcomer = (firstName: string, role: Role = 'Par') => ({
  firstName: name(firstName),
  lastName: name('Example'),
  email: email(`${firstName}@example.org`),
  password: password(PASSWORD),
  role,
  through: 'A' as const,
});

const emptyClinic = () => {
  const ports = createTestPorts();
  const app = createSetup(ports);

  const forgetMails = async ({ id: of }: Account): Promise<void> => {
    const mails = await ports.storage.read.mails.all(EVERYTHING);
    const sent = mails.filter(({ accountId }) => accountId === of);
    await ports.storage.write(async ({ mails }) => ok(await Promise.all(sent.map(({ id }) => mails.remove(id)))));
  };

  const register = async (role: Role, firstName: string): Promise<Account> => {
    const account = must(await app.registerAccount(newcomer(firstName, role)));
    await forgetMails(account);
    return account;
  };

  const assistantOf = async (doctor: Account, firstName: string): Promise<Account> => {
    const assistant = await register('Ast', firstName);
    must(await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: assistant.email }));
    await forgetMails(assistant);
    return assistant;
  };

  const logIn = async (account: Account, text = PASSWORD): Promise<Caller & { readonly token: SessionToken }> => {
    const { token } = must(await app.logIn(credentials(account, text)));
    return { token, ...must(await app.resumeSession(token)) };
  };

  /** Also whoever has stepped back by now. */
  const setManager = async (account: Account, isManager = true): Promise<Account> => {
    await ports.storage.write(async ({ accounts }) => ok(await accounts.setManager(account.id, isManager)));
    return { ...account, isManager };
  };

  /** From then on whoever is logged in has a second factor. `otp`: of so many steps from now. */
  const turnFactorOn = async (here: Caller) => {
    const { secret } = must(await app.offerFactor({ ...here, password: attempt(PASSWORD) }));
    const otp = (steps = 0) => `${secret} ${Math.floor(ports.clock.now() / 30_000) + steps}` as FactorAttempt;
    const { recoveryCodes } = must(await app.confirmFactor({ ...here, otp: otp() }));
    return { otp, recoveryCodes };
  };

  return { ...ports, app, register, assistantOf, logIn, setManager, turnFactorOn };
};

/** What the people of a clinic do without being refused. */
const daysWork = ({ app, storage, clock }: ReturnType<typeof emptyClinic>) => {
  const accountOf = async (id: Account['id'] | undefined): Promise<Account> => {
    const account = id && (await storage.read.accounts.find(id));
    if (!account) throw new Error('The clinic has no such account.');
    return account;
  };
  const doctorOf = async (caseId: CaseId) => accountOf((await storage.read.cases.find(caseId))?.doctorId);

  const childOf = async (actor: Account, firstName: string): Promise<ChildId> =>
    must(await app.addChild({ actor, firstName: name(firstName), lastName: name('Example') }));

  /** Opened by the child's parent. Nobody is told. */
  const caseOf = async (childId: ChildId, doctor: Account): Promise<CaseId> => {
    const [parent] = await storage.read.children.parents(childId);
    const actor = await accountOf(parent?.id);
    const caseId = must(await app.openCase({ actor, childId, doctorId: doctor.id, title: title('Asthma') }));
    await storage.write(async ({ mails }) => {
      const told = (await mails.all(EVERYTHING)).filter((mail) => mail.caseId === caseId);
      for (const { id } of told) await mails.remove(id);
      return ok(undefined);
    });
    return caseId;
  };

  const taskIn = async (caseId: CaseId): Promise<TaskId> =>
    must(await app.addTask({ actor: await doctorOf(caseId), caseId, title: title('Measure lung function') }));

  /** Each is closed a minute after whatever came before. */
  const closedTaskIn = async (caseId: CaseId): Promise<TaskId> => {
    const taskId = await taskIn(caseId);
    clock.advance(60_000);
    must(await app.closeTask({ actor: await doctorOf(caseId), taskId }));
    return taskId;
  };

  return { childOf, caseOf, taskIn, closedTaskIn };
};

/** Two practices that know nothing of each other. Times, ids and hashes are the same in every clinic. */
export const openClinic = async () => {
  const clinic = emptyClinic();
  const doctor = await clinic.register('Doc', 'Dora');
  const otherDoctor = await clinic.register('Doc', 'Dieter');
  const assistant = await clinic.assistantOf(doctor, 'Anna');
  const otherAssistant = await clinic.assistantOf(otherDoctor, 'Arne');
  const parent = await clinic.register('Par', 'Paula');
  const otherParent = await clinic.register('Par', 'Pablo');
  const people: Record<Who, Account> = { doctor, otherDoctor, assistant, otherAssistant, parent, otherParent };
  return { ...clinic, ...daysWork(clinic), ...people };
};

export const openClinicWithCase = async () => {
  const clinic = await openClinic();
  const childId = await clinic.childOf(clinic.parent, 'Carla');
  const caseId = await clinic.caseOf(childId, clinic.doctor);
  return { ...clinic, childId, caseId };
};

export const openClinicWithClosedTask = async () => {
  const clinic = await openClinicWithCase();
  const taskId = await clinic.closedTaskIn(clinic.caseId);
  const byDoctor = { actor: clinic.doctor, id: taskId };
  const why = { reason: reason('Seen again, and found otherwise') };
  const requested = async () => must(await clinic.app.requestCertification(byDoctor));
  const decided = async (decide: 'issueCertification' | 'rejectCertification') => {
    const id = await requested();
    must(await clinic.app[decide]({ ...byDoctor, ...why }));
    return id;
  };
  const issued = () => decided('issueCertification');
  const rejected = () => decided('rejectCertification');
  const revoked = async () => {
    const id = await issued();
    must(await clinic.app.revokeCertification({ ...byDoctor, ...why }));
    return id;
  };
  return { ...clinic, taskId, certification: { requested, issued, rejected, revoked } };
};

export const credentials = (account: Account, text = PASSWORD) => ({ email: account.email, password: attempt(text) });

/** A parent with two sessions, and another parent with one. */
export const openSessions = async () => {
  const clinic = await openClinic();
  const { app, logIn, otherParent, parent, storage } = clinic;
  const [here, elsewhere, another] = [await logIn(parent), await logIn(parent), await logIn(otherParent)];
  const alive = async () => {
    const resumed = await Promise.all([here, elsewhere, another].map(({ token }) => app.resumeSession(token)));
    return resumed.map(({ ok: lives }) => lives);
  };
  const tries = async (text = PASSWORD, account = parent) => codeOf(await app.logIn(credentials(account, text)));
  const changes = ({ to = NEW, from = PASSWORD, by = here }: { to?: string; from?: string; by?: Caller } = {}) =>
    app.changePassword({ ...by, password: attempt(from), newPassword: password(to) });
  const hash = async () => (await storage.read.accounts.credentialsOf(parent.id))?.passwordHash;
  return { ...clinic, here, alive, tries, changes, hash };
};
