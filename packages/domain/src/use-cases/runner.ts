import { Withdrawn } from '../errors.ts';
import type { AuditRecord } from '../model/audit.ts';
import { answeredAgainSince, type KeptOutcome } from '../model/idempotency.ts';
import { pagesOf } from '../model/pages.ts';
import type { Instant } from '../model/values.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { type Ok, ok, type Refusal, type RefusalCode, type Refused, refuse, refused } from '../result.ts';
import type {
  AnyOutcome,
  Audit,
  Call,
  Caller,
  CommandOf,
  Given,
  Made,
  QueryOf,
  RefusedBy,
  Replay,
  Trace,
} from './declaration.ts';
import { createLimiter } from './limiter.ts';
import { liveSession } from './sessions.ts';

type Command = CommandOf<Given, AnyOutcome, AnyOutcome, RefusalCode>;

/**
 * Declares a call that changes something. It is made within its limits, and only once for each `Idempotency-Key`. While the first call
 * with a key runs, a second one is refused in the same process. In another process the second call's unit of work waits, and finds the outcome.
 */
export function command<
  Input,
  Outcome extends AnyOutcome,
  Preparation extends AnyOutcome = Ok<undefined>,
  Recalled extends RefusalCode = never,
  Options extends object = object,
>(
  declared: CommandOf<Input, Preparation, Outcome, Recalled> & Options,
): (
  ports: Ports,
) => (
  input: Input & Call,
) => Promise<Outcome | Extract<Preparation, Refused<unknown>> | Refused<Refusal<Recalled>> | RefusedBy<Options>>;
export function command(declared: Command) {
  const { limits, replay } = declared;
  return (ports: Ports) => {
    const limited = limits && createLimiter(ports, limits);
    const inFlight = new Set<string>();
    const call = async (input: Given, prepared?: () => void): Promise<Made> => {
      if (!replay || input.idempotencyKey === undefined) return perform(ports, declared, input, { prepared });
      const request = requestOf(replay, input);
      if (inFlight.has(request.key)) return { outcome: refused({ code: 'REQUEST_IN_FLIGHT', retryAfterSeconds: 1 }) };
      inFlight.add(request.key);
      try {
        return await perform(ports, declared, input, { prepared, request });
      } finally {
        inFlight.delete(request.key);
      }
    };
    return async (input: Given): Promise<AnyOutcome> => {
      const { outcome, record } = await (limited ? limited(input, (prepared) => call(input, prepared)) : call(input));
      await record?.();
      return outcome;
    };
  };
}

const MOST_PREPARATIONS = 3;

/** `prepared` is called when nothing more is to be hashed, as far as is known by then. */
type Performance = { readonly prepared: (() => void) | undefined; readonly request?: Request };

const perform = async (ports: Ports, declared: Command, input: Given, performance: Performance): Promise<Made> => {
  const { storage, auditTrail, clock } = ports;
  const { request } = performance;
  // `run` fills the trace. It is emptied before each run, as the unit of work may run more than once.
  const recorded: { trace: Trace } & Recorded = { audit: declared.audit, input, trace: {} };
  const stored = request && (await recall(request, storage.read, ports));
  if (stored) return { outcome: stored };

  let outcome: AnyOutcome;
  let preparations = 0;
  do {
    const prepared = declared.prepare ? await declared.prepare(input, storage.read, ports) : ok(undefined);
    performance.prepared?.();
    if (!prepared.ok) outcome = prepared;
    else
      outcome = await storage.write(async (stores): Promise<AnyOutcome> => {
        const known = request && (await recall(request, stores, ports));
        if (known) return known;
        recorded.trace = {};
        const made = await declared.run(input, stores, { ...ports, trace: recorded.trace, prepared: prepared.value });
        if (!made.ok) return made;
        await stores.audit.append(await recordOf(ports, recorded, made, stores));
        if (request) await keep(request, stores, made.value, clock.now());
        return made;
      });
    preparations += 1;
  } while ('prepareAgain' in outcome && preparations < MOST_PREPARATIONS);
  await declared.after?.(storage);
  if (outcome.ok) return { outcome };

  // Another process may have made the same request since the first look. Its outcome is the answer, not this refusal.
  const meanwhile = request && (await recall(request, storage.read, ports));
  if (meanwhile) return { outcome: meanwhile };
  return { outcome, record: async () => auditTrail.note(await recordOf(ports, recorded, outcome, storage.read)) };
};

/** What `run` returns if what was prepared is outdated. The runner prepares again; if that happens each time, the call is refused. */
export const prepareAgain = <Code extends RefusalCode>(otherwise: Code) => ({
  ...refuse(otherwise),
  prepareAgain: true as const,
});

type Request = Pick<KeptOutcome, 'key' | 'request'> & { readonly replay: Replay<Given, AnyOutcome, RefusalCode> };

/** Do not change the format of these texts: stores keep their fingerprints, and would not find what an earlier version kept. */
const requestOf = (replay: Replay<Given, AnyOutcome, RefusalCode>, input: Given): Request => {
  const given = replay.fields.filter((field) => input[field] !== undefined).sort();
  return {
    key: JSON.stringify([replay.owner ? replay.owner(input) : input.actor.id, input.idempotencyKey]),
    request: JSON.stringify([replay.call, given.map((field) => [field, input[field]])]),
    replay,
  };
};

const recall = async (wanted: Request, reads: Reads, ports: Ports): Promise<AnyOutcome | undefined> => {
  const kept = await reads.retries.find(wanted, answeredAgainSince(ports.clock.now()));
  if (kept === undefined) return undefined;
  if (kept === 'other request') return refuse('IDEMPOTENCY_KEY_REUSED');
  return wanted.replay.recall ? wanted.replay.recall(kept.outcome, reads, ports) : ok(kept.outcome);
};

/** The id of what a call has created, unless it was erased with its child since. */
export const unlessErased = async <Id, Code extends RefusalCode>(
  id: Id,
  find: (id: Id) => Promise<unknown>,
  code: Code,
) => ((await find(id)) === undefined ? refuse(code) : ok(id));

/** Each call removes a few outcomes that are no longer answered. */
const SWEPT_PER_CALL = 10;

const keep = async ({ key, request, replay }: Request, { retries }: Stores, value: unknown, at: Instant) => {
  await retries.save({ key, request, outcome: replay.keep ? replay.keep(value) : String(value), at });
  await retries.sweep(answeredAgainSince(at), SWEPT_PER_CALL);
};

/** A call behind a session that only reads. */
export function query<Input, Outcome extends AnyOutcome>(
  declared: QueryOf<Input, Outcome>,
): (ports: Ports) => (input: Input & Call & Pick<Caller, 'session'>) => Promise<Outcome>;
export function query({ run, audit }: QueryOf<Given, AnyOutcome>) {
  return (ports: Ports) =>
    async (input: Given): Promise<AnyOutcome> => {
      const reads = ports.storage.read;
      const trace: Trace = {};
      const list: typeof pagesOf = (fetch, paging) => pagesOf(fetch, paging, mayStillRead);
      const answer = () => run(input, reads, { ...ports, trace, list });
      const mayStillRead = async (): Promise<void> => {
        const still = (await liveSession(ports, input.session)) ? await answer() : refuse('SESSION_INVALID');
        if (!still.ok) throw new Withdrawn(still.refusal);
      };
      const outcome = await answer();
      if (audit) ports.auditTrail.note(await recordOf(ports, { audit, input, trace }, outcome, reads));
      return outcome;
    };
}

type Recorded = { readonly audit: Audit<Given, unknown>; readonly input: Given; readonly trace: Trace };

const recordOf = async (ports: Ports, recorded: Recorded, outcome: AnyOutcome, reads: Reads): Promise<AuditRecord> => {
  const { audit, input, trace } = recorded;
  const value = outcome.ok ? outcome.value : undefined;
  return {
    id: ports.ids.auditRecord(),
    at: ports.clock.now(),
    requestId: input.requestId,
    by: audit.by ? await audit.by(input, value, reads) : input.actor?.id,
    action: audit.action,
    on: audit.on?.(input, value),
    outcome: outcome.ok ? 'OK' : outcome.refusal.code,
    child: trace.child,
  };
};
