import type { Application } from '@health-case/domain/application';
import { type Account, LANGUAGES, NOTICES } from '@health-case/domain/model/account';
import { CASE_ACTIONS, type Case, type CaseEvent, type Task } from '@health-case/domain/model/case';
import type { Pages } from '@health-case/domain/model/pages';
import type { AccountId, CaseId, TaskId } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import type { Login } from '@health-case/domain/use-cases/logins';
import { z } from 'zod';
import { type Answer, children, done, isoOf, list, one, role } from './answers.ts';
import * as field from './fields.ts';
import { doctorInPath, paging, reader } from './requests.ts';
import { anyone, type Route, route, session } from './route.ts';

// The specification does not name these endpoints, but its own endpoints need their data. Both variants have them.

const assistantInPath = { ...doctorInPath, AstID: [field.assistantId, 'ASSISTANT_NOT_FOUND'] } as const;
/** A case or a task is not found by an account that does not participate in it (D-23). */
const caseInPath = { id: [field.caseId, 'CASE_NOT_FOUND'] } as const;
const taskInPath = { id: [field.taskId, 'TASK_NOT_FOUND'] } as const;

const nothing = reader({});
const [password, newPassword, otp, code] = [field.passwordAttempt, field.password, field.otp, field.code];
const passwordChange = reader({ password, newPassword });
const profileChange = reader({
  firstName: field.firstName.optional(),
  lastName: field.lastName.optional(),
  language: field.language.optional(),
  notices: field.notices.optional(),
});
const emailChange = reader({ email: field.newEmail, password });
const codeOfMail = reader({ code });
const reset = reader({ email: field.email });
const resetWithCode = reader({ code, newPassword, otp: otp.optional() });
const loginList = reader(paging(field.loginId), {}, (paging) => ({ paging }));
const oneLogin = reader({}, { LoginID: [field.loginId, 'LOGIN_NOT_FOUND'] } as const, (_, { LoginID }) => ({
  login: LoginID,
}));
const passwordAgain = reader({ password });
const oneTimePassword = reader({ otp });
const factorRemoval = reader({ password, otp });
const assistantByEmail = reader({ email: field.email }, doctorInPath, ({ email }, { id }) => ({ doctorId: id, email }));
const assistantOfDoctor = reader({}, assistantInPath, (_, { id, AstID }) => ({ doctorId: id, assistantId: AstID }));
const ownChildList = reader(paging(field.childId), {}, (paging) => ({ paging }));
const newCase = reader(
  { ChildID: field.childId, DocID: field.doctorId, title: field.title },
  {},
  ({ ChildID, DocID, title }) => ({ childId: ChildID, doctorId: DocID, title }),
);
const caseList = reader(paging(field.caseId), {}, (paging) => ({ paging }));
const oneCase = reader({}, caseInPath, (_, { id }) => ({ caseId: id }));
const eventList = reader(paging(field.caseEventId), caseInPath, (paging, { id }) => ({ caseId: id, paging }));
const caseWithReason = reader({ reason: field.reason }, caseInPath, ({ reason }, { id }) => ({ caseId: id, reason }));
const newTask = reader({ title: field.title }, caseInPath, ({ title }, { id }) => ({ caseId: id, title }));
const oneTask = reader({}, taskInPath, (_, { id }) => ({ taskId: id }));

const [firstName, lastName, title] = [field.firstName.in, field.lastName.in, field.title.in];

const ownAccount = one(
  z
    .object({
      ID: field.accountId.in,
      firstName,
      lastName,
      email: field.email.in,
      role,
      language: z.enum(LANGUAGES).meta({ description: 'In which mails to the account are written (ISO 639-1).' }),
      notices: z.enum(NOTICES).meta({ description: 'Which mails it gets: all, or only those about its security.' }),
      secondFactor: z.boolean().meta({ description: 'Whether its logins ask for a second factor.', examples: [false] }),
    })
    .meta({ id: 'Account' }),
  ({ id, firstName, lastName, email, role, language, notices, secondFactor }: Account) => {
    return { ID: id, firstName, lastName, email, role, language, notices, secondFactor };
  },
);

const logins = list(
  z
    .object({
      LoginID: field.loginId.in,
      startedAt: field.instant,
      lastUsedAt: field.instant,
      current: z.boolean().meta({ description: 'Whether this call was made in it.', examples: [true] }),
    })
    .meta({ id: 'Login' }),
  ({ id, startedAt, lastUsedAt, isCurrent }: Login) => {
    return { LoginID: id, startedAt: isoOf(startedAt), lastUsedAt: isoOf(lastUsedAt), current: isCurrent };
  },
);

const factorOffered = one(
  z.object({ secret: field.factorSecret, uri: field.factorUri }).meta({ id: 'OfferedFactor' }),
  ({ secret, uri }: { readonly secret: string; readonly uri: string }) => ({ secret, uri }),
);
const factorConfirmed = one(
  z.object({ recoveryCodes: z.array(field.recoveryCode) }).meta({ id: 'RecoveryCodes' }),
  ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => ({ recoveryCodes: [...recoveryCodes] }),
);

/** D-17. */
const assistantLinked = one(z.object({ AstID: field.assistantId.in }), (id: AccountId) => ({ AstID: id }));
const caseOpened = one(z.object({ CaseID: field.caseId.in }), (id: CaseId) => ({ CaseID: id }));
const taskAdded = one(z.object({ TaskID: field.taskId.in }), (id: TaskId) => ({ TaskID: id }));

const caseSchema = z.object({
  id: field.caseId.in,
  title,
  status: z.enum(['ongoing', 'finished'] satisfies Case['status'][]),
  ChildID: field.childId.in,
  DocID: field.doctorId.in,
});
const caseJson = ({ id, title, status, childId, doctorId }: Case): z.output<typeof caseSchema> => {
  return { id, title, status, ChildID: childId, DocID: doctorId };
};
const cases = list(caseSchema.meta({ id: 'Case' }), caseJson);

const caseWithTimes = caseSchema.extend({ openedAt: field.instant, finishedAt: field.instant.nullable() });
const tasks = list(
  z
    .object({
      id: field.taskId.in,
      title: title.meta({ examples: ['Measure lung function'] }),
      status: z.enum(['open', 'closed'] satisfies Task['status'][]),
      closedAt: field.instant.nullable(),
    })
    .meta({ id: 'Task' }),
  (task: Task) => {
    const closedAt = task.status === 'closed' ? isoOf(task.closedAt) : null;
    return { id: task.id, title: task.title, status: task.status, closedAt };
  },
);

/** The tasks are the last member, so that they can be streamed as every list is. */
const caseWithTasks: Answer<{ case: Case; tasks: Pages<Task> }> = {
  schema: caseWithTimes.extend({ tasks: tasks.schema }).meta({ id: 'CaseWithTasks' }),
  contentOf: async function* (output) {
    const found = output.case;
    const members: z.output<typeof caseWithTimes> = {
      ...caseJson(found),
      openedAt: isoOf(found.openedAt),
      finishedAt: found.status === 'finished' ? isoOf(found.finishedAt) : null,
    };
    yield `${JSON.stringify(members).slice(0, -1)},"tasks":`;
    yield* tasks.contentOf(output.tasks);
    yield '}';
  },
};

const history = list(
  z
    .object({
      id: field.caseEventId.in,
      at: field.instant,
      by: field.accountId.in,
      action: z.enum(CASE_ACTIONS),
      reason: field.reason.in.nullable(),
    })
    .meta({ id: 'CaseEvent' }),
  ({ id, at, by, action, reason }: CaseEvent) => ({ id, at: isoOf(at), by, action, reason: reason ?? null }),
);

/** Answers as long as the process does, whatever the state of the store. */
export const alive = async () => ok(undefined);

// biome-ignore format: a table is read by its columns
export const sharedRoutes = (app: Application): readonly Route[] => [
  route('GET',    '/api/Auth/me',                   session, nothing,           app.describeAccount, ownAccount),
  route('POST',   '/api/Auth/me',                   session, profileChange,     app.changeProfile,   done),
  route('POST',   '/api/Auth/logout',               session, nothing,           app.logOut,          done),
  route('POST',   '/api/Auth/password',             session, passwordChange,    app.changePassword,  done),
  route('POST',   '/api/Auth/email',                session, emailChange,       app.changeEmail,     done),
  route('POST',   '/api/Auth/email/confirm',        session, codeOfMail,        app.confirmEmail,    done),
  route('POST',   '/api/Auth/reset',                anyone,  reset,             app.requestReset,    done),
  route('POST',   '/api/Auth/reset/confirm',        anyone,  resetWithCode,     app.confirmReset,    done),
  route('GET',    '/api/Auth/logins',               session, loginList,         app.listLogins,      logins),
  route('DELETE', '/api/Auth/logins/:LoginID',      session, oneLogin,          app.endLogin,        done),
  route('POST',   '/api/Auth/factor',               session, passwordAgain,     app.offerFactor,     factorOffered),
  route('POST',   '/api/Auth/factor/confirm',       session, oneTimePassword,   app.confirmFactor,   factorConfirmed),
  route('DELETE', '/api/Auth/factor',               session, factorRemoval,     app.removeFactor,    done),
  route('POST',   '/api/Doc/:id/assistants',        session, assistantByEmail,  app.linkAssistant,   assistantLinked),
  route('DELETE', '/api/Doc/:id/assistants/:AstID', session, assistantOfDoctor, app.unlinkAssistant, done),
  route('GET',    '/api/Parent/children',           session, ownChildList,      app.listOwnChildren, children),
  route('POST',   '/api/Case',                      session, newCase,           app.openCase,        caseOpened),
  route('GET',    '/api/Case',                      session, caseList,          app.listCases,       cases),
  route('GET',    '/api/Case/:id',                  session, oneCase,           app.showCase,        caseWithTasks),
  route('GET',    '/api/Case/:id/history',          session, eventList,         app.showHistory,     history),
  route('POST',   '/api/Case/:id/tasks',            session, newTask,           app.addTask,         taskAdded),
  route('POST',   '/api/Task/:id/close',            session, oneTask,           app.closeTask,       done),
  route('POST',   '/api/Case/:id/finish',           session, oneCase,           app.finishCase,      done),
  route('POST',   '/api/Case/:id/reopen',           session, caseWithReason,    app.reopenCase,      done),
  route('GET',    '/healthz',                       anyone,  nothing,           alive,               done),
  route('GET',    '/readyz',                        anyone,  nothing,           app.checkReadiness,  done),
];
