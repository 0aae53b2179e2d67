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
export type Parser<Value> = ((text: string) => Parsed<Value>) & { readonly longest: number; readonly bounds?: Bounds };

/**
 * Refuses a longer text as `tooLong`, before anything reads it: to normalise Unicode, for example, takes a time that
 * grows with the square of the length.
 */
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

/** A parser that takes these texts, and no other. */
export const oneOf = <Text extends string>(texts: readonly Text[]): Parser<Text> => {
  const other = problem(`must be one of ${texts.join(', ')}`);
  const find = (text: string): Parsed<Text> => {
    const found = texts.find((one) => one === text.trim());
    return found === undefined ? other : ok(found);
  };
  return parser(FEW, other, find, { enum: [...texts] });
};

/** Everything the domain may refuse. Closed: a transport must know an answer to each code. */
export type RefusalCode =
  | 'ACCOUNT_CONFIRMED'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_NOT_FOUND'
  | 'ADDRESS_NOT_PROVEN'
  | 'ASSISTANT_NOT_FOUND'
  | 'BIRTH_DATE_IN_FUTURE'
  | 'CASE_FINISHED'
  | 'CASE_NOT_FOUND'
  | 'CASE_ONGOING'
  | 'CASE_WORKED_IN'
  | 'CASES_LEFT'
  | 'CERTIFICATES_EXHAUSTED'
  | 'CERTIFICATION_DECIDED'
  | 'CERTIFICATION_EXPIRED'
  | 'CERTIFICATION_LIVE'
  | 'CERTIFICATION_NOT_FOUND'
  | 'CERTIFICATION_NOT_ISSUED'
  | 'CERTIFICATION_TO_CONFIRM'
  | 'CHILD_CORRECTED'
  | 'CHILD_HAS_PARENTS'
  | 'CHILD_KNOWN'
  | 'CHILD_NOT_FOUND'
  | 'CHILDREN_EQUAL'
  | 'CHILDREN_LEFT'
  | 'CODE_INVALID'
  | 'COVER_DAYS_INVALID'
  | 'COVER_NOT_FOUND'
  | 'COVER_OVERLAPS'
  | 'CREDENTIALS_WRONG'
  | 'DOCTOR_NOT_FOUND'
  | 'DOCTOR_TAKES_NO_CHILDREN'
  | 'DOCTOR_UNAVAILABLE'
  | 'EMAIL_OWN'
  | 'EMAIL_TAKEN'
  | 'HELPED_LATELY'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IMPORT_CHANGED'
  | 'IMPORT_NOT_FOUND'
  | 'INVITATION_INVALID'
  | 'INVITATION_NOT_FOUND'
  | 'LAST_MANAGER'
  | 'LAST_PARENT'
  | 'LOGIN_NOT_FOUND'
  | 'MAIL_NOT_FOUND'
  | 'MANAGER_EXISTS'
  | 'NOTE_MARKED'
  | 'NOTE_NOT_FOUND'
  | 'NOT_CONFIRMED'
  | 'OWN_INTEREST'
  | 'PARENT_NOT_FOUND'
  | 'PASSKEY_INVALID'
  | 'PASSKEY_IN_DOUBT'
  | 'PASSKEY_NOT_FOUND'
  | 'PASSWORD_COMMON'
  | 'PASSWORD_WRONG'
  | 'PHRASE_NOT_FOUND'
  | 'REASON_NEEDED'
  | 'REQUEST_IN_FLIGHT'
  | 'ROLE_NOT_ALLOWED'
  | 'SECOND_FACTOR_NEEDED'
  | 'SECOND_FACTOR_ON'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SESSION_INVALID'
  | 'TASK_ALREADY_CLOSED'
  | 'TASK_NOT_CLOSED'
  | 'TASK_NOT_FOUND'
  | 'SIGNING_KEY_NOT_FOUND'
  | 'STATUS_LIST_NOT_FOUND'
  | 'TASKS_OPEN'
  | 'THROTTLED'
  | 'TOO_MANY_PARENTS'
  | 'TOO_MANY_PASSKEYS'
  | 'TOO_MANY_PHRASES'
  | 'UNDO_OVER'
  | 'VALIDITY_OUT_OF_RANGE'
  | 'WISH_ENDED';

export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly code: Code;
  /** Where waiting helps: after so many whole seconds the same call is no longer refused for this. */
  readonly retryAfterSeconds?: number;
};

export const refuse = <Code extends RefusalCode>(code: Code): Refused<Refusal<Code>> => refused({ code });

export const throttledFor = (milliseconds: number): Refused<Refusal<'THROTTLED'>> =>
  refused({ code: 'THROTTLED', retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) });
