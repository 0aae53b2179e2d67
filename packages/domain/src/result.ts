/** The outcome of anything that may be refused: a value, or the refusal, never an exception. */
export type Result<T, R> = Ok<T> | Refused<R>;
export type Ok<T> = { readonly ok: true; readonly value: T };
export type Refused<R> = { readonly ok: false; readonly refusal: R };

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const refused = <R>(refusal: R): Refused<R> => ({ ok: false, refusal });

/** The end of a sentence that begins with the field's name. */
export type Problem = { readonly problem: string };
export type Parsed<Value> = Result<Value, Problem>;

export const problem = (text: string) => refused<Problem>({ problem: text });

/** D-06: white space alone counts as no value. */
export const missing = problem('is missing');
