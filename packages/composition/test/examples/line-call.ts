import type { Refusal } from '@health-case/domain/errors';
import type { Pages } from '@health-case/domain/model/request-options';
import type { Parsed } from '@health-case/domain/model/values';
import { ok, type Result, refused } from '@health-case/domain/result';

import type { Caller, Origin, Call as Recorded } from '@health-case/domain/use-cases/declaration';

/** What only a transport can refuse. */
export type LineRefusal = {
  readonly code: 'CALL_UNKNOWN' | 'FIELDS_INVALID' | 'LINE_MALFORMED';
  readonly problem?: string;
};

type Given = Readonly<Record<string, unknown>>;
type Reader<Input> = (given: Given) => Result<Input, LineRefusal>;
type Writer<Output> = (output: Output) => AsyncIterable<unknown>;
type UseCase<Input, Output> = (input: Input) => Promise<Result<Output, Refusal>>;

/** What the transport says of every call besides what the client said. */
type Known = Recorded & Origin;

/** One call of the transport. What it answers are values, each a line; a list has one for each of its pages. */
export type Call = {
  readonly who: 'anyone' | 'session';
  readonly run: (
    given: Given,
    known: Known,
    caller: Caller | undefined,
  ) => Promise<Result<AsyncIterable<unknown>, Refusal | LineRefusal>>;
};

/** Reader, use case and writer are checked against each other by the compiler; a session's call alone may need a caller. */
export const anyone = <Input, Output>(
  read: Reader<Input>,
  useCase: UseCase<NoInfer<Input> & Known, Output>,
  write: Writer<NoInfer<Output>>,
): Call => ({
  who: 'anyone',
  run: async (given, known) => {
    const input = read(given);
    if (!input.ok) return input;
    const outcome = await useCase({ ...input.value, ...known });
    return outcome.ok ? ok(write(outcome.value)) : outcome;
  },
});

export const session = <Input, Output>(
  read: Reader<Input>,
  useCase: UseCase<NoInfer<Input> & Known & Caller, Output>,
  write: Writer<NoInfer<Output>>,
): Call => ({
  who: 'session',
  run: (given, known, caller) => {
    const asCaller = (input: Input & Known) => useCase({ ...input, ...(caller as Caller) });
    return anyone(read, asCaller, write).run(given, known, caller);
  },
});

type Parsers = Readonly<Record<string, (text: string) => Parsed<unknown>>>;
type ParsedBy<P extends Parsers> = {
  readonly [N in keyof P]: ReturnType<P[N]> extends Parsed<infer Value> ? Value : never;
};

/** Fields are texts, and parsed by the domain's own parsers: the rule of a field stands once, whatever the transport. */
export function fields<P extends Parsers>(parsers: P): Reader<ParsedBy<P>>;
export function fields<P extends Parsers, Input>(parsers: P, shape: (parsed: ParsedBy<P>) => Input): Reader<Input>;
export function fields<P extends Parsers>(
  parsers: P,
  shape = (parsed: ParsedBy<P>): unknown => parsed,
): Reader<unknown> {
  return (given) => {
    const [parsed, problems]: [Record<string, unknown>, string[]] = [{}, []];
    for (const [name, parse] of Object.entries(parsers)) {
      const text = given[name] ?? '';
      const field = typeof text === 'string' ? parse(text) : refused({ problem: 'must be a string' });
      if (field.ok) parsed[name] = field.value;
      else problems.push(`${name} ${field.refusal.problem}`);
    }
    if (problems.length > 0) return refused({ code: 'FIELDS_INVALID', problem: problems.join('; ') });
    return ok(shape(parsed as ParsedBy<P>));
  };
}

export const value = <Output>(write: (output: Output) => unknown): Writer<Output> =>
  async function* (output) {
    yield write(output);
  };

export const nothing: Writer<unknown> = async function* () {};

export const entries = <Entry>(write: (entry: Entry) => unknown): Writer<Pages<Entry>> =>
  async function* (pages) {
    for await (const page of pages) yield page.map(write);
  };
