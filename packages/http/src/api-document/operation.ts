import type { Application } from '@health-case/domain/application';
import type { Refusal, RefusalCode } from '@health-case/domain/errors';
import type { Refused } from '@health-case/domain/result';
import { type ErrorCode, REFUSALS, type WireRefusalCode } from '../refusals.ts';
import type { Route } from '../route.ts';
import type { alive } from '../shared-routes.ts';

/** What routes serve: every use case but the one that finds the session. */
type UseCases = Omit<Application, 'resumeSession'> & { readonly alive: typeof alive };

/** The codes in the type of a use case. */
type CodesOf<UseCase extends (...input: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<UseCase>>,
  Refused<Refusal>
>['refusal']['code'];

/** D-24: the codes of calls with an Idempotency-Key. */
type RetryCode = Extract<RefusalCode, 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT'>;

export type Tag = 'Accounts' | 'Doctors' | 'Children' | 'Cases' | 'Certifications' | 'Process';

/** What the API document says of a use case. */
export type Operation<Reasons = Readonly<Partial<Record<RefusalCode, string>>>> = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly retriable?: boolean;
  /** Fields of requests that work one after another, by name. By default the one example is made from those of the fields. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The reason for each code. */
  readonly refusals: Reasons;
};

/** An object type without members would accept every member. */
type Reasons<Code extends RefusalCode> = [Code] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Code, string>>;

type OperationOf<Code extends RefusalCode> = Operation<Reasons<Exclude<Code, RetryCode>>> & {
  readonly retriable?: RetryCode extends Code ? true : never;
} & (RetryCode extends Code ? { readonly retriable: true } : unknown);

/** A code that the type of the use case does not have, or that has no reason here, does not compile. */
export type Operations = { readonly [Name in keyof UseCases]: OperationOf<CodesOf<UseCases[Name]>> };

/** Which calls can give each code that does not come from their own use case. */
type Origin = 'any call' | 'a call with a session' | 'a call with a key' | 'no documented call';
const ORIGINS: Readonly<Record<WireRefusalCode | CodesOf<Application['resumeSession']> | RetryCode, Origin>> = {
  BODY_TOO_LARGE: 'any call',
  FIELDS_INVALID: 'any call',
  HEADERS_TOO_LARGE: 'any call',
  IDEMPOTENCY_KEY_REUSED: 'a call with a key',
  INTERNAL: 'any call',
  MALFORMED_HTTP: 'any call',
  MALFORMED_JSON: 'any call',
  METHOD_NOT_ALLOWED: 'no documented call',
  OVERLOADED: 'any call',
  PATH_NOT_FOUND: 'no documented call',
  REQUEST_IN_FLIGHT: 'a call with a key',
  REQUEST_TIMEOUT: 'any call',
  SESSION_AMBIGUOUS: 'a call with a session',
  SESSION_INVALID: 'a call with a session',
  SESSION_MISSING: 'a call with a session',
  STORE_UNAVAILABLE: 'any call',
  THROTTLED: 'a call with a session',
};

/** All refusals of an operation, with their reasons. */
export const reasonsOf = ({ who, segments }: Route, { refusals, retriable }: Operation): [ErrorCode, string][] => {
  const origins = ['any call', who === 'session' && 'a call with a session', retriable && 'a call with a key'];
  const general = Object.entries(ORIGINS).filter(([, origin]) => origins.includes(origin));
  const codes = [...general.map(([code]) => code), ...Object.values(segments).map(({ otherwise }) => otherwise)];
  const sentences = codes.map((code) => [code, REFUSALS[code as ErrorCode][1]]);
  return Object.entries({ ...Object.fromEntries(sentences), ...refusals }) as [ErrorCode, string][];
};

/** The name of the response that operations share, if none of these codes comes from the use case. */
export const sharedName = (
  { refusals }: Operation,
  status: number,
  codes: readonly ErrorCode[],
): string | undefined => {
  const origins: Readonly<Partial<Record<ErrorCode, Origin>>> = ORIGINS;
  if (codes.some((code) => origins[code] === undefined || code in refusals)) return undefined;
  return `Refused${status}${codes.some((code) => origins[code] === 'a call with a session') ? 'WithSession' : ''}`;
};
