import { type Refusal, refuse, Withdrawn } from '../errors.ts';
import type { AuditRecord } from '../model/audit.ts';
import { answeredAgainSince, type Pages } from '../model/request-options.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type Result, refused } from '../result.ts';
import type { AnyOutcome, Bound, CommandOf, Given, Guard, QueryOf, Replay, Trace } from './declaration.ts';
import { createLimiter } from './limiter.ts';
import { liveSession } from './sessions.ts';

type Command = CommandOf<Given, Result<unknown, Refusal>, AnyOutcome>;
type Query = QueryOf<Given, AnyOutcome>;

/** Joins use cases to the ports. */
export const bind = <UseCases extends Readonly<Record<string, (ports: Ports) => unknown>>>(
  ports: Ports,
  useCases: UseCases,
) =>
  Object.fromEntries(Object.entries(useCases).map(([name, useCase]) => [name, useCase(ports)])) as {
    readonly [Name in keyof UseCases]: ReturnType<UseCases[Name]>;
  };

/** A call that changes something. What happens to it, from top to bottom: */
export function command<
  Input,
  Outcome extends AnyOutcome,
  Preparation extends AnyOutcome = { readonly ok: true; readonly value: undefined },
  Options extends object = object,
>(
  declared: CommandOf<Input, Preparation, Outcome> & Options,
): (ports: Ports) => Bound<Input, Preparation, Outcome, Options>;
export function command(declared: Command) {
  return (ports: Ports) => {
    // Its limits: whether it may be made now and, at its end, what it counts for.
    const limited = createLimiter(ports, declared.limits);
    // The client's key: whether the same request is under way.
    const replayed = createReplay(ports, declared.replay);
    return (input: Given) =>
      limited(input, () => replayed(input, (repeatable) => execute({ ports, declared, input, repeatable, trace: {} })));
  };
}

type Execution = {
  readonly ports: Ports;
  readonly declared: Command;
  readonly input: Given;
  readonly repeatable: Repeatable | undefined;
  readonly trace: Trace;
};

/** The stored outcome of the same request or, once the call is made, the record of a refusal. */
const execute = async (execution: Execution): Promise<AnyOutcome> => {
  const { ports, declared, repeatable } = execution;
  const { storage, auditTrail } = ports;
  const stored = await repeatable?.recall(storage.read);
  if (stored) return stored;
  const outcome = await prepareAndRun(execution);
  await declared.after?.(storage);
  if (outcome.ok) return outcome;
  // Another process may have made the same request since the first look. Its outcome is the answer, not this refusal.
  const meanwhile = await repeatable?.recall(storage.read);
  if (meanwhile) return meanwhile;
  auditTrail.note(await recordOf(execution, outcome, storage.read));
  return outcome;
};

const MOST_PREPARATIONS = 3;

/** What must happen outside of the unit of work, and then the unit. */
const prepareAndRun = async (execution: Execution): Promise<AnyOutcome> => {
  const { ports, declared, input } = execution;
  for (let preparations = 1; ; preparations += 1) {
    const prepared = declared.prepare ? await declared.prepare(input, ports.storage.read, ports) : ok(undefined);
    if (!prepared.ok) return prepared;
    const outcome = await inUnitOfWork(execution, prepared.value);
    if (outcome.ok || !('prepareAgain' in outcome.refusal)) return outcome;
    if (preparations === MOST_PREPARATIONS) return refuse(outcome.refusal.code);
  }
};

/** The rule, its audit record, and the outcome for the client's key: all of it is kept, or nothing. */
const inUnitOfWork = (execution: Execution, prepared: unknown): Promise<AnyOutcome> => {
  const { ports, declared, input, repeatable, trace } = execution;
  return ports.storage.write(async (stores): Promise<AnyOutcome> => {
    const stored = await repeatable?.recall(stores);
    if (stored) return stored;
    const outcome = await declared.run(input, stores, ports, { prepared, trace });
    if (!outcome.ok) return outcome;
    await stores.audit.append(await recordOf(execution, outcome, stores));
    await repeatable?.keep(stores, outcome.value);
    return outcome;
  });
};

/** For `run`: what was prepared is outdated. The runner prepares again; if that happens each time, the call is refused. */
export const prepareAgain = <Code extends Refusal['code']>(otherwise: Code) =>
  refused({ code: otherwise, prepareAgain: true });

/** A request that its client can send again: what is stored of its outcome. */
type Repeatable = {
  /** The stored outcome of the same request. Refuses where the key belongs to another request. */
  readonly recall: (reads: Reads) => Promise<AnyOutcome | undefined>;
  /** In the unit of work that makes the change. */
  readonly keep: (stores: Stores, value: unknown) => Promise<void>;
};

/** Each call removes a few outcomes that are no longer answered, so that they do not pile up. */
const SWEPT_PER_CALL = 10;

/**
 * Makes a call, of those with one key one at a time. In this process others are refused meanwhile; in another process they wait
 * for the unit of work and then find the outcome. A refusal changed nothing, so it is not stored and the call is made anew.
 */
const createReplay = ({ clock }: Ports, declared: Replay<Given, unknown> | undefined) => {
  const inFlight = new Set<string>();
  return async (input: Given, call: (repeatable?: Repeatable) => Promise<AnyOutcome>): Promise<AnyOutcome> => {
    if (!declared || input.idempotencyKey === undefined) return call();
    const request = requestOf(declared, input);
    if (inFlight.has(request.key)) return refused({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 });
    inFlight.add(request.key);
    try {
      return await call(repeatable(declared, request, clock));
    } finally {
      inFlight.delete(request.key);
    }
  };
};

type Request = { readonly key: string; readonly request: string };

/** Stores keep fingerprints of both texts: another text would not find what an earlier version stored. */
const requestOf = ({ call, fields, owner }: Replay<Given, unknown>, input: Given): Request => {
  const given = fields.filter((field) => input[field] !== undefined).sort();
  return {
    key: JSON.stringify([owner ? owner(input) : input.actor.id, input.idempotencyKey]),
    request: JSON.stringify([call, given.map((field) => [field, input[field]])]),
  };
};

const repeatable = (declared: Replay<Given, unknown>, request: Request, clock: Ports['clock']): Repeatable => ({
  recall: async (reads) => {
    const kept = await reads.retries.find(request, answeredAgainSince(clock.now()));
    if (kept === undefined) return undefined;
    if (kept === 'other request') return refuse('IDEMPOTENCY_KEY_REUSED');
    return ok(declared.recall ? await declared.recall(kept.outcome, reads) : kept.outcome);
  },
  keep: async ({ retries }, value) => {
    const now = clock.now();
    const outcome = declared.keep ? declared.keep(value) : String(value);
    await retries.save({ ...request, outcome, at: now });
    await retries.sweep(answeredAgainSince(now), SWEPT_PER_CALL);
  },
});

/** A call that only reads. It is recorded afterwards. */
export function query<Input, Outcome extends AnyOutcome, Options extends object = object>(
  declared: QueryOf<Input, Outcome> & Options,
): (ports: Ports) => Bound<Input, never, Outcome, Options>;
export function query(declared: Query) {
  return (ports: Ports) => {
    const { read } = ports.storage;
    return async (input: Given): Promise<AnyOutcome> => {
      const trace: Trace = {};
      const { audit, guard } = declared;
      const outcome = await declared.run(input, read, ports, trace);
      if (audit) ports.auditTrail.note(await recordOf({ ports, declared: { audit }, input, trace }, outcome, read));
      if (!outcome.ok || !guard) return outcome;
      const check = async (): Promise<void> => {
        const lives = (await liveSession(ports, input.session)) !== undefined;
        const still = lives ? await declared.run(input, read, ports, trace) : refuse('SESSION_INVALID');
        if (!still.ok) throw new Withdrawn(still.refusal);
      };
      return ok(guard(outcome.value, guardWith(check)));
    };
  };
}

type Recorded = Pick<Execution, 'ports' | 'input' | 'trace'> & { readonly declared: Pick<Command, 'audit'> };

const recordOf = async (
  { ports: { ids, clock }, declared: { audit }, input, trace }: Recorded,
  outcome: AnyOutcome,
  reads: Reads,
): Promise<AuditRecord> => {
  const value = outcome.ok ? outcome.value : undefined;
  return {
    id: ids.auditRecord(),
    at: clock.now(),
    requestId: input.requestId,
    by: audit.by ? await audit.by(input, value, reads) : input.actor?.id,
    action: audit.action,
    on: audit.on?.(input, value),
    outcome: outcome.ok ? 'OK' : outcome.refusal.code,
    child: audit.child?.(input, value) ?? trace.child,
  };
};

/** For a query whose value is the list itself. */
export const theList = <Entry>(list: Pages<Entry>, guard: Guard): Pages<Entry> => guard(list);

/**
 * Checks after a page was fetched and before it is handed out, so that no page has what was written after the right was
 * lost. Not a generator: that would hold a page while nobody asks for the next.
 */
const guardWith =
  (check: () => Promise<void>): Guard =>
  <Entry>(pages: Pages<Entry>) => ({
    [Symbol.asyncIterator]: () => {
      const from = pages[Symbol.asyncIterator]();
      let isFirst = true;
      const next = async (): Promise<IteratorResult<readonly Entry[], void>> => {
        const step = await from.next();
        if (!isFirst && !step.done) await check();
        isFirst = false;
        return step;
      };
      return { next };
    },
  });
