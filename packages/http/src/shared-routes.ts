import { done, endpoints, nothing, type Route, route } from './endpoint.ts';
import { account } from './endpoints/account.ts';
import { cases } from './endpoints/case.ts';
import { child } from './endpoints/child.ts';
import { doctor } from './endpoints/doctor.ts';
import { login } from './endpoints/login.ts';

const process = endpoints('Process', {
  alive: {
    summary: 'Check that the process is alive',
    description: 'Whatever the state of the store.',
    request: nothing,
    anyone: true,
  },
  checkReadiness: {
    summary: 'Check that the process can reach its store',
    description: 'Answers 503 while it cannot.',
    request: nothing,
    answer: done,
    anyone: true,
  },
});

const CHILD = '/api/Parent/children/:ChildID';

/** The endpoints that both variants have alike. The specification names those of `/api/Doc` alone, which need the rest. */
// biome-ignore format: a table is read by its columns
export const sharedRoutes: readonly Route[] = [
  route('GET',    '/api/Auth/me',              account.describeAccount),
  route('POST',   '/api/Auth/me',              account.changeProfile),
  route('POST',   '/api/Auth/logout',          login.logOut),
  route('POST',   '/api/Auth/password',        account.changePassword),
  route('POST',   '/api/Auth/email',           account.changeEmail),
  route('POST',   '/api/Auth/email/confirm',   account.confirmEmail),
  route('POST',   '/api/Auth/reset',           account.requestReset),
  route('POST',   '/api/Auth/reset/confirm',   account.confirmReset),
  route('GET',    '/api/Auth/logins',          login.listLogins),
  route('DELETE', '/api/Auth/logins/:LoginID', login.endLogin),
  route('POST',   '/api/Auth/factor',          login.offerFactor),
  route('POST',   '/api/Auth/factor/confirm',  login.confirmFactor),
  route('DELETE', '/api/Auth/factor',          login.removeFactor),
  route('POST',   '/api/Doc/:id/assistants',        doctor.linkAssistant),
  route('DELETE', '/api/Doc/:id/assistants/:AstID', doctor.unlinkAssistant),
  route('GET',    '/api/Parent/children',      child.listOwnChildren),
  route('GET',    CHILD,                       child.showChild),
  route('POST',   CHILD,                       child.correctChild),
  route('GET',    `${CHILD}/access`,           child.listAccess),
  route('GET',    `${CHILD}/parents`,          child.listParents),
  route('POST',   `${CHILD}/parents`,          child.inviteParent),
  route('DELETE', `${CHILD}/parents/:ParID`,   child.removeParent),
  route('POST',   '/api/Parent/join',          child.joinChild),
  route('POST',   '/api/Case',                 cases.openCase),
  route('GET',    '/api/Case',                 cases.listCases),
  route('GET',    '/api/Case/:id',             cases.showCase),
  route('POST',   '/api/Case/:id',             cases.renameCase),
  route('GET',    '/api/Case/:id/history',     cases.showHistory),
  route('POST',   '/api/Case/:id/tasks',       cases.addTask),
  route('GET',    '/api/Task',                 cases.listTasks),
  route('POST',   '/api/Task/:id',             cases.renameTask),
  route('POST',   '/api/Task/:id/close',       cases.closeTask),
  route('POST',   '/api/Case/:id/finish',      cases.finishCase),
  route('POST',   '/api/Case/:id/reopen',      cases.reopenCase),
  route('POST',   '/api/Case/:id/handover',    cases.handOverCase),
  route('GET',    '/healthz',                  process.alive),
  route('GET',    '/readyz',                   process.checkReadiness),
];
