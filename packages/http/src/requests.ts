import { parseAccountId, parseCaseId, parseTaskId } from '@health-case/domain/model/ids';
import {
  accountId,
  caseEventId,
  caseId,
  childId,
  email,
  firstName,
  invitation,
  lastName,
  limit,
  password,
  passwordAttempt,
  reason,
  role,
  title,
} from './fields.ts';
import { fieldsOnly, reader } from './reader.ts';

/** The requests that both variants take in the same words. */
export const nothing = fieldsOnly({});
export const credentials = fieldsOnly({ email, password: passwordAttempt });
export const registration = fieldsOnly({
  firstName,
  lastName,
  email,
  password,
  role,
  invitation: invitation.optional(),
});
export const passwordChange = fieldsOnly({ password: passwordAttempt, newPassword: password });

/** D-19. */
const doctorInPath = { id: { parse: parseAccountId, otherwise: 'DOCTOR_NOT_FOUND' } } as const;
/** For those without a part in it, a case or a task does not exist (D-23). */
const caseInPath = { id: { parse: parseCaseId, otherwise: 'CASE_NOT_FOUND' } } as const;
const taskInPath = { id: { parse: parseTaskId, otherwise: 'TASK_NOT_FOUND' } } as const;
const assistantInPath = { AstID: { parse: parseAccountId, otherwise: 'ASSISTANT_NOT_FOUND' } } as const;
const accountPaging = { after: accountId.optional(), limit: limit.optional() };
const childPaging = { after: childId.optional(), limit: limit.optional() };

export const doctorPage = reader(accountPaging, {}, (paging) => ({ paging }));
export const assistantPage = reader(accountPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));
export const childPage = reader(childPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));

export const assistantByEmail = reader({ email }, doctorInPath, (fields, { id }) => ({ doctorId: id, ...fields }));
export const assistantOfDoctor = reader({}, { ...doctorInPath, ...assistantInPath }, (_, { id, AstID }) => ({
  doctorId: id,
  assistantId: AstID,
}));

export const ownChildPage = reader(childPaging, {}, (paging) => ({ paging }));

export const newCase = reader({ ChildID: childId, DocID: accountId, title }, {}, ({ ChildID, DocID, ...fields }) => ({
  childId: ChildID,
  doctorId: DocID,
  ...fields,
}));
export const casePage = reader({ after: caseId.optional(), limit: limit.optional() }, {}, (paging) => ({ paging }));
export const eventPage = reader(
  { after: caseEventId.optional(), limit: limit.optional() },
  caseInPath,
  (paging, { id }) => ({
    caseId: id,
    paging,
  }),
);
export const oneCase = reader({}, caseInPath, (_, { id }) => ({ caseId: id }));
export const caseWithReason = reader({ reason }, caseInPath, (fields, { id }) => ({ caseId: id, ...fields }));
export const newTask = reader({ title }, caseInPath, (fields, { id }) => ({ caseId: id, ...fields }));
export const oneTask = reader({}, taskInPath, (_, { id }) => ({ taskId: id }));
