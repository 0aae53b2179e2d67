/** Why there is no result: nothing came back, not in time, or nothing that this variant of the service says. */
export type FailureReason = 'no reply' | 'timed out' | 'broken reply';

type Details = { readonly explanation: string; readonly status?: number; readonly cause?: unknown };

/**
 * A call without a result, which is thrown. Unless it only reads, it may have been carried out all the same: look before
 * you make it again. It holds nothing of what was sent.
 */
export class CallFailed extends Error {
  /** The method of the client. */
  readonly method: string;
  readonly reason: FailureReason;
  /** In HTTP, if a reply came. */
  readonly status: number | undefined;

  constructor(method: string, reason: FailureReason, { explanation, status, cause }: Details) {
    super(`${method}: ${explanation}`, cause === undefined ? undefined : { cause });
    this.name = 'CallFailed';
    this.method = method;
    this.reason = reason;
    this.status = status;
  }
}
