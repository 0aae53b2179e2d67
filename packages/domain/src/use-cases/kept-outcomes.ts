import { answeredAgainSince, type KeptOutcome } from '../model/idempotency.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reads, Stores } from '../ports/storage.ts';
import { ok, type RefusalCode, refuse, refused } from '../result.ts';
import type { AnyOutcome, Given, Idempotency, Made } from './declaration.ts';

/** Runs the work of a call inside a unit of work. */
export type RunWork = (stores: Stores, work: () => Promise<AnyOutcome>) => Promise<AnyOutcome>;

/**
 * D-24: makes a call once for each key, and answers its kept outcome again. While the first call runs, a second one is
 * refused in the same process. In another process its unit of work waits, and finds the outcome.
 */
export const createIdempotency = (ports: Ports, declared: Idempotency<Given, AnyOutcome, RefusalCode> | undefined) => {
  const underWay = new Set<string>();
  const { storage, clock } = ports;

  const findAgain = async (request: Request, reads: Reads, input: Given): Promise<AnyOutcome | undefined> => {
    const kept = await reads.keptOutcomes.find(request, answeredAgainSince(clock.now()));
    if (kept === 'other request') return refuse('IDEMPOTENCY_KEY_REUSED');
    return kept && (declared?.answerAgain ? declared.answerAgain(kept.outcome, reads, ports, input) : ok(kept.outcome));
  };

  const keep = async (request: Request, { keptOutcomes }: Stores, value: unknown): Promise<void> => {
    const outcome = declared?.keep ? declared.keep(value) : String(value ?? '');
    await keptOutcomes.save({ ...request, outcome, at: clock.now() });
  };

  const makeOnce = async (input: Given, request: Request, make: (runWork: RunWork) => Promise<Made>): Promise<Made> => {
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

type Request = Pick<KeptOutcome, 'key' | 'request'>;

/** Stores find an outcome by the fingerprints of these texts, so the format never changes. */
const requestOf = (declared: Idempotency<Given, AnyOutcome, RefusalCode>, input: Given): Request => {
  const given = declared.fields.filter((field) => input[field] !== undefined).sort();
  return {
    key: JSON.stringify([declared.owner ? declared.owner(input) : input.actor.id, input.idempotencyKey]),
    request: JSON.stringify([declared.call, given.map((field) => [field, input[field]])]),
  };
};

/**
 * Answers a call again that gives nothing out, unless what it did was undone since: a key does one thing, once, and
 * nobody is told of what is not so any more.
 */
export const ifStill = (stands: boolean) => (stands ? ok(undefined) : refuse('IDEMPOTENCY_KEY_REUSED'));

/** Answers the kept id again. Refuses if nothing has this id any more, because the child was erased. */
export const unlessErased = async <Id, Code extends RefusalCode>(
  id: Id,
  find: (id: Id) => Promise<unknown>,
  code: Code,
) => ((await find(id)) === undefined ? refuse(code) : ok(id));
