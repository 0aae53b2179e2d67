import type { Account, Role, SessionToken } from '../../src/model/account.ts';
import type { CaseId, CertificationId, ChildId, TaskId } from '../../src/model/values.ts';
import type { Caller } from '../../src/use-cases/declaration.ts';
import { createSetup } from '../../testing/setup.ts';
import { must } from './outcomes.ts';
import { createTestPorts } from './ports.ts';
import { attempt, email, name, password, reason, title } from './values.ts';

export type Who = 'doctor' | 'otherDoctor' | 'assistant' | 'otherAssistant' | 'parent' | 'otherParent';

/** What everyone's password is at first. */
export const PASSWORD = 'correct horse';

const emptyClinic = () => {
  const ports = createTestPorts();
  const app = createSetup(ports);

  const register = async (role: Role, firstName: string): Promise<Account> =>
    must(
      await app.registerAccount({
        firstName: name(firstName),
        lastName: name('Example'),
        email: email(`${firstName}@example.org`),
        password: password(PASSWORD),
        role,
      }),
    );

  /** An assistant of the doctor. */
  const assistantOf = async (doctor: Account, firstName: string): Promise<Account> => {
    const assistant = await register('Ast', firstName);
    must(await app.linkAssistant({ actor: doctor, doctorId: doctor.id, email: assistant.email }));
    return assistant;
  };

  const logIn = async (account: Account, text = PASSWORD): Promise<Caller & { readonly token: SessionToken }> => {
    const { token } = must(await app.logIn({ email: account.email, password: attempt(text) }));
    return { token, ...must(await app.resumeSession(token)) };
  };

  return { ...ports, app, register, assistantOf, logIn };
};

const there = <Value>(found: Value | undefined): Value => {
  if (found === undefined) throw new Error('The clinic has no such entry.');
  return found;
};

/** What the people of a clinic do without being refused. */
const daysWork = ({ app, storage, clock }: ReturnType<typeof emptyClinic>) => {
  const doctorOf = async (caseId: CaseId): Promise<Account> => {
    const found = there(await storage.read.cases.find(caseId));
    return there(await storage.read.accounts.find(found.doctorId));
  };

  const childOf = async (actor: Account, firstName: string): Promise<ChildId> =>
    must(await app.addChild({ actor, firstName: name(firstName), lastName: name('Example') }));

  /** Opened by the child's parent. */
  const caseOf = async (childId: ChildId, doctor: Account): Promise<CaseId> => {
    const { parentId } = there(await storage.read.children.record(childId));
    const actor = there(await storage.read.accounts.find(parentId));
    return must(await app.openCase({ actor, childId, doctorId: doctor.id, title: title('Asthma') }));
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

  const finish = async (caseId: CaseId): Promise<void> => {
    must(await app.finishCase({ actor: await doctorOf(caseId), caseId }));
  };

  return { childOf, caseOf, taskIn, closedTaskIn, finish };
};

/**
 * Two practices that know nothing of each other: a doctor with an assistant and a parent's child, and the others.
 * Times, ids and hashes are the same in every clinic.
 */
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

/** The clinic, with an ongoing case of the parent's child at the doctor. */
export const openClinicWithCase = async () => {
  const clinic = await openClinic();
  const childId = await clinic.childOf(clinic.parent, 'Carla');
  const caseId = await clinic.caseOf(childId, clinic.doctor);
  return { ...clinic, childId, caseId };
};

/** The clinic with a case, one closed task in it, and a certification of that task in each of the states it can reach. */
export const openClinicWithClosedTask = async () => {
  const clinic = await openClinicWithCase();
  const taskId = await clinic.closedTaskIn(clinic.caseId);
  const byDoctor = { actor: clinic.doctor, id: taskId };
  const requested = async (): Promise<CertificationId> => must(await clinic.app.requestCertification(byDoctor));
  const issued = async (): Promise<CertificationId> => {
    const id = await requested();
    must(await clinic.app.issueCertification(byDoctor));
    return id;
  };
  const rejected = async (): Promise<CertificationId> => {
    const id = await requested();
    must(await clinic.app.rejectCertification({ ...byDoctor, reason: reason('Not needed') }));
    return id;
  };
  const revoked = async (): Promise<CertificationId> => {
    const id = await issued();
    must(await clinic.app.revokeCertification({ ...byDoctor, reason: reason('Issued by mistake') }));
    return id;
  };
  return { ...clinic, taskId, certification: { requested, issued, rejected, revoked } };
};
