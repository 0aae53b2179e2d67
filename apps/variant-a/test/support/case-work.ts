import {
  type AccountId,
  type CaseId,
  type ChildId,
  parseReason,
  parseTitle,
  type TaskId,
} from '@health-case/domain/model/values';
import { must, type OpenService, type Someone } from './service.ts';

/** What happens in a practice between the specified calls, through the use cases: this is not about their endpoints. */
export const caseWork = ({ service }: OpenService) => {
  const app = () => service().application;
  const title = must(parseTitle('Asthma'));

  const assist = async (doctor: Someone, assistant: Someone): Promise<void> => {
    const { actor } = doctor;
    must(await app().linkAssistant({ actor, doctorId: actor.id, email: assistant.actor.email }));
  };

  const openCase = async (parent: Pick<Someone, 'actor'>, childId: string, doctor: Someone): Promise<CaseId> => {
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

  return { assist, openCase, finishCase, openTask, closeTask, closedTask, issue, reject, revoke };
};
