import type { Application } from '@health-case/domain/application';
import type { Refusal } from '@health-case/domain/errors';
import {
  type Account,
  parsePassword,
  parsePasswordAttempt,
  parseRole,
  type SessionToken,
} from '@health-case/domain/model/account';
import { type ChildEntry, parseBirthDate, parseSocSecNum } from '@health-case/domain/model/child';
import { parseEmail } from '@health-case/domain/model/email';
import type { IdempotencyKey, Pages } from '@health-case/domain/model/request-options';
import { parsePersonName } from '@health-case/domain/model/values';
import { ok, type Parsed, type Result, refused } from '@health-case/domain/result';

/** What only a transport can refuse. */
export type LineRefusal = {
  readonly code: 'CALL_UNKNOWN' | 'FIELDS_INVALID' | 'LINE_MALFORMED';
  readonly problem?: string;
};

export type Given = Readonly<Record<string, unknown>>;

/** What the transport adds to every call. */
type Known = {
  readonly requestId: string;
  readonly address: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

type Resumed = Awaited<ReturnType<Application['resumeSession']>>;
type Caller = Extract<Resumed, { readonly ok: true }>['value'];

type Reader<Input> = (given: Given) => Result<Input, LineRefusal>;
type Writer<Output> = (output: Output) => AsyncIterable<unknown>;
type UseCase<Input, Output> = (input: Input) => Promise<Result<Output, Refusal>>;

/** Answers values, each a line; a list answers one for each of its pages. */
export type Call = (
  given: Given,
  known: Known,
  resume: () => Promise<Resumed>,
) => Promise<Result<AsyncIterable<unknown>, Refusal | LineRefusal>>;

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

const value = <Output>(write: (output: Output) => unknown): Writer<Output> =>
  async function* (output) {
    yield write(output);
  };
const children: Writer<Pages<ChildEntry>> = async function* (pages) {
  for await (const page of pages) yield page.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
};

const names = { firstName: parsePersonName, lastName: parsePersonName };
const registration = fields({ ...names, email: parseEmail, password: parsePassword, role: parseRole });
const credentials = fields({ email: parseEmail, password: parsePasswordAttempt });
const newChild = fields({ ...names, birthDate: parseBirthDate, socSecNum: parseSocSecNum });
const wholeList = () => ok({ paging: {} });

const account = value(({ id }: Account) => id);
const token = value((opened: { readonly token: SessionToken }) => opened.token);
const created = value((id: string) => id);

/** A further use case is a further row. */
// biome-ignore format: a table is read by its columns
export const lineCalls = (app: Application): Readonly<Record<string, Call>> => ({
  registerAccount: anyone(registration, app.registerAccount, account),
  logIn:           anyone(credentials,  app.logIn,           token),
  addChild:        session(newChild,    app.addChild,        created),
  listOwnChildren: session(wholeList,   app.listOwnChildren, children),
});
