import { ifAvailable, RightLost } from '../errors.ts';
import { type AuditRecord, about } from '../model/audit.ts';
import { answeredAgainSince, type KeptOutcome } from '../model/idempotency.ts';
import { type Pages, pagesOf } from '../model/pages.ts';
import type { ChildId } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { type Ok, ok, type Refusal, type RefusalCode, type Refused, refuse, refused } from '../result.ts';
import type {
  AnyOutcome,
  Audit,
  Caller,
  CommandOf,
  Given,
  Idempotency,
  Made,
  Platform,
  QueryOf,
  RequestFacts,
  Shows,
  Trace,
  Unrecorded,
} from './declaration.ts';
import { keepFacts } from './facts.ts';
import { type Begun, createLimiter } from './limiter.ts';
import { liveSession } from './sessions.ts';

type Command = CommandOf<Given, AnyOutcome, AnyOutcome, RefusalCode, unknown, AnyOutcome, Given>;

/** The refusals that the options of a command add to its own. */
type RefusedBy<Options> =
  | (Options extends { readonly limits: object } ? Refused<Refusal<'THROTTLED'>> : never)
  | (Options extends { readonly idempotency: object }
      ? Refused<Refusal<'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_IN_FLIGHT'>>
      : never);

/** Declares a call that changes something. It is made within its limits, and only once for each `Idempotency-Key`. */
export function command<
  Input,
  Outcome extends AnyOutcome,
  Preparation extends AnyOutcome = Ok<undefined>,
  NotAgain extends RefusalCode = never,
  Ahead = unknown,
  Finding extends AnyOutcome = Ok<undefined>,
  Needed = unknown,
  Options extends object = object,
>(
  declared: CommandOf<Input, Preparation, Outcome, NotAgain, Ahead, Finding, Needed> & Options,
): (
  ports: Ports,
  name?: string,
) => (
  input: Input & RequestFacts,
) => Promise<
  Outcome | Extract<Preparation | Finding, Refused<unknown>> | Refused<Refusal<NotAgain>> | RefusedBy<Options>
>;
export function command(declared: Command) {
  return (ports: Ports, name = '') => {
    const limited = declared.limits && createLimiter(ports, declared.limits, declared.ahead);
    const makeOnce = createIdempotency(ports, declared, name);
    return async (input: Given): Promise<AnyOutcome> => {
      const make = (attempt: Begun = {}) =>
        makeOnce(input, (runWork) => perform(ports, declared, input, { ...attempt, runWork }));
      const { outcome, record } = await (limited ? limited(input, make) : make());
      await record?.();
      return outcome;
    };
  };
}

const MOST_PREPARATIONS = 3;

type Performance = Begun & { readonly runWork: RunWork };

const perform = async (ports: Ports, declared: Command, input: Given, performance: Performance): Promise<Made> => {
  const { storage, auditTrail } = ports;
  const { audit } = declared;
  // `run` fills the trace. It is emptied before each run, as the unit of work may run more than once.
  let trace: Trace = {};
  /** Whether the unit of work has given the outcome. A refusal before it may have the code of one that is committed. */
  let isOfUnit = false;

  const isCommitted = (outcome: AnyOutcome): boolean =>
    outcome.ok || (declared.commits?.includes(outcome.refusal.code) ?? false);

  const runAndRecord = async (stores: Stores, prepared: unknown): Promise<AnyOutcome> => {
    trace = {};
    const endAttempt = await performance.endAttempt?.(stores);
    const outcome = await behindRule(declared, input, stores, { ...ports, trace, prepared, found: undefined });
    if (!isCommitted(outcome)) return outcome;
    if (outcome.ok && trace.facts) await keepFacts(trace.facts, input.actor.id, stores, ports);
    if (audit !== 'none') await stores.audit.append(await recordOf(ports, { audit, input, trace }, outcome, stores));
    if (outcome.ok) await endAttempt?.();
    return outcome;
  };

  const prepareAndRun = async (preparationsLeft: number, ahead?: unknown): Promise<AnyOutcome> => {
    const prepared = declared.prepare ? await declared.prepare(input, storage.read, ports, ahead) : ok(undefined);
    performance.leaveHasher?.();
    isOfUnit = prepared.ok;
    if (!prepared.ok) return prepared;
    const unit = await storage.write(async (stores) => {
      const made = await performance.runWork(stores, () => runAndRecord(stores, prepared.value));
      return made.ok || isCommitted(made) ? ok(made) : made;
    });
    // A refusal may be committed, too.
    const outcome = unit.ok ? unit.value : unit;
    const isOutdated = !outcome.ok && outcome.refusal.code === declared.outdated;
    return isOutdated && preparationsLeft > 1 ? prepareAndRun(preparationsLeft - 1) : outcome;
  };

  const outcome = await prepareAndRun(MOST_PREPARATIONS, performance.ahead);
  await declared.after?.(storage);
  if (outcome.ok) return { outcome, isCounted: performance.endAttempt !== undefined };
  if (audit === 'none' || (isOfUnit && isCommitted(outcome))) return { outcome };
  const recorded = { audit, input, trace };
  return { outcome, record: async () => auditTrail.note(await recordOf(ports, recorded, outcome, storage.read)) };
};

const behindRule = async <Store extends Reads, Context extends Platform & { found: unknown; readonly trace: Trace }>(
  declared: Pick<Command, 'rule'> & { run(input: Given, stores: Store, context: Context): Promise<AnyOutcome> },
  input: Given,
  stores: Store,
  context: Context,
): Promise<AnyOutcome> => {
  if (declared.rule) {
    const found = await declared.rule(stores, input, context);
    if (!found.ok) return found;
    context.found = found.value;
  }
  return declared.run(input, stores, context);
};

/** A call that only reads, behind a session. */
export function query<Input, Outcome extends AnyOutcome, Finding extends AnyOutcome = Ok<undefined>, Needed = unknown>(
  declared: QueryOf<Input, Outcome, Finding, Needed>,
): (
  ports: Ports,
) => (
  input: Input & Needed & RequestFacts & Pick<Caller, 'session'>,
) => Promise<Outcome | Extract<Finding, Refused<unknown>>>;
export function query(declared: AnyQuery) {
  const { audit, follow } = declared;
  return (ports: Ports) =>
    async (input: Given): Promise<AnyOutcome> => {
      const reads = ports.storage.read;
      const trace: Trace = {};
      const pagesWhileAllowed: typeof pagesOf = (fetch, paging) => pagesOf(fetch, paging, mayStillRead);
      // To ask the rule again, no page is read.
      const found = undefined;
      const none = { pagesWhileAllowed: noPages, whileSignedIn: noPages };
      const askAgain = () => behindRule(declared, input, reads, { ...ports, trace, found, ...none });
      const isSignedIn = async (): Promise<void> => {
        if (!(await liveSession(ports, input.session))) throw new RightLost(refuse('SESSION_INVALID').refusal);
      };
      const mayStillRead = async (): Promise<void> => {
        await isSignedIn();
        const still = await askAgain();
        if (!still.ok) throw new RightLost(still.refusal);
      };
      const whileSignedIn = <Entry>(pages: Pages<Entry>) => checkedPages(pages, isSignedIn);
      const context = { ...ports, trace, found, pagesWhileAllowed, whileSignedIn };
      const outcome = await behindRule(declared, input, reads, context);
      if (typeof audit === 'string') return outcome;
      const note = async (children?: ReadonlySet<ChildId>): Promise<void> => {
        const record = await recordOf(ports, { audit, input, trace }, outcome, reads);
        ports.auditTrail.note(children ? { ...record, ...about(children) } : record);
      };
      const { shows } = audit;
      if (outcome.ok && typeof shows === 'function' && isPages(outcome.value)) {
        return ok(recordedPages(outcome.value, (entry) => shows(entry, input), note));
      }
      await note();
      const change = outcome.ok && follow?.(outcome.value, input);
      if (change) await ifAvailable(() => ports.storage.write(async (stores) => ok(await change(stores))));
      return outcome;
    };
}

const noPages = () => pagesOf<string, never>(async () => [], {});

/** As `pagesOf`: the first was allowed when it was asked for. */
const checkedPages = async function* <Entry>(pages: Pages<Entry>, check: () => Promise<void>) {
  let isFirst = true;
  for await (const page of pages) {
    if (!isFirst) await check();
    isFirst = false;
    yield page;
  }
};

type AnyQuery = Pick<QueryOf<Given, AnyOutcome, AnyOutcome, Given>, 'rule' | 'run' | 'follow'> & {
  readonly audit: (Audit<Given, unknown> & { readonly shows?: Shows<Given, unknown> }) | Unrecorded;
};

const isPages = (value: unknown): value is Pages<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Records each page before it is read on: the first, whatever it shows, and others that show something of a child. */
const recordedPages = async function* <Entry>(
  pages: Pages<Entry>,
  childOf: (entry: Entry) => ChildId | undefined,
  note: (children?: ReadonlySet<ChildId>) => Promise<void>,
): AsyncGenerator<readonly Entry[], void> {
  let isFirst = true;
  for await (const page of pages) {
    const children = new Set(page.map(childOf).filter((child) => child !== undefined));
    if (isFirst || children.size > 0) await note(children);
    isFirst = false;
    yield page;
  }
  if (isFirst) await note();
};

type Recorded = { readonly audit: Audit<Given, unknown>; readonly input: Given; readonly trace: Trace };

const actionOf = ({ action, parts }: Audit<Given, unknown>, outcome: AnyOutcome): string => {
  const added = outcome.ok ? (parts?.(outcome.value) ?? []) : [];
  return added.length === 0 ? action : `${action}: ${added.join(', ')}`;
};

const recordOf = async (ports: Ports, recorded: Recorded, outcome: AnyOutcome, reads: Reads): Promise<AuditRecord> => {
  const { audit, input, trace } = recorded;
  const value = outcome.ok ? outcome.value : undefined;
  return {
    id: ports.ids.next(),
    at: ports.clock.now(),
    requestId: input.requestId,
    by: trace.by ?? (audit.by ? await audit.by(input, value, reads) : input.actor?.id),
    action: actionOf(audit, outcome),
    on: audit.on?.(input, value),
    outcome: outcome.ok ? 'OK' : outcome.refusal.code,
    child: trace.child,
  };
};

/** Runs the work of a call inside a unit of work. */
type RunWork = (stores: Stores, work: () => Promise<AnyOutcome>) => Promise<AnyOutcome>;

/**
 * D-24: makes a call once for each key, and answers its kept outcome again. While the first call runs, a second one is
 * refused in the same process. In another process its unit of work is rolled back by `keptOutcomes.save`, runs again, and
 * finds the outcome.
 */
const createIdempotency = (
  ports: Ports,
  { idempotency, rule }: Pick<Command, 'idempotency' | 'rule'>,
  name: string,
) => {
  const declared: Repeated | undefined = idempotency && { call: name, ...idempotency };
  const underWay = new Set<string>();
  const { storage, clock } = ports;

  const answerAgain = async (outcome: string, once: Repeated, reads: Reads, input: Given): Promise<AnyOutcome> => {
    if (!once.answerAgain && !once.stands) return ok(outcome);
    const found = once.stands && rule ? await rule(reads, input, { ...ports, trace: {} }) : ok(undefined);
    if (!found.ok) return found;
    const again = await (once.stands?.(found.value, input, reads, ports) ??
      once.answerAgain?.(outcome, reads, ports, input));
    if (typeof again === 'object') return again;
    // A key does one thing, once. What was undone since is refused.
    return again ? ok(undefined) : refuse('IDEMPOTENCY_KEY_REUSED');
  };

  const findAgain = async (request: Sent, reads: Reads, input: Given): Promise<AnyOutcome | undefined> => {
    const kept = await reads.keptOutcomes.find(request, answeredAgainSince(clock.now()));
    if (kept === 'other request') return refuse('IDEMPOTENCY_KEY_REUSED');
    return kept && declared ? answerAgain(kept.outcome, declared, reads, input) : undefined;
  };

  const keep = async (request: Sent, { keptOutcomes }: Stores, value: unknown): Promise<void> => {
    const outcome = declared?.keep ? declared.keep(value) : String(value ?? '');
    await keptOutcomes.save({ ...request, outcome, at: clock.now() });
  };

  const makeOnce = async (input: Given, request: Sent, make: (runWork: RunWork) => Promise<Made>): Promise<Made> => {
    const before = await findAgain(request, storage.read, input);
    if (before) return { outcome: before };
    let meanwhile: AnyOutcome | undefined;
    const made = await make(async (stores, work) => {
      meanwhile = await findAgain(request, stores, input);
      if (meanwhile) return meanwhile;
      const outcome = await work();
      if (outcome.ok) await keep(request, stores, outcome.value);
      return outcome;
    });
    // Another process may have made the same request since the first look. Then its outcome is the answer.
    if (!made.outcome.ok) meanwhile ??= await findAgain(request, storage.read, input);
    return meanwhile ? { outcome: meanwhile } : made;
  };

  return async (input: Given, make: (runWork: RunWork) => Promise<Made>): Promise<Made> => {
    if (!declared || input.idempotencyKey === undefined) return make((_, work) => work());
    const request = requestOf(declared, input);
    if (underWay.has(request.key)) return { outcome: refused({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 }) };
    underWay.add(request.key);
    try {
      return await makeOnce(input, request, make);
    } finally {
      underWay.delete(request.key);
    }
  };
};

type Repeated = Idempotency<Given, AnyOutcome, RefusalCode, unknown>;
type Sent = Pick<KeptOutcome, 'key' | 'request'>;

/** Stores find an outcome by the fingerprints of these texts, so the format never changes. */
const requestOf = (declared: Repeated, input: Given): Sent => {
  const given = declared.fields.filter((field) => input[field] !== undefined).sort();
  return {
    key: JSON.stringify([declared.owner ? declared.owner(input) : input.actor.id, input.idempotencyKey]),
    request: JSON.stringify([declared.call, given.map((field) => [field, input[field]])]),
  };
};

/** Answers the kept id again. Refuses if nothing has this id any more, because the child was erased. */
export const unlessErased = async <Id, Code extends RefusalCode>(
  id: Id,
  find: (id: Id) => Promise<unknown>,
  code: Code,
) => ((await find(id)) === undefined ? refuse(code) : ok(id));
