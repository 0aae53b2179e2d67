import type { Ports } from './ports/ports.ts';
import { changePassword, describeAccount, logIn, logOut, registerAccount } from './use-cases/accounts.ts';
import {
  addTask,
  closeTask,
  finishCase,
  listCases,
  openCase,
  reopenCase,
  showCase,
  showHistory,
} from './use-cases/cases.ts';
import {
  checkCertification,
  issueCertification,
  rejectCertification,
  requestCertification,
  revokeCertification,
} from './use-cases/certifications.ts';
import { addChild, listDoctorsChildren, listOwnChildren } from './use-cases/children.ts';
import { linkAssistant, listAssistants, listDoctors, unlinkAssistant } from './use-cases/practice.ts';
import { bind } from './use-cases/runner.ts';
import { resumeSession } from './use-cases/sessions.ts';
import { checkReadiness } from './use-cases/upkeep.ts';

/** The driving port: what a transport may call is exactly what stands here. */
export const createApplication = (ports: Ports) =>
  bind(ports, {
    addChild,
    addTask,
    changePassword,
    checkCertification,
    checkReadiness,
    closeTask,
    describeAccount,
    finishCase,
    issueCertification,
    linkAssistant,
    listAssistants,
    listCases,
    listDoctors,
    listDoctorsChildren,
    listOwnChildren,
    logIn,
    logOut,
    openCase,
    registerAccount,
    rejectCertification,
    reopenCase,
    requestCertification,
    resumeSession,
    revokeCertification,
    showCase,
    showHistory,
    unlinkAssistant,
  });

export type Application = ReturnType<typeof createApplication>;
