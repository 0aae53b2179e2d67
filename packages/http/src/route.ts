import type { Refusal } from '@health-case/domain/errors';
import type { IdempotencyKey } from '@health-case/domain/model/request-options';
import type { Result } from '@health-case/domain/result';

import type { Caller, Origin, Call as Recorded, Retriable } from '@health-case/domain/use-cases/declaration';
import type { z } from 'zod';
import type { Answer, Content } from './answer.ts';
import type { Reader, Segments } from './reader.ts';
import type { WireRefusal } from './refusals.ts';
import type { RequestObject } from './request-object.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Who may call: anyone, or whoever holds a session. What a role may do is the use case's to say. */
export const anyone = 'anyone';
export const session = 'session';

/** What reaches a row. */
export type Call = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
  readonly object: RequestObject;
  readonly segments: Readonly<Record<string, string>>;
  /** Known where the row asks for a session. */
  readonly caller: Caller | undefined;
};

/** One endpoint of a variant. */
export type Row = {
  readonly method: Method;
  readonly path: string;
  readonly who: typeof anyone | typeof session;
  readonly fields: z.ZodObject;
  readonly segments: Segments;
  readonly takesBasic: boolean;
  /** The use case itself, by which the API document knows the row's name and refusals. */
  readonly useCase: unknown;
  readonly answer: z.ZodType;
  readonly run: (call: Call) => Promise<Result<Content, WireRefusal>>;
};

/** What every use case may ask to know of a call. */
type UseCaseCall = Recorded & Origin & Retriable;

type UseCase<Input, Output> = (input: Input) => Promise<Result<Output, Refusal>>;

export function row<Input, Output>(
  method: Method,
  path: string,
  who: typeof anyone,
  request: Reader<Input>,
  useCase: UseCase<NoInfer<Input> & UseCaseCall, Output>,
  answer: Answer<NoInfer<Output>>,
): Row;
export function row<Input, Output>(
  method: Method,
  path: string,
  who: typeof session,
  request: Reader<Input>,
  useCase: UseCase<NoInfer<Input> & Caller & UseCaseCall, Output>,
  answer: Answer<NoInfer<Output>>,
): Row;
/** Reader, use case and answer are checked against each other by the compiler; a row is all there is to an endpoint. */
export function row<Input, Output>(
  method: Method,
  path: string,
  who: Row['who'],
  request: Reader<Input>,
  useCase: UseCase<Input & Caller & UseCaseCall, Output>,
  answer: Answer<Output>,
): Row {
  return {
    method,
    path,
    who,
    fields: request.fields,
    segments: request.path,
    takesBasic: request.takesBasic ?? false,
    useCase,
    answer: answer.schema,
    run: async ({ object, segments, caller, ...call }) => {
      const input = request.read(object, segments);
      if (!input.ok) return input;
      const outcome = await useCase({ ...input.value, ...(caller as Caller), ...call });
      return outcome.ok ? { ok: true, value: answer(outcome.value) } : outcome;
    },
  };
}
