import { type Refusal, refuse, Withdrawn } from '../errors.ts';
import type { AuditRecord } from '../model/audit.ts';
import { answeredAgainSince, type KeptOutcome, type Pages } from '../model/request-options.ts';
import type { Instant } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads } from '../ports/storage.ts';
import { ok, type Result, refused } from '../result.ts';
import type {
  AnyOutcome,
  Audit,
  Bound,
  Call,
  Caller,
  CommandOf,
  Guard,
  Origin,
  QueryOf,
  Replay,
  Retriable,
  Trace,
} from './declaration.ts';
import { createLimiter } from './limiter.ts';
import { liveSession } from './sessions.ts';

/** What the runner may find in an input. Which of it is there, the types of a bound declaration say. */
type Given = Call & Origin & Retriable & Caller & Readonly<Record<string, unknown>>;
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

const MOST_PREPARATIONS = 3;

/** For `run`: what was prepared is outdated. The runner prepares again; if that happens each time, the call is refused. */
export const prepareAgain = <Code extends Refusal['code']>(otherwise: Code) =>
  refused({ code: otherwise, prepareAgain: true });

const isOutdated = (outcome: AnyOutcome): boolean => !outcome.ok && 'prepareAgain' in outcome.refusal;

/** A call that changes something. What happens, in this order: */
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
    const { storage, auditTrail, clock } = ports;
    const limited = createLimiter(ports, declared.limits);
    const prepare = declared.prepare ?? (async () => ok(undefined));
    const inFlight = new Set<string>();

    /** 1. Its limits: whether it may be made now. 6. At its end, what it counts for. */
    const call = (input: Given): Promise<AnyOutcome> => limited(input, () => once(input));

    /** 2. One call at a time for each key of a client, and the outcome that was kept for it. */
    const once = async (input: Given): Promise<AnyOutcome> => {
      const request = requestOf(declared, input);
      if (!request) return execute(input);
      if (inFlight.has(request.key)) return refused({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 });
      inFlight.add(request.key);
      try {
        return (await recall(declared.replay, storage.read, request, clock.now())) ?? (await execute(input, request));
      } finally {
        inFlight.delete(request.key);
      }
    };

    const execute = async (input: Given, request?: Request): Promise<AnyOutcome> => {
      const trace: Trace = {};
      const outcome = await prepareAndRun(input, trace, request);
      await declared.after?.(storage);
      if (outcome.ok) return outcome;
      // Another process may have made the same request since step 2: its outcome is the answer, not this refusal.
      const meanwhile = request && (await recall(declared.replay, storage.read, request, clock.now()));
      if (meanwhile) return meanwhile;
      // 5. The record of a refusal.
      auditTrail.note(await recordOf(ports, declared.audit, { input, outcome, trace, reads: storage.read }));
      return outcome;
    };

    /** 3. What must happen outside of the unit of work. */
    const prepareAndRun = async (input: Given, trace: Trace, request?: Request): Promise<AnyOutcome> => {
      let outcome: AnyOutcome = ok(undefined);
      for (let preparations = 0; preparations < MOST_PREPARATIONS; preparations += 1) {
        const prepared = await prepare(input, storage.read, ports);
        if (!prepared.ok) return prepared;
        outcome = await inUnit(input, { prepared: prepared.value, trace }, request);
        if (!isOutdated(outcome)) return outcome;
      }
      return outcome.ok ? outcome : refuse(outcome.refusal.code);
    };

    /** 4. The unit of work: the rule, its audit record, and the outcome kept for the client's key. */
    const inUnit = (input: Given, work: Parameters<Command['run']>[3], request?: Request): Promise<AnyOutcome> =>
      storage.write(async (stores): Promise<AnyOutcome> => {
        const now = clock.now();
        const kept = request && (await recall(declared.replay, stores, request, now));
        if (kept) return kept;
        const outcome = await declared.run(input, stores, ports, work);
        if (!outcome.ok) return outcome;
        await stores.audit.append(
          await recordOf(ports, declared.audit, { input, outcome, trace: work.trace, reads: stores }),
        );
        if (request) {
          const { keep = String } = declared.replay ?? {};
          await stores.retries.save({ ...request, outcome: keep(outcome.value), at: now });
          await stores.retries.sweep(answeredAgainSince(now), SWEPT_PER_CALL);
        }
        return outcome;
      });

    return call;
  };
}

/** A call that only reads. It is recorded afterwards. */
export function query<Input, Outcome extends AnyOutcome, Options extends object = object>(
  declared: QueryOf<Input, Outcome> & Options,
): (ports: Ports) => Bound<Input, never, Outcome, Options>;
export function query(declared: Query) {
  return (ports: Ports) => {
    const { storage, auditTrail } = ports;
    return async (input: Given): Promise<AnyOutcome> => {
      const trace: Trace = {};
      const outcome = await declared.run(input, storage.read, ports, trace);
      if (declared.audit) {
        auditTrail.note(await recordOf(ports, declared.audit, { input, outcome, trace, reads: storage.read }));
      }
      if (!outcome.ok || !declared.guard) return outcome;
      const check = async (): Promise<void> => {
        const lives = (await liveSession(ports, input.session)) !== undefined;
        const still = lives ? await declared.run(input, storage.read, ports, trace) : refuse('SESSION_INVALID');
        if (!still.ok) throw new Withdrawn(still.refusal);
      };
      return ok(declared.guard(outcome.value, guardWith(check)));
    };
  };
}

type Recorded = {
  readonly input: Given;
  readonly outcome: AnyOutcome;
  readonly trace: Trace;
  readonly reads: Reads;
};

const recordOf = async (
  { ids, clock }: Ports,
  { action, ...audit }: Audit<Given, unknown>,
  { input, outcome, trace, reads }: Recorded,
): Promise<AuditRecord> => {
  const value = outcome.ok ? outcome.value : undefined;
  return {
    id: ids.auditRecord(),
    at: clock.now(),
    requestId: input.requestId,
    by: audit.by ? await audit.by(input, value, reads) : input.actor?.id,
    action,
    on: audit.on?.(input, value),
    outcome: outcome.ok ? 'OK' : outcome.refusal.code,
    child: audit.child?.(input, value) ?? trace.child,
  };
};

type Request = Pick<KeptOutcome, 'key' | 'request'>;

/** Stores keep fingerprints of both texts: another text would not find what an earlier version kept. */
const requestOf = ({ replay }: Command, input: Given): Request | undefined => {
  if (!replay || input.idempotencyKey === undefined) return undefined;
  const owner = replay.owner ? replay.owner(input) : input.actor.id;
  const fields = replay.fields.filter((field) => input[field] !== undefined).sort();
  return {
    key: JSON.stringify([owner, input.idempotencyKey]),
    request: JSON.stringify([replay.call, fields.map((field) => [field, input[field]])]),
  };
};

/** Each call removes a few outcomes that are no longer answered, so that they do not pile up. */
const SWEPT_PER_CALL = 10;

const recall = async (
  replay: Replay<Given, unknown> | undefined,
  reads: Reads,
  request: Request,
  now: Instant,
): Promise<Result<unknown, Refusal<'IDEMPOTENCY_KEY_REUSED'>> | undefined> => {
  const kept = await reads.retries.find(request, answeredAgainSince(now));
  if (kept === undefined) return undefined;
  if (kept === 'other request') return refuse('IDEMPOTENCY_KEY_REUSED');
  return ok(replay?.recall ? await replay.recall(kept.outcome, reads) : kept.outcome);
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
