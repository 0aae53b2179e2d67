import type { Refusal } from '@health-case/domain/errors';
import type { IdempotencyKey } from '@health-case/domain/model/request-options';
import type { Result } from '@health-case/domain/result';

import type { Call, Caller, Origin } from '@health-case/domain/use-cases/declaration';
import type { z } from 'zod';
import type { Answer, Content } from './answers.ts';
import type { WireRefusal } from './refusals.ts';
import type { RequestObject } from './request.ts';
import type { Reader, Segments } from './requests.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Who may call: anyone, or the holder of a session. What a role may do is decided by the use case. */
export const anyone = 'anyone';
export const session = 'session';

/** A request that has been read and whose session has been found, before its fields are parsed. */
export type ReadRequest = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly object: RequestObject;
  readonly segments: Readonly<Record<string, string>>;
  /** Present if the route asks for a session. */
  readonly caller: Caller | undefined;
};

/** One endpoint of a variant. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly who: typeof anyone | typeof session;
  readonly fields: z.ZodObject;
  readonly segments: Segments;
  readonly takesBasic: boolean;
  /** D-25: the page of a list may stand in the query string, for clients that cannot send a body with GET. */
  readonly queryFields: readonly string[];
  /** The use case itself, from which the API document finds the operation's name and refusals. */
  readonly useCase: unknown;
  readonly answer: z.ZodType;
  readonly run: (request: ReadRequest) => Promise<Result<Content, WireRefusal>>;
};

/** What every use case may ask to know of a call. */
type CallFacts = Call & Origin;

type UseCase<Input, Output> = (input: Input) => Promise<Result<Output, Refusal>>;

type Who = Route['who'];
type CallerOf<W extends Who> = W extends typeof session ? Caller : unknown;

/** The compiler checks request, use case and answer against each other. */
export const route = <W extends Who, Input, Output>(
  method: Method,
  path: string,
  who: W,
  { fields, path: segments, takesBasic = false, read }: Reader<Input>,
  useCase: UseCase<NoInfer<Input> & CallerOf<W> & CallFacts, Output>,
  { schema, contentOf }: Answer<NoInfer<Output>>,
): Route => {
  return {
    method,
    path,
    who,
    fields,
    segments,
    takesBasic,
    queryFields: method === 'GET' ? ['after', 'limit'].filter((name) => name in fields.shape) : [],
    useCase,
    answer: schema,
    run: async ({ object, segments, caller, ...facts }) => {
      const input = read(object, segments);
      if (!input.ok) return input;
      const outcome = await useCase({ ...input.value, ...(caller as Caller), ...facts });
      return outcome.ok ? { ok: true, value: contentOf(outcome.value) } : outcome;
    },
  };
};
