import type { RefusalCode } from '@health-case/domain/errors';

/** What only a transport can refuse. */
export type WireRefusalCode =
  | 'BODY_TOO_LARGE'
  | 'FIELDS_INVALID'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'MALFORMED_HTTP'
  | 'MALFORMED_JSON'
  | 'METHOD_NOT_ALLOWED'
  | 'OVERLOADED'
  | 'PATH_NOT_FOUND'
  | 'REQUEST_TIMEOUT'
  | 'SESSION_AMBIGUOUS'
  | 'SESSION_MISSING'
  | 'STORE_UNAVAILABLE';

export type ErrorCode = RefusalCode | WireRefusalCode;
type Status = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 422 | 429 | 431 | 500 | 503;
type Answer = { readonly status: Status; readonly sentence: string };

/** D-02, D-03: the one place where a refusal gets its status and its words. A code that is missing here does not compile. */
export const ERRORS: Readonly<Record<ErrorCode, Answer>> = {
  ACCOUNT_DISABLED: { status: 403, sentence: 'This account has been disabled; ask those who run the service.' },
  ACCOUNT_NOT_FOUND: { status: 404, sentence: 'No account has this e-mail address; check its spelling.' },
  ASSISTANT_NOT_FOUND: {
    status: 404,
    sentence: 'No such assistant is known here; check the e-mail address or the id.',
  },
  BIRTH_DATE_IN_FUTURE: { status: 400, sentence: 'birthDate must not lie in the future.' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The request body is larger than 64 KiB; send less.' },
  CASE_FINISHED: { status: 409, sentence: 'The case is finished; reopen it first.' },
  CASE_NOT_FOUND: { status: 404, sentence: 'No such case or task is known to you; check the id in the path.' },
  CASE_ONGOING: { status: 409, sentence: 'The case is ongoing; only a finished one can be reopened.' },
  CERTIFICATION_DECIDED: { status: 409, sentence: 'The certification has been decided already; check its status.' },
  CERTIFICATION_NOT_FOUND: {
    status: 404,
    sentence: 'No certification has been requested for this task; request one first.',
  },
  CERTIFICATION_NOT_ISSUED: { status: 409, sentence: 'Only an issued certification can be revoked; check its status.' },
  CHILD_KNOWN: { status: 409, sentence: 'You have added a child with this socSecNum already.' },
  CHILD_NOT_FOUND: { status: 404, sentence: 'No such child is known to you; check ChildID.' },
  CREDENTIALS_WRONG: { status: 401, sentence: 'The e-mail address or the password is wrong.' },
  DOCTOR_NOT_FOUND: { status: 404, sentence: 'No such doctor is known here; take an id from the list of doctors.' },
  EMAIL_TAKEN: {
    status: 409,
    sentence: 'An account with this e-mail address exists already; log in or use another one.',
  },
  FIELDS_INVALID: { status: 400, sentence: 'A field of the request is missing or invalid.' },
  HEADERS_TOO_LARGE: {
    status: 431,
    sentence: 'The request headers are larger than 16 KiB; send fewer or shorter ones.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    sentence: 'This Idempotency-Key was used for another request; use a new one for each new request.',
  },
  INTERNAL: { status: 500, sentence: 'The service failed; report the Request-Id of this reply if it happens again.' },
  MALFORMED_HTTP: { status: 400, sentence: 'The request is not well-formed HTTP/1.1; correct it and send it anew.' },
  MALFORMED_JSON: { status: 400, sentence: 'The request body must be one JSON object in UTF-8, or empty.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    sentence: 'This path does not take that method; use one named in the Allow header.',
  },
  OVERLOADED: {
    status: 503,
    sentence: 'The service is overloaded; try again after the time in the Retry-After header.',
  },
  INVITATION_INVALID: {
    status: 403,
    sentence:
      'To register in this role takes a valid invitation; ask the operator for a code and send it as invitation.',
  },
  PASSWORD_COMMON: { status: 400, sentence: 'This password is one of the most common ones; choose another.' },
  PASSWORD_WRONG: { status: 401, sentence: 'The present password is wrong.' },
  PATH_NOT_FOUND: {
    status: 404,
    sentence: 'There is nothing at this path; check its spelling against the documentation.',
  },
  REQUEST_IN_FLIGHT: {
    status: 409,
    sentence: 'A request with this Idempotency-Key is under way; try again after the time in the Retry-After header.',
  },
  REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive; send it faster.' },
  ROLE_NOT_ALLOWED: { status: 403, sentence: 'This account may not do this.' },
  SESSION_AMBIGUOUS: {
    status: 400,
    sentence: 'The Authorization header and the field id name different sessions; send one of them.',
  },
  SESSION_INVALID: { status: 401, sentence: 'The session is unknown or has ended; log in again.' },
  SESSION_MISSING: {
    status: 401,
    sentence: 'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    sentence: 'The store cannot be used for this call at present; try again after the time in the Retry-After header.',
  },
  TASK_ALREADY_CLOSED: { status: 409, sentence: 'The task is closed already.' },
  TASK_NOT_CLOSED: { status: 409, sentence: 'A certification needs a closed task; close the task first.' },
  TASK_NOT_FOUND: { status: 404, sentence: 'No such task belongs to this case; check TaskID.' },
  THROTTLED: { status: 429, sentence: 'Too many tries; wait for the time in the Retry-After header.' },
  TASKS_OPEN: { status: 409, sentence: 'The case has open tasks; close them first.' },
};

/** A refusal on its way to the wire: the domain's or the transport's, with words of its own where the general ones do not do. */
export type WireRefusal = {
  readonly code: ErrorCode;
  readonly sentence?: string;
  readonly retryAfterSeconds?: number;
};
