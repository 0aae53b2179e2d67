import { parseAccountId, parseCaseId, parseTaskId } from '@health-case/domain/model/values';
import type { z } from 'zod';
import {
  accountId,
  caseEventId,
  caseId,
  childId,
  doctorId,
  email,
  firstName,
  invitation,
  lastName,
  limit,
  newEmail,
  password,
  passwordAttempt,
  reason,
  role,
  title,
} from './fields.ts';
import { fieldsOnly, reader } from './reader.ts';
import * as strings from './strings.ts';

/** The requests that both variants take in the same words. */
export const nothing = fieldsOnly({});
export const credentials = fieldsOnly({ email, password: passwordAttempt });
export const registration = fieldsOnly({
  firstName,
  lastName,
  email: newEmail,
  password,
  role,
  invitation: invitation.optional(),
});
export const passwordChange = fieldsOnly({ password: passwordAttempt, newPassword: password });

/** D-19. */
const doctorInPath = {
  id: { parse: parseAccountId, otherwise: 'DOCTOR_NOT_FOUND', string: strings.doctorId },
} as const;
/** For those without a part in it, a case or a task does not exist (D-23). */
const caseInPath = { id: { parse: parseCaseId, otherwise: 'CASE_NOT_FOUND', string: strings.caseId } } as const;
const taskInPath = { id: { parse: parseTaskId, otherwise: 'TASK_NOT_FOUND', string: strings.taskId } } as const;
const assistantInPath = {
  AstID: { parse: parseAccountId, otherwise: 'ASSISTANT_NOT_FOUND', string: strings.assistantId },
} as const;

/** D-12. */
const paging = <Id extends z.ZodType>(id: Id) => ({
  after: id.optional().meta({ description: 'Only the entries that follow the one with this id.' }),
  limit: limit.optional(),
});
const accountPaging = paging(accountId);
const childPaging = paging(childId);

export const doctorPage = reader(accountPaging, {}, (fields) => ({ paging: fields }));
export const assistantPage = reader(accountPaging, doctorInPath, (fields, { id }) => ({
  doctorId: id,
  paging: fields,
}));
export const childPage = reader(childPaging, doctorInPath, (fields, { id }) => ({ doctorId: id, paging: fields }));

export const assistantByEmail = reader({ email }, doctorInPath, (fields, { id }) => ({ doctorId: id, ...fields }));
export const assistantOfDoctor = reader({}, { ...doctorInPath, ...assistantInPath }, (_, { id, AstID }) => ({
  doctorId: id,
  assistantId: AstID,
}));

export const ownChildPage = reader(childPaging, {}, (fields) => ({ paging: fields }));

export const newCase = reader({ ChildID: childId, DocID: doctorId, title }, {}, ({ ChildID, DocID, ...fields }) => ({
  childId: ChildID,
  doctorId: DocID,
  ...fields,
}));
export const casePage = reader(paging(caseId), {}, (fields) => ({ paging: fields }));
export const eventPage = reader(paging(caseEventId), caseInPath, (fields, { id }) => ({ caseId: id, paging: fields }));
export const oneCase = reader({}, caseInPath, (_, { id }) => ({ caseId: id }));
export const caseWithReason = reader({ reason }, caseInPath, (fields, { id }) => ({ caseId: id, ...fields }));
export const newTask = reader({ title }, caseInPath, (fields, { id }) => ({ caseId: id, ...fields }));
export const oneTask = reader({}, taskInPath, (_, { id }) => ({ taskId: id }));
