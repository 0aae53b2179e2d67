import type { Application } from '@health-case/domain/application';
import { ok } from '@health-case/domain/result';
import * as answers from './answers.ts';
import * as requests from './requests.ts';
import { anyone, type Route, route, session } from './route.ts';

/** Answers as long as the process does, whatever the state of the store. */
export const alive = async () => ok(undefined);

/** The endpoints that the specification does not name, but that its own endpoints cannot do without; the same in both variants. */
// biome-ignore format: a table is read by its columns
export const sharedRoutes = (app: Application): readonly Route[] => [
  route('GET',    '/api/Auth/me',                   session, requests.nothing,           app.describeAccount, answers.ownAccount),
  route('POST',   '/api/Auth/logout',               session, requests.nothing,           app.logOut,          answers.done),
  route('POST',   '/api/Auth/password',             session, requests.passwordChange,    app.changePassword,  answers.done),
  route('POST',   '/api/Doc/:id/assistants',        session, requests.assistantByEmail,  app.linkAssistant,   answers.assistantLinked),
  route('DELETE', '/api/Doc/:id/assistants/:AstID', session, requests.assistantOfDoctor, app.unlinkAssistant, answers.done),
  route('GET',    '/api/Parent/children',           session, requests.ownChildList,      app.listOwnChildren, answers.children),
  route('POST',   '/api/Case',                      session, requests.newCase,           app.openCase,        answers.caseOpened),
  route('GET',    '/api/Case',                      session, requests.caseList,          app.listCases,       answers.cases),
  route('GET',    '/api/Case/:id',                  session, requests.oneCase,           app.showCase,        answers.caseWithTasks),
  route('GET',    '/api/Case/:id/history',          session, requests.eventList,         app.showHistory,     answers.history),
  route('POST',   '/api/Case/:id/tasks',            session, requests.newTask,           app.addTask,         answers.taskAdded),
  route('POST',   '/api/Task/:id/close',            session, requests.oneTask,           app.closeTask,       answers.done),
  route('POST',   '/api/Case/:id/finish',           session, requests.oneCase,           app.finishCase,      answers.done),
  route('POST',   '/api/Case/:id/reopen',           session, requests.caseWithReason,    app.reopenCase,      answers.done),
  route('GET',    '/healthz',                       anyone,  requests.nothing,           alive,               answers.done),
  route('GET',    '/readyz',                        anyone,  requests.nothing,           app.checkReadiness,  answers.done),
];
