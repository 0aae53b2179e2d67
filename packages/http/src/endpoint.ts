import type { Application } from '@health-case/domain/application';
import type { RefusalCode } from '@health-case/domain/result';
import type { Caller, ClientAddress, RequestFacts } from '@health-case/domain/use-cases/declaration';
import type { Spared } from '@health-case/domain/use-cases/sessions';
import type { Answer } from './answers.ts';
import type { ContentField } from './envelope.ts';
import type { Reader } from './reader.ts';
import type { CodesOf, GENERAL } from './refusals.ts';

export const TAGS = {
  Accounts: 'Registering, logging in and out, and what an account says of itself.',
  Doctors: 'Doctors, their assistants, and the children who are their patients.',
  Children: 'The children of a parent.',
  Cases: 'Cases of children, and the tasks in them.',
  Certifications: 'Health certifications for closed tasks.',
  Process: 'What a monitor asks.',
};

type Called = Exclude<keyof Application, 'resumeSession'>;

/** A call as HTTP has it, whatever its method and path: what serving and the API document need to know. */
type Endpoint = {
  /** That of the use case. What a role may do is decided there. */
  readonly name: Called;
  readonly tag: keyof typeof TAGS;
  readonly request: Reader<object>;
  readonly answer: Answer<never>;
  readonly summary: string;
  readonly description: string;
  /** Whether it takes no session. */
  readonly anyone?: true;
  /** P-22, D-29, D-40: what a call that ends a session, leads to a second factor, or is about the own account, is spared. */
  readonly spared?: Spared;
  /** D-24: whether it takes an Idempotency-Key. */
  readonly retriable?: true;
  /** Fields of requests that work one after another, by name. By default, one is made of the fields' examples. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Which field a refusal is about: a variant whose call has no such field does not refuse so. */
  readonly about?: Readonly<Partial<Record<RefusalCode, string>>>;
  /** Why the use case refuses, by code. */
  readonly refused?: Readonly<Partial<Record<RefusalCode, string>>>;
};

/** One line in the table of a variant. */
export type Route = Endpoint & { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string };

/** A variant of the wire format: all that differs between the two. */
export type Variant = {
  readonly name: 'A' | 'B';
  readonly contentField: ContentField;
  readonly routes: readonly Route[];
};

type GivenTo<Name extends Called> = Application[Name] extends (input: infer Given) => unknown ? Given : never;
type InputOf<Name extends Called> = Omit<GivenTo<Name>, keyof (Caller & ClientAddress & RequestFacts)>;
type OutputOf<Name extends Called> = Extract<Awaited<ReturnType<Application[Name]>>, { readonly ok: true }>['value'];

type Who<Given> = keyof Caller & keyof Given extends never ? { readonly anyone: true } : { readonly anyone?: never };
type RetryCode = keyof typeof GENERAL.callWithKey;
type Retry<Code> = RetryCode extends Code ? { readonly retriable: true } : { readonly retriable?: never };
/** A code that the type of the use case does not have, or that has no reason here, does not compile. */
type Refused<Code extends RefusalCode> = Retry<Code> &
  ([Exclude<Code, RetryCode>] extends [never]
    ? { readonly refused?: never }
    : { readonly refused: Readonly<Record<Exclude<Code, RetryCode>, string>> });

/** The compiler checks request, use case and answer against each other. */
type EndpointOf<Name extends Called> = Pick<Endpoint, 'about' | 'description' | 'examples' | 'spared' | 'summary'> &
  Who<GivenTo<Name>> &
  Refused<CodesOf<Application[Name]>> & {
    readonly request: Reader<InputOf<Name>>;
    readonly answer: Answer<OutputOf<Name>>;
  };
type Named<Name extends Called> = EndpointOf<Name> & { readonly name: Name; readonly tag: keyof typeof TAGS };

/** The endpoints of a subject, by the names of their use cases. */
export const endpoints = <Names extends Called>(
  tag: keyof typeof TAGS,
  declared: { readonly [Name in Names]: EndpointOf<Name> },
) =>
  Object.fromEntries(
    Object.entries<object>(declared).map(([name, endpoint]) => [name, { name, tag, ...endpoint }]),
  ) as unknown as { readonly [Name in Names]: Named<Name> };

/** A variant that has a request or an answer of its own names the endpoint with that one. */
export const route = <Name extends Called>(method: Route['method'], path: string, endpoint: Named<Name>): Route => ({
  method,
  path,
  ...endpoint,
});

const IN_QUERY = ['after', 'certification', 'ChildID', 'detail', 'DocID', 'limit', 'status'];

/** D-25: which part of a list is wanted may stand in the query string, for clients that cannot send a body with GET. */
export const queryFieldsOf = ({ method, request }: Route): readonly string[] =>
  method === 'GET' ? IN_QUERY.filter((name) => name in request.fields.shape) : [];
