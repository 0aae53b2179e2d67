import type { Refusal } from './result.ts';

/**
 * An outage: an adapter cannot do its work at present. The same call may succeed after `retryAfterSeconds`. Its unit of
 * work has changed nothing, unless the store did not answer the commit (P-16).
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

/**
 * Thrown by `ready` of a store while calls would fail. Clients get its message, but not that of other outages: it says
 * what is wrong and what to do, without internals. The cause is for the operator.
 */
export class NotReady extends Unavailable {
  constructor(message: string, cause: unknown) {
    super('store', message, { retryAfterSeconds: 5 });
    this.cause = cause;
  }
}

/** Why a mail was not sent, for the operator. Never a text of the mail server: it can quote address and mail. */
export class MailProblem extends Error {}

/** A mail that a mail server refuses for good. */
export class MailRefused extends MailProblem {}

/** A mail that a mail server does not take now. It answers, and may take others. */
export class MailDeferred extends MailProblem {}

/** A state that should never be. The message is for the operator. Its only data are identifiers. */
export class Fault extends Error {}

/** An error that the operator can mend. The message is one sentence that says what to change, without secrets. */
export class OperatorError extends Error {}

/** Thrown when the caller has lost a right since the call began: by a list between two pages, for example. */
export class RightLost extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The caller has lost a right since the call began.');
    this.refusal = refusal;
  }
}

/**
 * Thrown by a unit of work, or by its commit, that records an act of an account which was erased meanwhile. It has changed
 * nothing. The caller is refused as any without a session: erasing an account ends them.
 */
export class ActorErased extends RightLost {
  constructor() {
    super({ code: 'SESSION_INVALID' });
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

/** As `Promise.all`, but rejects only once all have ended: a change must not come after its unit of work has failed. */
export const allEnded = async <Promises extends readonly Promise<unknown>[] | []>(promises: Promises) => {
  await Promise.allSettled(promises);
  return Promise.all(promises);
};
