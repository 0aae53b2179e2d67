import { CallFailed, type Result } from './result.ts';

type Request = { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };

/** The part of `fetch` that a client uses. */
export type Fetch = (
  url: string,
  init: Request & { readonly signal: AbortSignal; readonly redirect: 'error'; readonly credentials: 'omit' },
) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>;

export type SentCall = {
  /** The method of the client. */
  readonly name: string;
  readonly variant: 'A' | 'B';
  readonly url: string;
  readonly request: Request;
  /** Whether the call may be carried out twice: it only reads, or has a key. */
  readonly isRepeatable: boolean;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
};

type Outcome = Result<unknown, string> | CallFailed;

/** In milliseconds. The random part keeps clients from coming back together. */
const LONGEST_WAIT = 30_000;
const LONGEST_BACKOFF = 5_000;

/** Sends a request, and again where that is safe. Throws `CallFailed`, or the reason of the caller's signal. */
export const send = async (call: SentCall): Promise<Result<unknown, string>> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await exchange(call);
    if (tries <= call.retries && mayBeSentAgain(call, outcome)) {
      await pause(requestedWait(outcome) + Math.random() * Math.min(100 * 2 ** tries, LONGEST_BACKOFF), call.signal);
    } else if (outcome instanceof CallFailed) {
      throw outcome;
    } else {
      return outcome;
    }
  }
};

/**
 * After `OVERLOADED` the service has stored nothing, so every call may be sent again. After any other passing failure,
 * `STORE_UNAVAILABLE` included, the service may have carried out the call: only reads and calls with a key are sent
 * again.
 */
const mayBeSentAgain = ({ isRepeatable }: SentCall, outcome: Outcome): boolean => {
  if (outcome instanceof CallFailed) return isRepeatable && (outcome.status === undefined || outcome.status >= 500);
  if (outcome.ok || requestedWait(outcome) > LONGEST_WAIT) return false;
  const { code } = outcome.refusal;
  return code === 'OVERLOADED' || (isRepeatable && (code === 'STORE_UNAVAILABLE' || code === 'REQUEST_IN_FLIGHT'));
};

const requestedWait = (outcome: Outcome): number =>
  outcome instanceof CallFailed || outcome.ok ? 0 : (outcome.refusal.retryAfterSeconds ?? 0) * 1000;

/** Ends early when the caller's signal aborts; the next try throws then. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
  });

/** One try. The service never redirects and uses no cookies. */
const exchange = async (call: SentCall): Promise<Outcome> => {
  const { name, variant, url, request, fetch, timeout, signal } = call;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  // No timer is longer than 31 bits.
  const timer = setTimeout(abort, Math.min(timeout, 2 ** 31 - 1));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const reply = await fetch(url, { ...request, redirect: 'error', credentials: 'omit', signal: controller.signal });
    const { status, headers } = reply;
    const result = resultOf(variant, status, headers, await reply.text());
    if (result) return result;
    const explanation = `a reply (${status}) that is none of variant ${variant}; look at the URL of the service`;
    return new CallFailed(name, 'broken reply', explanation, { status });
  } catch (cause) {
    signal?.throwIfAborted();
    return controller.signal.aborted
      ? new CallFailed(name, 'timed out', `no reply within ${timeout} ms`)
      : new CallFailed(name, 'no reply', 'the service could not be reached, or did not reply', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** The service answers these where it has no operation: the URL is not that of the variant. */
const WRONG_PLACE = ['PATH_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** Returns nothing for a reply that this variant of the service cannot have sent. */
const resultOf = (variant: SentCall['variant'], status: number, headers: Pick<Headers, 'get'>, text: string) => {
  const { status: word, [variant === 'A' ? 'body' : 'response']: content } = membersOf(text);
  if (word === 'OK' && content !== undefined) return { ok: true, value: content } as const;
  const code = headers.get('Error-Code');
  if (word !== 'ERR' || typeof content !== 'string' || code === null || WRONG_PLACE.includes(code)) return undefined;
  const retryAfter = headers.get('Retry-After') ?? '';
  const refusal = {
    code,
    sentence: content,
    status,
    ...(/^\d+$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
    requestId: headers.get('Request-Id') ?? '',
  };
  return { ok: false, refusal } as const;
};

const membersOf = (json: string): Readonly<Record<string, unknown>> => {
  try {
    // A number or a text has none of the members.
    return (JSON.parse(json) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
};
