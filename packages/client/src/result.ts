/** What came of a call: its value, or a refusal of the service. Neither is an exception. */
export type Result<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export type Refusal<Code extends string = string> = {
  /** What was refused, for programs: one of the codes of this very call. */
  readonly code: Code;
  /** What to change, in a sentence for people. */
  readonly sentence: string;
  /** Of the reply, in HTTP. */
  readonly status: number;
  /** Where waiting helps: after so many seconds the same call is no longer refused for this. */
  readonly retryAfterSeconds?: number;
  /** Names the call in the log of the service. */
  readonly requestId: string;
};

/** The value, for those who would rather catch a refusal: it is thrown as `Refused`. */
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
