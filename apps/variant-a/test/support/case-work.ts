import type { AccountId, CaseId, ChildId, TaskId } from '@health-case/domain/model/ids';
import { parseReason, parseTitle } from '@health-case/domain/model/text';
import { type Clinic, must, type Someone } from './clinic.ts';

/** What happens in a practice, done through the use cases themselves where they have no endpoint yet. */
export const caseWork = (clinic: Clinic) => {
  const app = () => clinic.service().application;
  const title = must(parseTitle('Asthma'));

  const assist = async (doctor: Someone, assistant: Someone): Promise<void> => {
    const { actor } = doctor;
    must(await app().linkAssistant({ actor, doctorId: actor.id, email: assistant.actor.email }));
  };

  const openCase = async (parent: Someone, childId: string, doctor: Someone): Promise<CaseId> => {
    const what = { childId: childId as ChildId, doctorId: doctor.id as AccountId, title };
    return must(await app().openCase({ actor: parent.actor, ...what }));
  };

  const finishCase = async (doctor: Someone, caseId: CaseId): Promise<void> => {
    must(await app().finishCase({ actor: doctor.actor, caseId }));
  };

  const openTask = async (doctor: Someone, caseId: CaseId): Promise<TaskId> =>
    must(await app().addTask({ actor: doctor.actor, caseId, title }));

  const closeTask = async (doctor: Someone, taskId: TaskId): Promise<void> => {
    must(await app().closeTask({ actor: doctor.actor, taskId }));
  };

  const closedTask = async (doctor: Someone, caseId: CaseId): Promise<TaskId> => {
    const taskId = await openTask(doctor, caseId);
    await closeTask(doctor, taskId);
    return taskId;
  };

  const issue = async (doctor: Someone, id: TaskId): Promise<void> => {
    must(await app().issueCertification({ actor: doctor.actor, id }));
  };

  const reject = async (doctor: Someone, id: TaskId, why: string): Promise<void> => {
    must(await app().rejectCertification({ actor: doctor.actor, id, reason: must(parseReason(why)) }));
  };

  const revoke = async (doctor: Someone, id: TaskId, why: string): Promise<void> => {
    must(await app().revokeCertification({ actor: doctor.actor, id, reason: must(parseReason(why)) }));
  };

  /** A doctor with an assistant, and a parent whose child has an ongoing case there. */
  const practice = async () => {
    const [doctor, assistant, parent] = await Promise.all([
      clinic.arrive('Doc'),
      clinic.arrive('Ast'),
      clinic.arrive('Par'),
    ]);
    await assist(doctor, assistant);
    const childId = await clinic.addChild(parent);
    return { doctor, assistant, parent, childId, caseId: await openCase(parent, childId, doctor) };
  };

  /** The practice, with one closed task in the case. */
  const practiceWithClosedTask = async () => {
    const opened = await practice();
    return { ...opened, taskId: await closedTask(opened.doctor, opened.caseId) };
  };

  const tasks = { openTask, closeTask, closedTask };
  return { assist, openCase, finishCase, ...tasks, issue, reject, revoke, practice, practiceWithClosedTask };
};
