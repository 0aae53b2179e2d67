import { randomUUID } from 'node:crypto';
import type { Application } from '@health-case/domain/application';
import { type Refusal, Unavailable } from '@health-case/domain/errors';
import { ok, type Result, refused } from '@health-case/domain/result';
import type { Call, LineRefusal } from './line-call.ts';
import { lineCalls } from './line-calls.ts';

type Outcome = { readonly outcome: string; readonly problem?: string; readonly retryAfterSeconds?: number };

/** Answers a line of JSON with lines of JSON. */
export type LineTransport = (line: string, address: string) => AsyncGenerator<string, void>;

/**
 * `{"call", "session"?, …fields}` is answered by a `{"value"}` for each value, and at last by the `{"outcome"}`: `OK`, or
 * the code of a refusal, of an outage or of a fault. `report` hears of the last two.
 */
export const createLineTransport = (
  application: Application,
  report: (requestId: string, error: unknown) => void,
): LineTransport => {
  const calls: Readonly<Record<string, Call>> = lineCalls(application);
  return async function* (line, address) {
    const known = { requestId: randomUUID(), address };
    try {
      const answered = await answer(application, calls, line, known);
      // An outage can come between two pages, so how a call came out is said after its values.
      if (answered.ok) for await (const value of answered.value) yield JSON.stringify({ value });
      yield JSON.stringify(outcomeOf(answered));
    } catch (error) {
      report(known.requestId, error);
      yield JSON.stringify(outcomeOfThrown(error));
    }
  };
};

const answer = async (
  application: Application,
  calls: Readonly<Record<string, Call>>,
  line: string,
  known: { readonly requestId: string; readonly address: string },
): ReturnType<Call['run']> => {
  const request = parse(line);
  if (!request.ok) return request;
  const { call: name, session, ...given } = request.value;
  const call = typeof name === 'string' && Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) return refused({ code: 'CALL_UNKNOWN' });
  const caller = call.who === 'session' ? await application.resumeSession(String(session)) : ok(undefined);
  return caller.ok ? call.run(given, known, caller.value) : caller;
};

const parse = (line: string): Result<Readonly<Record<string, unknown>>, LineRefusal> => {
  try {
    const request: unknown = JSON.parse(line);
    if (typeof request === 'object' && request !== null) return ok(request as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refused({ code: 'LINE_MALFORMED' });
};

/** The codes are the words of this wire: there is nothing to map them to. */
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
