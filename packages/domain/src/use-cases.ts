import type { Ports } from './ports/ports.ts';
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

/** Every use case, joined to the ports once, without the audit trail around it. */
export const createUseCases = (ports: Ports) => ({
  addChild: addChild(ports),
  addTask: addTask(ports),
  changePassword: changePassword(ports),
  checkCertification: checkCertification(ports),
  checkReadiness: checkReadiness(ports),
  closeTask: closeTask(ports),
  describeAccount: describeAccount(),
  finishCase: finishCase(ports),
  issueCertification: issueCertification(ports),
  linkAssistant: linkAssistant(ports),
  listAssistants: listAssistants(ports),
  listCases: listCases(ports),
  listDoctors: listDoctors(ports),
  listDoctorsChildren: listDoctorsChildren(ports),
  listOwnChildren: listOwnChildren(ports),
  logIn: logIn(ports),
  logOut: logOut(ports),
  openCase: openCase(ports),
  registerAccount: registerAccount(ports),
  rejectCertification: rejectCertification(ports),
  reopenCase: reopenCase(ports),
  requestCertification: requestCertification(ports),
  resumeSession: resumeSession(ports),
  revokeCertification: revokeCertification(ports),
  showCase: showCase(ports),
  showHistory: showHistory(ports),
  unlinkAssistant: unlinkAssistant(ports),
});

export type UseCases = ReturnType<typeof createUseCases>;
