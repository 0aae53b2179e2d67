import { refuse } from '../errors.ts';
import { answeredAgainSince } from '../model/request-options.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, refused } from '../result.ts';
import type { AnyOutcome, Given, Replay } from './declaration.ts';

/** A request that its client can send again: what is stored of its outcome. */
export type Repeatable = {
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
export const createReplay = ({ clock }: Ports, declared: Replay<Given, unknown> | undefined) => {
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
