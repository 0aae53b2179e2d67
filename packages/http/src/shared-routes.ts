import { type Route, route } from './endpoint.ts';
import { account } from './endpoints/account.ts';
import { cases, tasks } from './endpoints/case.ts';
import { child, parents } from './endpoints/child.ts';
import { factor, login } from './endpoints/login.ts';
import { practice } from './endpoints/practice.ts';
import { process } from './endpoints/process.ts';

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
  route('POST',   '/api/Auth/factor',          factor.offerFactor),
  route('POST',   '/api/Auth/factor/confirm',  factor.confirmFactor),
  route('DELETE', '/api/Auth/factor',          factor.removeFactor),
  route('POST',   '/api/Doc/:id/assistants',        practice.linkAssistant),
  route('DELETE', '/api/Doc/:id/assistants/:AstID', practice.unlinkAssistant),
  route('GET',    '/api/Parent/children',      child.listOwnChildren),
  route('GET',    CHILD,                       child.showChild),
  route('POST',   CHILD,                       child.correctChild),
  route('GET',    `${CHILD}/access`,           child.listAccess),
  route('GET',    `${CHILD}/parents`,          parents.listParents),
  route('POST',   `${CHILD}/parents`,          parents.inviteParent),
  route('DELETE', `${CHILD}/parents/:ParID`,   parents.removeParent),
  route('POST',   '/api/Parent/join',          parents.joinChild),
  route('POST',   '/api/Case',                 cases.openCase),
  route('GET',    '/api/Case',                 cases.listCases),
  route('GET',    '/api/Case/:id',             cases.showCase),
  route('POST',   '/api/Case/:id',             cases.renameCase),
  route('GET',    '/api/Case/:id/history',     cases.showHistory),
  route('POST',   '/api/Case/:id/tasks',       tasks.addTask),
  route('GET',    '/api/Task',                 tasks.listTasks),
  route('POST',   '/api/Task/:id',             tasks.renameTask),
  route('POST',   '/api/Task/:id/close',       tasks.closeTask),
  route('POST',   '/api/Case/:id/finish',      cases.finishCase),
  route('POST',   '/api/Case/:id/reopen',      cases.reopenCase),
  route('POST',   '/api/Case/:id/handover',    cases.handOverCase),
  route('GET',    '/healthz',                  process.alive),
  route('GET',    '/readyz',                   process.checkReadiness),
];
