import { randomUUID } from 'node:crypto';
import type { Application } from '@health-case/domain/application';
import { type Refusal, Unavailable } from '@health-case/domain/errors';
import { parseIdempotencyKey } from '@health-case/domain/model/request-options';
import { ok, type Result, refused } from '@health-case/domain/result';
import { type Call, type Given, type LineRefusal, lineCalls } from './line-calls.ts';

type Outcome = { readonly outcome: string; readonly problem?: string; readonly retryAfterSeconds?: number };

/** Answers a line of JSON with lines of JSON. */
export type LineTransport = (line: string, address: string) => AsyncGenerator<string, void>;

/**
 * `{"call", "session"?, "idempotencyKey"?, …fields}` is answered by a `{"value"}` for each value, and then by the `{"outcome"}`:
 * `OK`, or the code of a refusal, of an outage or of a fault. `report` gets the last two.
 */
export const createLineTransport = (
  application: Application,
  report: (requestId: string, error: unknown) => void,
): LineTransport => {
  const calls = lineCalls(application);
  return async function* (line, address) {
    const requestId = randomUUID();
    try {
      const answered = await answer(application, calls, line, { requestId, address });
      // An outage can come between two pages, so the outcome follows the values.
      if (answered.ok) for await (const value of answered.value) yield JSON.stringify({ value });
      yield JSON.stringify(outcomeOf(answered));
    } catch (error) {
      report(requestId, error);
      yield JSON.stringify(outcomeOfThrown(error));
    }
  };
};

const answer = async (
  application: Application,
  calls: Readonly<Record<string, Call>>,
  line: string,
  origin: { readonly requestId: string; readonly address: string },
): ReturnType<Call> => {
  const request = parse(line);
  if (!request.ok) return request;
  const { call: name, session, idempotencyKey, ...given } = request.value;
  const call = typeof name === 'string' && Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) return refused({ code: 'CALL_UNKNOWN' });
  const key = idempotencyKey === undefined ? ok(undefined) : parseIdempotencyKey(String(idempotencyKey));
  if (!key.ok) return refused({ code: 'FIELDS_INVALID', problem: `idempotencyKey ${key.refusal.problem}` });
  const known = { ...origin, idempotencyKey: key.value };
  return call(given, known, () => application.resumeSession(String(session)));
};

const parse = (line: string): Result<Given, LineRefusal> => {
  try {
    const request: unknown = JSON.parse(line);
    if (typeof request === 'object' && request !== null) return ok(request as Given);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refused({ code: 'LINE_MALFORMED' });
};

const outcomeOf = (answered: Result<unknown, Refusal | LineRefusal>): Outcome => {
  if (answered.ok) return { outcome: 'OK' };
  const { code, ...more } = answered.refusal;
  return { outcome: code, ...more };
};

const outcomeOfThrown = (error: unknown): Outcome => {
  if (!(error instanceof Unavailable)) return { outcome: 'INTERNAL' };
  const outcome = error.reason === 'overloaded' ? 'OVERLOADED' : 'STORE_UNAVAILABLE';
  return { outcome, retryAfterSeconds: error.retryAfterSeconds };
};
