import type { Application } from '@health-case/domain/application';
import type { RefusalCode } from '@health-case/domain/result';
import type { waitingUseCases } from '@health-case/domain/use-cases/case-lists';
import type { refusalUseCases } from '@health-case/domain/use-cases/cases';
import type { issuedUseCases } from '@health-case/domain/use-cases/confirmations';
import type { invitationUseCases } from '@health-case/domain/use-cases/parents';
import type { passkeyUseCases } from '@health-case/domain/use-cases/passkeys';
import type { ownPracticeUseCases } from '@health-case/domain/use-cases/practice';
import type { proofUseCases } from '@health-case/domain/use-cases/proofs';
import type { recoveryCodeUseCases } from '@health-case/domain/use-cases/second-factors';
import type { CodesOf, GENERAL } from '../refusals.ts';
import type { alive } from '../shared-routes.ts';

export const TAGS = {
  Accounts: 'Registering, logging in and out, and what an account says of itself.',
  Doctors: 'Doctors, their assistants, and the children who are their patients.',
  Children: 'The children of a parent.',
  Cases: 'Cases of children, and the tasks in them.',
  Certifications: 'Health certifications for closed tasks.',
  Process: 'What a monitor asks.',
};

type Tag = keyof typeof TAGS;
type Words = {
  readonly description: string;
  readonly retriable?: boolean;
  /** Fields of requests that work one after another, by name. By default, one is made of the fields' examples. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Which field a refusal is about: a variant whose call has no such field does not refuse so. */
  readonly fields?: Readonly<Partial<Record<RefusalCode, string>>>;
};

/** What the API document says of a use case, with the reason for each code of its refusals. */
export type Operation<Reasons = Readonly<Partial<Record<RefusalCode, string>>>> = {
  readonly tag: Tag;
  readonly summary: string;
  readonly words: Words & Reasons;
};

/** D-24: the codes of calls with an Idempotency-Key. */
type RetryCode = keyof typeof GENERAL.callWithKey;

/** A code that the type of the use case does not have, or that has no reason here, does not compile. */
type OperationOf<Code extends RefusalCode> = Operation<
  Readonly<Record<Exclude<Code, RetryCode>, string>> & Retry<Code>
>;
type Retry<Code> = RetryCode extends Code ? { readonly retriable: true } : { readonly retriable?: never };

/** Use cases that no route of a variant calls: of the portal's pages (D-22, D-28, D-29, D-30, D-33, D-38, D-43), of verifiers, and the one that finds the session. */
type OfPortal = keyof (typeof invitationUseCases &
  typeof issuedUseCases &
  typeof ownPracticeUseCases &
  typeof passkeyUseCases &
  typeof proofUseCases &
  typeof recoveryCodeUseCases &
  typeof refusalUseCases &
  typeof waitingUseCases);
type Elsewhere = OfPortal | 'listPublicKeys' | 'readStatusList' | 'resumeSession';
/** What routes serve. */
type UseCases = Omit<Application, Elsewhere> & {
  readonly alive: typeof alive;
};
export type Operations = { readonly [Name in keyof UseCases]: OperationOf<CodesOf<UseCases[Name]>> };

/** The compiler takes the type of the words from `Operations`. */
export const operation = <Of>(tag: Tag, summary: string, words: NoInfer<Of>) => ({ tag, summary, words: words as Of });
