import { randomUUID } from 'node:crypto';
import type { Application } from '@health-case/domain/application';
import { Unavailable } from '@health-case/domain/errors';
import { parsePassword, parsePasswordAttempt, parseRole } from '@health-case/domain/model/account';
import { type ChildEntry, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import { type IdempotencyKey, parseIdempotencyKey } from '@health-case/domain/model/idempotency';
import type { Pages } from '@health-case/domain/model/pages';
import { parsePersonName } from '@health-case/domain/model/values';
import { ok, type Parsed, type Refusal, type Result, refused } from '@health-case/domain/result';

/** What only a transport can refuse. */
type LineRefusal = { readonly code: 'CALL_UNKNOWN' | 'FIELDS_INVALID' | 'LINE_MALFORMED'; readonly problem?: string };

type Given = Readonly<Record<string, unknown>>;
/** What the transport adds to every call. */
type Known = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
};
type Resumed = Awaited<ReturnType<Application['resumeSession']>>;
type Caller = Extract<Resumed, { readonly ok: true }>['value'];

type Reader<Input> = (given: Given) => Result<Input, LineRefusal>;
type UseCase<Input, Output> = (input: Input) => Promise<Result<Output, Refusal>>;
/** Each value becomes a line. A list has one for each of its pages. */
type Values = Iterable<unknown> | AsyncIterable<unknown>;
type Writer<Output> = (output: Output) => Values;
type Answer = Result<Values, Refusal | LineRefusal>;
type Call = (given: Given, known: Known, resume: () => Promise<Resumed>) => Promise<Answer>;

/** The compiler checks reader, use case and writer against each other. Only the call of a session gets a caller. */
const anyone =
  <Input, Output>(
    read: Reader<Input>,
    useCase: UseCase<NoInfer<Input> & Known, Output>,
    write: Writer<NoInfer<Output>>,
  ): Call =>
  async (given, known) => {
    const input = read(given);
    if (!input.ok) return input;
    const outcome = await useCase({ ...input.value, ...known });
    return outcome.ok ? ok(write(outcome.value)) : outcome;
  };

const session =
  <Input, Output>(
    read: Reader<Input>,
    useCase: UseCase<NoInfer<Input> & Known & Caller, Output>,
    write: Writer<NoInfer<Output>>,
  ): Call =>
  async (given, known, resume) => {
    const caller = await resume();
    if (!caller.ok) return caller;
    return anyone(read, (input: Input & Known) => useCase({ ...input, ...caller.value }), write)(given, known, resume);
  };

type Parsers = Readonly<Record<string, (text: string) => Parsed<unknown>>>;
type ParsedBy<P extends Parsers> = {
  readonly [N in keyof P]: ReturnType<P[N]> extends Parsed<infer Value> ? Value : never;
};

/** The domain's parsers read the fields, so every transport has the same rules. */
const fields =
  <P extends Parsers>(parsers: P): Reader<ParsedBy<P>> =>
  (given) => {
    const [parsed, problems]: [Record<string, unknown>, string[]] = [{}, []];
    for (const [name, parse] of Object.entries(parsers)) {
      const text = given[name] ?? '';
      const field = typeof text === 'string' ? parse(text) : refused({ problem: 'must be a string' });
      if (field.ok) parsed[name] = field.value;
      else problems.push(`${name} ${field.refusal.problem}`);
    }
    if (problems.length > 0) return refused({ code: 'FIELDS_INVALID', problem: problems.join('; ') });
    return ok(parsed as ParsedBy<P>);
  };

const names = { firstName: parsePersonName, lastName: parsePersonName };
const person = fields({ ...names, email: parseEmail, password: parsePassword, role: parseRole });
const registration = (given: Given) => {
  const read = person(given);
  return read.ok ? ok({ ...read.value, through: 'other' as const }) : read;
};
const credentials = fields({ email: parseEmail, password: parsePasswordAttempt });
const newChild = fields({ ...names, birthDate: parseBirthDate, socSecNum: parseSocSecNum });
const wholeList = () => ok({ paging: {} });

const children: Writer<Pages<ChildEntry>> = async function* (pages) {
  for await (const page of pages) yield page.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
};

/** A further use case is a further row. */
// biome-ignore format: a table is read by its columns
const lineCalls = (app: Application): Readonly<Record<string, Call>> => ({
  registerAccount: anyone(registration, app.registerAccount, ({ id }) => [id]),
  logIn:           anyone(credentials,  app.logIn,           ({ token }) => [token]),
  addChild:        session(newChild,    app.addChild,        (id) => [id]),
  listOwnChildren: session(wholeList,   app.listOwnChildren, children),
});

/**
 * Answers a line of JSON with lines of JSON. `{"call", "session"?, "idempotencyKey"?, …fields}` is answered by a
 * `{"value"}` for each value, and then by the `{"outcome"}`: `OK`, or the code of a refusal, an outage or a fault.
 * `report` gets the last two.
 */
export const createLineTransport = (application: Application, report: (requestId: string, error: unknown) => void) => {
  const calls = lineCalls(application);

  const answer = async (line: string, origin: Omit<Known, 'idempotencyKey'>): Promise<Answer> => {
    const request = parse(line);
    if (!request) return refused({ code: 'LINE_MALFORMED' });
    const { call: name, session, idempotencyKey, ...given } = request;
    const call = typeof name === 'string' && Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!call) return refused({ code: 'CALL_UNKNOWN' });
    const key = idempotencyKey === undefined ? ok(undefined) : parseIdempotencyKey(String(idempotencyKey));
    if (!key.ok) return refused({ code: 'FIELDS_INVALID', problem: `idempotencyKey ${key.refusal.problem}` });
    const resume = () => application.resumeSession(String(session));
    return call(given, { ...origin, idempotencyKey: key.value }, resume);
  };

  return async function* (line: string, address: string): AsyncGenerator<string, void> {
    const requestId = randomUUID();
    try {
      const answered = await answer(line, { requestId, address });
      // An outage can come between two pages, so the outcome follows the values.
      if (answered.ok) for await (const value of answered.value) yield JSON.stringify({ value });
      const { code: outcome, ...more } = answered.ok ? { code: 'OK' } : answered.refusal;
      yield JSON.stringify({ outcome, ...more });
    } catch (error) {
      report(requestId, error);
      yield JSON.stringify(outcomeOfThrown(error));
    }
  };
};

const parse = (line: string): Given | undefined => {
  try {
    const request: unknown = JSON.parse(line);
    return typeof request === 'object' && request !== null ? (request as Given) : undefined;
  } catch {
    return undefined;
  }
};

const outcomeOfThrown = (error: unknown): object => {
  if (!(error instanceof Unavailable)) return { outcome: 'INTERNAL' };
  const outcome = error.reason === 'overloaded' ? 'OVERLOADED' : 'STORE_UNAVAILABLE';
  return { outcome, retryAfterSeconds: error.retryAfterSeconds };
};
