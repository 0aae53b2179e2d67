import type { RefusalCode } from './refusals.ts';

export type { RefusalCode };

/** The outcome of anything that may be refused: a value, or the refusal, never an exception. */
export type Result<T, R> = Ok<T> | Refused<R>;
export type Ok<T> = { readonly ok: true; readonly value: T };
export type Refused<R> = { readonly ok: false; readonly refusal: R };

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const refused = <R>(refusal: R): Refused<R> => ({ ok: false, refusal });

/** The end of a sentence whose subject is the field's name. */
export type Problem = { readonly problem: string };
export type Parsed<Value> = Result<Value, Problem>;

export const problem = (text: string) => refused<Problem>({ problem: text });

/** D-06: white space alone counts as no value. */
export const missing = problem('is missing');

/** What a text may be, for a transport to tell: how many code points it has, or which of a few it is. */
type Bounds = { readonly minLength?: number; readonly maxLength: number } | { readonly enum: string[] };
/** Makes a value of a text of at most `longest` UTF-16 units. */
export type Parser<Value> = ((text: string) => Parsed<Value>) & {
  readonly longest: number;
  readonly bounds?: Bounds;
  /** The first character of a refused text that no such value has, if there is one. */
  unfit?: (text: string) => string | undefined;
};

/** Refuses a longer text as `tooLong` unread: to normalise Unicode takes a time that grows with its square. */
export const parser = <Value>(
  longest: number,
  tooLong: Parsed<NoInfer<Value>>,
  parse: (text: string) => Parsed<Value>,
  bounds?: Bounds,
): Parser<Value> => {
  const bounded = (text: string): Parsed<Value> => {
    if (text.length <= longest) return parse(text);
    return text.trim() === '' ? missing : tooLong;
  };
  return Object.assign(bounded, { longest, ...(bounds && { bounds }) });
};

/** UTF-16 units for what is a few characters, with white space around it. */
export const FEW = 100;

export const oneOf = <Text extends string>(texts: readonly Text[]): Parser<Text> => {
  const other = problem(`must be one of ${texts.join(', ')}`);
  const find = (text: string): Parsed<Text> => {
    const found = texts.find((one) => one === text.trim());
    return found === undefined ? other : ok(found);
  };
  return parser(FEW, other, find, { enum: [...texts] });
};

export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly code: Code;
  /** Where waiting helps: after so many whole seconds the same call is no longer refused for this. */
  readonly retryAfterSeconds?: number;
};

export const refuse = <Code extends RefusalCode>(code: Code): Refused<Refusal<Code>> => refused({ code });

export const throttledFor = (milliseconds: number): Refused<Refusal<'THROTTLED'>> =>
  refused({ code: 'THROTTLED', retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) });
