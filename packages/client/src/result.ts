/** The outcome of a call: its value, or a refusal of the service. Neither is an exception. */
export type Result<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export type Refusal<Code extends string = string> = {
  /** For programs: one of the codes of this call. */
  readonly code: Code;
  /** For people: a sentence that says what to change. */
  readonly sentence: string;
  /** The HTTP status. */
  readonly status: number;
  /** Set where waiting helps: after so many seconds the same call is no longer refused for this reason. */
  readonly retryAfterSeconds?: number;
  /** Names the call in the log of the service. */
  readonly requestId: string;
};

/** Returns the value, or throws the refusal as `Refused`. */
export const unwrap = <Value>(result: Result<Value, string>): Value => {
  if (!result.ok) throw new Refused(result.refusal);
  return result.value;
};

/** What `unwrap` throws. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.sentence}`);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

/**
 * Thrown by a call that got no reply of this variant of the service. Unless the call only reads, the service may have
 * carried it out: look before you call again. The error holds nothing of what was sent.
 */
export class CallFailed extends Error {
  /** The method of the client. */
  readonly method: string;
  readonly reason: 'no reply' | 'timed out' | 'broken reply';
  /** The HTTP status, if a reply came. */
  readonly status: number | undefined;

  constructor(
    method: string,
    reason: CallFailed['reason'],
    explanation: string,
    { status, ...options }: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(`${method}: ${explanation}`, options);
    this.name = 'CallFailed';
    this.method = method;
    this.reason = reason;
    this.status = status;
  }
}
