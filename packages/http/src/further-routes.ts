import type { Application } from '@health-case/domain/application';
import { alive } from './alive.ts';
import {
  assistantLinked,
  caseOpened,
  cases,
  caseWithTasks,
  children,
  done,
  history,
  ownAccount,
  taskAdded,
} from './answers.ts';
import {
  assistantByEmail,
  assistantOfDoctor,
  casePage,
  caseWithReason,
  eventPage,
  newCase,
  newTask,
  nothing,
  oneCase,
  oneTask,
  ownChildPage,
  passwordChange,
} from './requests.ts';
import { anyone, type Row, row, session } from './route.ts';

/** The endpoints that the specification does not name, without which what it names could not be used; the same in both variants. */
// biome-ignore format: a table is read by its columns
export const furtherRoutes = (app: Application): readonly Row[] => [
  row('GET',    '/api/Auth/me',                   session, nothing,           app.describeAccount,     ownAccount),
  row('POST',   '/api/Auth/logout',               session, nothing,           app.logOut,              done),
  row('POST',   '/api/Auth/password',             session, passwordChange,    app.changePassword,      done),
  row('POST',   '/api/Doc/:id/assistants',        session, assistantByEmail,  app.linkAssistant,       assistantLinked),
  row('DELETE', '/api/Doc/:id/assistants/:AstID', session, assistantOfDoctor, app.unlinkAssistant,     done),
  row('GET',    '/api/Parent/children',           session, ownChildPage,      app.listOwnChildren,     children),
  row('POST',   '/api/Case',                      session, newCase,           app.openCase,            caseOpened),
  row('GET',    '/api/Case',                      session, casePage,          app.listCases,           cases),
  row('GET',    '/api/Case/:id',                  session, oneCase,           app.showCase,            caseWithTasks),
  row('GET',    '/api/Case/:id/history',          session, eventPage,         app.showHistory,         history),
  row('POST',   '/api/Case/:id/tasks',            session, newTask,           app.addTask,             taskAdded),
  row('POST',   '/api/Task/:id/close',            session, oneTask,           app.closeTask,           done),
  row('POST',   '/api/Case/:id/finish',           session, oneCase,           app.finishCase,          done),
  row('POST',   '/api/Case/:id/reopen',           session, caseWithReason,    app.reopenCase,          done),
  row('GET',    '/healthz',                       anyone,  nothing,           alive,                   done),
  row('GET',    '/readyz',                        anyone,  nothing,           app.checkReadiness,      done),
];
