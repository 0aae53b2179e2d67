import type { Application } from '@health-case/domain/application';
import type { Refusal, RefusalCode } from '@health-case/domain/errors';
import type { Refused } from '@health-case/domain/result';
import type { alive } from '../alive.ts';

/** What rows serve: every use case but the one that finds out who is calling. */
export type UseCases = Omit<Application, 'resumeSession'> & { readonly alive: typeof alive };

/** The codes in the type of a use case. */
export type CodesOf<UseCase extends (...input: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<UseCase>>,
  Refused<Refusal>
>['refusal']['code'];

/** D-24: what only a call with an Idempotency-Key is refused for. */
export type RetryCode = Extract<RefusalCode, 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT'>;

export type Tag = 'Accounts' | 'Doctors' | 'Children' | 'Cases' | 'Certifications' | 'Process';

type Words = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Fields of requests that work one after another, by name; where there are none, the examples of the fields are one. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** What the API document says of a use case, whichever its code. */
export type Operation = Words & {
  readonly retriable?: boolean;
  readonly refusals: Readonly<Partial<Record<RefusalCode, string>>>;
};

/** The same where the codes are known: each must be there with the reason for it, and no other. */
export type OperationOf<Code extends RefusalCode> = Words & {
  readonly refusals: Reasons<Exclude<Code, RetryCode>>;
} & (RetryCode extends Code ? { readonly retriable: true } : { readonly retriable?: never });

/** An object type without members would let every member in. */
type Reasons<Code extends RefusalCode> = [Code] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<Code, string>>;

export type Operations = { readonly [Name in keyof UseCases]: OperationOf<CodesOf<UseCases[Name]>> };
