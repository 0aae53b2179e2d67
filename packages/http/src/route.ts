import type { Refusal, Result } from '@health-case/domain/result';
import type { Caller, ClientAddress, RequestFacts } from '@health-case/domain/use-cases/declaration';
import type { z } from 'zod';
import type { Answer, Content } from './answers.ts';
import type { WireRefusal } from './refusals.ts';
import type { Reader, RequestObject } from './requests.ts';

/** Who may call: anyone, or the holder of a session. What a role may do is decided by the use case. */
export const anyone = 'anyone';
export const session = 'session';

/** What every use case may ask to know of a call. */
type CallFacts = RequestFacts & ClientAddress;

/** A request that has been read and whose session has been found, before its fields are parsed. */
type ReadRequest = CallFacts & {
  readonly object: RequestObject;
  readonly segments: Readonly<Record<string, string>>;
  /** Present if the route asks for a session. */
  readonly caller: Caller | undefined;
};

/** One endpoint of a variant. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly who: typeof anyone | typeof session;
  readonly reader: Omit<Reader<unknown>, 'read'>;
  /** The use case itself, from which the API document finds the operation's name and refusals. */
  readonly useCase: unknown;
  readonly answer: z.ZodType;
  readonly run: (request: ReadRequest) => Promise<Result<Content, WireRefusal>>;
};

const IN_QUERY = ['after', 'certification', 'ChildID', 'detail', 'DocID', 'limit', 'status'];

/** D-25: which part of a list is wanted may stand in the query string, for clients that cannot send a body with GET. */
export const queryFieldsOf = ({ method, reader }: Route): readonly string[] =>
  method === 'GET' ? IN_QUERY.filter((name) => name in reader.fields.shape) : [];

type Who = Route['who'];
type CallerOf<W extends Who> = W extends typeof session ? Caller : unknown;

/** The compiler checks request, use case and answer against each other. */
export const route = <W extends Who, Input, Output>(
  method: Route['method'],
  path: string,
  who: W,
  reader: Reader<Input>,
  useCase: (input: NoInfer<Input> & CallerOf<W> & CallFacts) => Promise<Result<Output, Refusal>>,
  { schema, contentOf }: Answer<NoInfer<Output>, Content, NoInfer<Input>>,
): Route => ({
  method,
  path,
  who,
  reader,
  useCase,
  answer: schema,
  run: async ({ object, segments, caller, ...facts }) => {
    const input = reader.read(object, segments);
    if (!input.ok) return input;
    const outcome = await useCase({ ...input.value, ...(caller as Caller), ...facts });
    return outcome.ok ? { ok: true, value: contentOf(outcome.value, input.value) } : outcome;
  },
});
