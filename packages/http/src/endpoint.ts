import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Application } from '@health-case/domain/application';
import { type Person, type PersonInRole, ROLES } from '@health-case/domain/model/account';
import type { ChildNames } from '@health-case/domain/model/child';
import type { Pages } from '@health-case/domain/model/pages';
import type { ChildId, Instant } from '@health-case/domain/model/values';
import { ok, type RefusalCode, refused } from '@health-case/domain/result';
import type { Detail } from '@health-case/domain/use-cases/case-lists';
import type { Caller, ClientAddress, RequestFacts } from '@health-case/domain/use-cases/declaration';
import type { Spared } from '@health-case/domain/use-cases/sessions';
import { z } from 'zod';
import type { ContentField } from './envelope.ts';
import * as field from './fields.ts';
import type { CodesOf, GENERAL, WireRefusal, WireResult } from './refusals.ts';

/** How many entries become JSON at once. The longest entry has about two thousand characters. */
const ENTRIES = 32;

/** JSON, some of its text at a time. */
type LongJson = AsyncIterable<string>;

export const jsonOfPages = async function* <Entry>(pages: Pages<Entry>, toJson: (entry: Entry) => unknown): LongJson {
  let before = '[';
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += ENTRIES) {
      yield before + JSON.stringify(page.slice(start, start + ENTRIES).map(toJson)).slice(1, -1);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
};

/** Milliseconds that a list may take of the event loop before other requests get a turn. */
const LONGEST_TURN = 1;

/** How many characters the socket gets at once. A reader needs memory for one piece and one page of any list. */
const PIECE = 64 * 1024;

/** Yields the pieces of a list, and returns the last one. */
type Pieces = AsyncGenerator<string, string>;

/**
 * Divides an envelope with a list into pieces of about `PIECE` characters. `head` is the beginning of the envelope. A
 * list that has used `LONGEST_TURN` waits for another turn of the event loop. Each turn is for one list, so that
 * clients that read fast do not keep the process from serving others.
 */
export const createPieces = () => {
  let last: Promise<void> = Promise.resolve();
  return async function* (head: string, content: LongJson): Pieces {
    let [text, began] = [head, performance.now()];
    for await (const json of content) {
      text += json;
      if (text.length >= PIECE) {
        const piece = text;
        text = '';
        yield piece;
      }
      // Checked after each wait for the socket, too, because many sockets may make room in the same turn.
      if (performance.now() - began < LONGEST_TURN) continue;
      last = last.then(() => nextTurn());
      await last;
      began = performance.now();
    }
    return `${text}}`;
  };
};

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json | undefined };

export type Content = Json | LongJson;

export const isLong = (content: Content): content is LongJson =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

/** D-31: what a request may ask of the answer alone. */
type Wanted = { readonly detail?: Detail | undefined };

/** Makes the content from a use case's output, in the words of the wire. The schema is part of the API document. */
export type Answer<Output, Made extends Content = Content> = {
  readonly schema: z.ZodType;
  readonly contentOf: (output: Output, wanted: Wanted) => Made;
};

/** The compiler checks what `contentOf` returns against the schema; the running service does not. */
export const one = <Output, Written extends Json>(
  schema: z.ZodType<Written>,
  contentOf: (output: Output, wanted: Wanted) => NoInfer<Written>,
): Answer<Output> => ({ schema, contentOf });

/** By `after` a client reads on behind the entry with an id. */
export const list = <Entry, Written extends Json & ({ readonly id: string } | { readonly LoginID: string })>(
  entry: z.ZodType<Written>,
  toJson: (entry: Entry) => NoInfer<Written>,
): Answer<Pages<Entry>, LongJson> => ({ schema: z.array(entry), contentOf: (pages) => jsonOfPages(pages, toJson) });

/** D-13: ISO 8601, UTC, with milliseconds. */
export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

// The answers that several subjects use.

const [firstName, lastName] = [field.firstName.in, field.lastName.in];

export const done = one(z.null(), () => null);

export const role = z.enum(ROLES).meta({ description: 'Doctor, assistant or parent.', examples: ['Par'] });

/** D-31. */
export const personInRole = z.object({ firstName, lastName, role }).meta({ id: 'PersonInRole' });
export const personInRoleJson = ({
  firstName,
  lastName,
  role,
}: Omit<PersonInRole, 'id'>): z.output<typeof personInRole> => {
  return { firstName, lastName, role };
};

/** D-30. */
export const childNames = z
  .object({ id: field.childId.in, firstName, lastName, birthDate: field.birthDate.in.nullable() })
  .meta({ id: 'ChildNames' });
export const childNamesJson = ({ id, firstName, lastName, birthDate }: ChildNames): z.output<typeof childNames> => {
  return { id, firstName, lastName, birthDate: birthDate ?? null };
};

type Listed<Id> = Pick<Person, 'firstName' | 'lastName'> & { readonly id: Id };
/** D-18. */
const namedList = <Id extends string>(id: z.ZodType<string>, name: string) =>
  list(z.object({ firstName, lastName, id }).meta({ id: name }), ({ id, firstName, lastName }: Listed<Id>) => {
    return { firstName, lastName, id };
  });
export const people = namedList<Person['id']>(field.accountId.in, 'Person');
export const children = namedList<ChildId>(field.childId.in, 'Child');

/** D-04: the members of the request. Those that count as missing (D-06: null, white space alone) are left out. */
export type RequestObject = Readonly<Record<string, unknown>>;

/** A segment of the path; what can be no identifier is refused as an unknown one (D-10). `as`: in the use case. */
type Segment = readonly [field: field.Field<unknown>, otherwise: RefusalCode, as: string];
type Segments = Readonly<Record<string, Segment>>;
type ValuesOf<Path extends Segments> = { readonly [Name in keyof Path as Path[Name][2]]: z.output<Path[Name][0]> };

/** Makes a use case's input of the request object and the path. The fields' schema is part of the API document. */
export type Reader<Input> = {
  readonly fields: z.ZodObject;
  readonly path: Segments;
  /** D-25: whether the fields `email` and `password` may come as `Authorization: Basic`, and `otp` in a header. */
  readonly takesBasic?: boolean;
  readonly read: (object: RequestObject, segments: Readonly<Record<string, string>>) => WireResult<Input>;
};

/** `shape`: names of the wire. `input` returns those of the use case; without it, fields and path are the input. */
export const reader = <
  Shape extends z.ZodRawShape,
  const Path extends Segments,
  Input = z.output<z.ZodObject<Shape>> & ValuesOf<Path>,
>(
  shape: Shape,
  path = {} as Path,
  input?: (fields: z.output<z.ZodObject<Shape>>, path: ValuesOf<Path>) => Input,
): Reader<Input> => {
  const fields = z.object(shape);
  return {
    fields,
    path,
    read: (object, segments) => {
      const values: Record<string, unknown> = {};
      for (const [name, [segment, otherwise, as]] of Object.entries(path)) {
        const parsed = segment.safeParse(segments[name]);
        if (!parsed.success) return refused({ code: otherwise });
        values[as] = parsed.data;
      }
      const parsed = fields.safeParse(object);
      if (!parsed.success) return refused(fieldsInvalid(parsed.error));
      return ok(input ? input(parsed.data, values as ValuesOf<Path>) : ({ ...parsed.data, ...values } as Input));
    },
  };
};

/** D-02: where several fields are wrong, the sentence names each. */
const fieldsInvalid = (error: z.ZodError): WireRefusal => ({
  code: 'FIELDS_INVALID',
  sentence: `${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
});

/** D-12. */
export const paging = <Id extends z.ZodType>(id: Id) => ({
  after: id.optional().meta({ description: 'Only the entries that follow the one with this id.' }),
  limit: field.limit.optional(),
});

export const nothing = reader({});

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
export type Refused<Code extends RefusalCode> = Retry<Code> &
  ([Exclude<Code, RetryCode>] extends [never]
    ? { readonly refused?: never }
    : { readonly refused: Readonly<Record<Exclude<Code, RetryCode>, string>> });

/** The compiler checks request, use case and answer against each other. */
type EndpointOf<Name extends Called> = Pick<Endpoint, 'about' | 'description' | 'examples' | 'spared' | 'summary'> &
  Who<GivenTo<Name>> &
  Refused<CodesOf<Application[Name]>> & {
    readonly request: Reader<InputOf<Name>>;
  } & Answering<Answer<OutputOf<Name>>, OutputOf<Name>>;
/** Where it is left out, the answer is `done`: for a use case that tells nothing. */
type Answering<Given, Output> = [Output] extends [undefined] ? { readonly answer?: Given } : { readonly answer: Given };
type Named<Name extends Called> = EndpointOf<Name> & Pick<Endpoint, 'answer' | 'tag'> & { readonly name: Name };

/** The endpoints of a subject, by the names of their use cases. */
export const endpoints = <Names extends Called>(
  tag: keyof typeof TAGS,
  declared: { readonly [Name in Names]: EndpointOf<Name> },
) =>
  Object.fromEntries(
    Object.entries<object>(declared).map(([name, endpoint]) => [name, { name, tag, answer: done, ...endpoint }]),
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
