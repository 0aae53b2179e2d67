import type { Instant } from './model/values.ts';
import { type Refused, refused } from './result.ts';

/** Everything the domain may refuse. Closed: a transport must know an answer to each code. */
export type RefusalCode =
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_NOT_FOUND'
  | 'ASSISTANT_NOT_FOUND'
  | 'BIRTH_DATE_IN_FUTURE'
  | 'CASE_FINISHED'
  | 'CASE_NOT_FOUND'
  | 'CASE_ONGOING'
  | 'CERTIFICATION_DECIDED'
  | 'CERTIFICATION_NOT_FOUND'
  | 'CERTIFICATION_NOT_ISSUED'
  | 'CHILD_KNOWN'
  | 'CHILD_NOT_FOUND'
  | 'CREDENTIALS_WRONG'
  | 'DOCTOR_NOT_FOUND'
  | 'EMAIL_TAKEN'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVITATION_INVALID'
  | 'PASSWORD_COMMON'
  | 'PASSWORD_WRONG'
  | 'REQUEST_IN_FLIGHT'
  | 'ROLE_NOT_ALLOWED'
  | 'SESSION_INVALID'
  | 'TASK_ALREADY_CLOSED'
  | 'TASK_NOT_CLOSED'
  | 'TASK_NOT_FOUND'
  | 'TASKS_OPEN'
  | 'THROTTLED';

export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly code: Code;
  /** Where waiting helps: after so many whole seconds the same call is no longer refused for this. */
  readonly retryAfterSeconds?: number;
};

export const refuse = <Code extends RefusalCode>(code: Code): Refused<Refusal<Code>> => refused({ code });

export const throttledUntil = (then: Instant, now: Instant): Refused<Refusal<'THROTTLED'>> =>
  refused({ code: 'THROTTLED', retryAfterSeconds: Math.max(1, Math.ceil((then - now) / 1000)) });

/**
 * An outage: an adapter cannot do its work at present. The same call may succeed after `retryAfterSeconds`. Its unit of work
 * has changed nothing, unless the store was lost during the commit (P-16).
 */
export class Unavailable extends Error {
  readonly reason: 'overloaded' | 'store';
  readonly retryAfterSeconds: number;

  constructor(reason: 'overloaded' | 'store', message: string, options: { readonly retryAfterSeconds: number }) {
    super(message);
    this.name = 'Unavailable';
    this.reason = reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A state that should never be. The message is for the operator and quotes no data but identifiers. */
export class Fault extends Error {}

/** The operator can mend it. The message is one sentence that says what to change and quotes no secret. */
export class OperatorError extends Error {}

/** Thrown by a list of many pages whose reader may not read it any more. */
export class Withdrawn extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The right to read a list was lost.');
    this.refusal = refusal;
  }
}

/** Runs a side task of a call. An outage in it must neither undo nor hide the outcome of the call. */
export const ifAvailable = async (note: () => Promise<unknown>): Promise<void> => {
  try {
    await note();
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};
