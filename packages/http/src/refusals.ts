import type { Application } from '@health-case/domain/application';
import type { Refusal, RefusalCode, Refused, Result } from '@health-case/domain/result';

type Rows<Code extends string = string> = Readonly<Record<Code, readonly [status: number, sentence: string]>>;

/** The codes in the type of a use case. */
export type CodesOf<UseCase extends (...input: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<UseCase>>,
  Refused<Refusal>
>['refusal']['code'];

// D-02, D-03: the status and the sentence of each refusal, here alone. A code that is missing here does not compile.

const TRY_AGAIN = 'try again after the time in the Retry-After header.';

/** The refusals that do not come from a route's own use case, grouped by the calls that can be refused so. */
export const GENERAL = {
  anyCall: {
    BODY_TOO_LARGE: [413, 'The request body is larger than 64 KiB; send less.'],
    FIELDS_INVALID: [400, 'A field of the request is missing or invalid.'],
    HEADERS_TOO_LARGE: [431, 'The request headers are larger than 16 KiB; send fewer or shorter ones.'],
    INTERNAL: [500, 'The service failed; report the Request-Id of this reply if it happens again.'],
    MALFORMED_HTTP: [400, 'The request is not well-formed HTTP/1.1; correct it and send it anew.'],
    MALFORMED_JSON: [400, 'The request body must be one JSON object in UTF-8, or empty.'],
    OVERLOADED: [503, `The service is overloaded; ${TRY_AGAIN}`],
    REQUEST_TIMEOUT: [408, 'The request took too long to arrive; send it faster.'],
    STORE_UNAVAILABLE: [503, `The store cannot be used for this call at present; ${TRY_AGAIN}`],
  },
  noDocumentedCall: {
    METHOD_NOT_ALLOWED: [405, 'This path does not take that method; use one named in the Allow header.'],
    PATH_NOT_FOUND: [404, 'There is nothing at this path; check its spelling against the documentation.'],
  },
  callWithSession: {
    NOT_CONFIRMED: [403, 'This account waits until whoever manages the practice has confirmed it; try again then.'],
    SECOND_FACTOR_NEEDED: [403, 'This account needs a second factor; turn one on by POST /api/Auth/factor first.'],
    SESSION_AMBIGUOUS: [400, 'The Authorization header and the field id name different sessions; send one of them.'],
    SESSION_INVALID: [401, 'The session is unknown or has ended; log in again.'],
    SESSION_MISSING: [
      401,
      'A session is needed: log in, then send its id in the field id or as Authorization: Bearer.',
    ],
    THROTTLED: [429, 'That was too often; wait for the time in the Retry-After header.'],
  },
  /** D-24. */
  callWithKey: {
    IDEMPOTENCY_KEY_REUSED: [
      422,
      'This Idempotency-Key was used for another request; use a new one for each new request.',
    ],
    REQUEST_IN_FLIGHT: [409, `A request with this Idempotency-Key is under way; ${TRY_AGAIN}`],
  },
} satisfies Record<string, Rows> & { callWithSession: Rows & Rows<CodesOf<Application['resumeSession']>> };

type CodesIn<Calls> = Calls extends unknown ? keyof Calls : never;
type GeneralCode = CodesIn<(typeof GENERAL)[keyof typeof GENERAL]>;
type ErrorCode = RefusalCode | GeneralCode;

const USE_CASES: Rows<Exclude<RefusalCode, GeneralCode>> = {
  ACCOUNT_CONFIRMED: [409, 'The account is confirmed already.'],
  ACCOUNT_DISABLED: [403, 'This account has been disabled; ask those who run the service.'],
  ACCOUNT_NOT_FOUND: [404, 'No account has this e-mail address; check its spelling.'],
  ADDRESS_NOT_PROVEN: [409, 'The e-mail address of the account is not proven yet; its owner does that first.'],
  ASSISTANT_NOT_FOUND: [404, 'No such assistant is known here; check the e-mail address or the id.'],
  BIRTH_DATE_IN_FUTURE: [400, 'birthDate must not lie in the future.'],
  CASES_LEFT: [409, 'The doctor has ongoing cases; have them handed over or finished first.'],
  CASE_FINISHED: [409, 'The case is finished; reopen it first.'],
  CASE_NOT_FOUND: [404, 'No such case or task is known to you; check the id in the path.'],
  CASE_ONGOING: [409, 'The case is ongoing; only a finished one can be reopened.'],
  CASE_WORKED_IN: [409, 'The case has tasks already; finish it instead.'],
  CERTIFICATES_EXHAUSTED: [409, 'The certification has 100 certificates, the most it can have; use one of them.'],
  CERTIFICATION_DECIDED: [409, 'The certification has been decided already; check its status.'],
  CERTIFICATION_LIVE: [409, 'A certification of the task is requested or issued; reject or revoke it first.'],
  CERTIFICATION_EXPIRED: [409, 'The certification is no longer valid; have it revoked, then request a new one.'],
  CERTIFICATION_NOT_FOUND: [404, 'No certification has been requested for this task; request one first.'],
  CERTIFICATION_NOT_ISSUED: [409, 'The certification is not issued; check its status.'],
  REASON_NEEDED: [400, 'Give a reason: the parents are told.'],
  COVER_DAYS_INVALID: [400, 'A cover begins today or later, ends on that day or later, and lasts 366 days at most.'],
  COVER_NOT_FOUND: [404, 'No such cover is known to you, or its days are over; check the id.'],
  COVER_OVERLAPS: [
    409,
    'On some of these days the doctor has a deputy or is one, or the deputy has one; choose other days or another doctor.',
  ],
  CERTIFICATION_TO_CONFIRM: [
    409,
    'The child was corrected since the certification was issued; the doctor who issued it must confirm it first.',
  ],
  CHILDREN_EQUAL: [409, 'The two ids name the same child; name two different ones.'],
  CHILDREN_LEFT: [409, 'The parent is the only one of a child; have another parent join it, or erase the child first.'],
  CHILD_CORRECTED: [409, 'The child is called otherwise by now; read its names and birth date again, and decide anew.'],
  CHILD_HAS_PARENTS: [409, 'A parent looks after the child.'],
  CHILD_KNOWN: [409, 'You have added a child with this socSecNum already.'],
  CHILD_NOT_FOUND: [404, 'No such child is known to you; check ChildID.'],
  CODE_INVALID: [401, 'The code is wrong, used or expired; check it, or ask for a new one.'],
  CREDENTIALS_WRONG: [401, 'The e-mail address or the password is wrong.'],
  DOCTOR_NOT_FOUND: [404, 'No such doctor is known here; take an id from the list of doctors.'],
  DOCTOR_TAKES_NO_CHILDREN: [409, 'This doctor takes no new children; choose another one.'],
  DOCTOR_UNAVAILABLE: [409, 'The doctor of the case is not available any more; have it handed over first.'],
  EMAIL_OWN: [409, 'This is the e-mail address of your own account; name the one of the other parent.'],
  EMAIL_TAKEN: [409, 'An account with this e-mail address exists already; log in or use another one.'],
  IMPORT_CHANGED: [409, 'The import is in another state by now; look at it again.'],
  IMPORT_NOT_FOUND: [404, 'No such import or row is known here; list the imports.'],
  HELPED_LATELY: [409, 'Of an account, managers give an address or reset the factor within 30 days; ask the operator.'],
  INVITATION_INVALID: [
    403,
    'To register in this role takes a valid invitation; ask the operator for a code and send it as invitation.',
  ],
  INVITATION_NOT_FOUND: [404, 'No invitation to this address waits; list those of the child.'],
  LAST_MANAGER: [409, 'Nobody else who can log in runs the practice; make another manager first.'],
  LAST_PARENT: [409, 'This is the only parent of the child; invite another one first.'],
  LOGIN_NOT_FOUND: [404, 'You have no such login; take a LoginID from the list of your logins.'],
  MAIL_NOT_FOUND: [404, 'No mail has this id; list the mails.'],
  MANAGER_EXISTS: [409, 'Somebody who can log in manages the practice already.'],
  NOTE_MARKED: [409, 'The note is marked as entered in error already.'],
  NOTE_NOT_FOUND: [404, 'No such note is on this case; list its notes.'],
  OWN_INTEREST: [403, 'You would get a part in the cases of this doctor; the doctor or another manager must do it.'],
  PARENT_NOT_FOUND: [404, 'The child has no such parent; take an id from the list of its parents.'],
  PASSKEY_INVALID: [401, 'The passkey is unknown or does not fit; try again, or log in with the password.'],
  PASSKEY_IN_DOUBT: [
    401,
    'The passkey has not counted on since its last use: a copy of it may have signed; log in with the password.',
  ],
  PASSKEY_NOT_FOUND: [404, 'The account has no such passkey; list its passkeys.'],
  PASSWORD_COMMON: [400, 'This password is one of the most common ones; choose another.'],
  PASSWORD_WRONG: [401, 'The present password is wrong.'],
  PHRASE_NOT_FOUND: [404, 'No such phrase is yours; list your phrases.'],
  ROLE_NOT_ALLOWED: [403, 'This account may not do this.'],
  SECOND_FACTOR_ON: [409, 'The account has a second factor; turn it off first.'],
  SECOND_FACTOR_REQUIRED: [
    401,
    'This account has a second factor; send its one-time password or a recovery code as otp, too.',
  ],
  SIGNING_KEY_NOT_FOUND: [404, 'No signing key has this id; list the signing keys.'],
  STATUS_LIST_NOT_FOUND: [404, 'No status list has this number; take the address from a certificate.'],
  TASKS_OPEN: [409, 'The case has open tasks; close them first.'],
  TASK_ALREADY_CLOSED: [409, 'The task is closed already.'],
  TASK_NOT_CLOSED: [409, 'A certification needs a closed task; close the task first.'],
  TASK_NOT_FOUND: [404, 'No such task belongs to this case; check TaskID.'],
  TOO_MANY_PARENTS: [409, 'A child can have six parents at most; have one removed first.'],
  TOO_MANY_PHRASES: [409, 'You keep as many phrases of the kind as you can; remove one first.'],
  UNDO_OVER: [409, 'The task is open, or was closed by somebody else, or too long ago.'],
  TOO_MANY_PASSKEYS: [409, 'An account can have ten passkeys at most; remove one first.'],
  VALIDITY_OUT_OF_RANGE: [400, 'validUntil must be a day from today on, at most 365 days ahead.'],
  WISH_ENDED: [409, 'The wish for a certificate is closed or declined already.'],
};

export const REFUSALS: Rows<ErrorCode> = Object.assign({}, ...Object.values(GENERAL), USE_CASES);

/** A refusal of the domain or of the transport, with its own sentence where the general one says too little. */
export type WireRefusal = { readonly code: ErrorCode; readonly sentence?: string; readonly retryAfterSeconds?: number };

export type WireResult<Value> = Result<Value, WireRefusal>;
