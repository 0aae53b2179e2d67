import { parseAccountId } from '@health-case/domain/model/ids';
import { accountId, childId, email, firstName, lastName, limit, password, passwordAttempt, role } from './fields.ts';
import { fieldsOnly, reader } from './reader.ts';

/** The requests that both variants take in the same words. */
export const nothing = fieldsOnly({});
export const credentials = fieldsOnly({ email, password: passwordAttempt });
export const registration = fieldsOnly({ firstName, lastName, email, password, role });
export const passwordChange = fieldsOnly({ password: passwordAttempt, newPassword: password });

/** D-19. */
const doctorInPath = { id: { parse: parseAccountId, otherwise: 'DOCTOR_NOT_FOUND' } } as const;
const accountPaging = { after: accountId.optional(), limit: limit.optional() };
const childPaging = { after: childId.optional(), limit: limit.optional() };

export const doctorPage = reader(accountPaging, {}, (paging) => ({ paging }));
export const assistantPage = reader(accountPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));
export const childPage = reader(childPaging, doctorInPath, (paging, { id }) => ({ doctorId: id, paging }));
