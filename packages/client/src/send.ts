import type { Kind } from './operations.ts';
import type { requestOf } from './request.ts';
import { CallFailed, type Result } from './result.ts';

/** The part of `fetch` that a client uses. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal: AbortSignal;
    readonly redirect: 'error';
    readonly credentials: 'omit';
  },
) => Promise<FetchedReply>;

type FetchedReply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** How to read the replies of a variant. */
export type Wire = { readonly name: string; readonly contentField: string };

type Call = {
  readonly wire: Wire;
  readonly method: string;
  readonly kind: Kind;
  readonly request: ReturnType<typeof requestOf>;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
};

export type AnyResult = Result<unknown, string>;
type Outcome = AnyResult | CallFailed;

/** In milliseconds. The random part keeps clients from coming back together. */
const LONGEST_WAIT = 30_000;
const LONGEST_BACKOFF = 5_000;

/** Sends a request, and again where that is safe and may help. Throws `CallFailed`, or the reason of the caller's signal. */
export const send = async (call: Call): Promise<AnyResult> => {
  for (let tries = 1; ; tries += 1) {
    const outcome = await exchange(call);
    if (tries <= call.retries && mayBeSentAgain(call.kind, outcome)) {
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
 * `STORE_UNAVAILABLE` included, the service may have carried out the call: only reads and calls with a key are sent again.
 */
const mayBeSentAgain = (kind: Kind, outcome: Outcome): boolean => {
  if (outcome instanceof CallFailed) return kind !== 'once' && (outcome.status === undefined || outcome.status >= 500);
  if (outcome.ok || requestedWait(outcome) > LONGEST_WAIT) return false;
  const { code } = outcome.refusal;
  return code === 'OVERLOADED' || (kind !== 'once' && (code === 'STORE_UNAVAILABLE' || code === 'REQUEST_IN_FLIGHT'));
};

const requestedWait = (outcome: Outcome): number =>
  outcome instanceof CallFailed || outcome.ok ? 0 : (outcome.refusal.retryAfterSeconds ?? 0) * 1000;

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });

/** The longest time of a timer. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** One try. The service never redirects and uses no cookies. */
const exchange = async ({ wire, method, request, fetch, timeout, signal }: Call): Promise<Outcome> => {
  signal?.throwIfAborted();
  const { url, ...init } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, Math.min(timeout, LONGEST_TIMEOUT));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const reply = await fetch(url, { ...init, redirect: 'error', credentials: 'omit', signal: controller.signal });
    const result = resultOf(wire, reply, await reply.text());
    if (result) return result;
    const { status } = reply;
    const explanation = `a reply (${status}) that is none of variant ${wire.name}; look at the URL of the service`;
    return new CallFailed(method, 'broken reply', explanation, { status });
  } catch (cause) {
    signal?.throwIfAborted();
    return controller.signal.aborted
      ? new CallFailed(method, 'timed out', `no reply within ${timeout} ms`)
      : new CallFailed(method, 'no reply', 'the service could not be reached, or did not reply', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** The service answers these where it has no operation: the URL is not that of the variant. */
const WRONG_PLACE = ['PATH_NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** Returns nothing for a reply that this variant of the service cannot have sent. */
const resultOf = ({ contentField }: Wire, { status, headers }: FetchedReply, text: string): AnyResult | undefined => {
  const { status: word, [contentField]: content } = membersOf(text);
  if (word === 'OK' && content !== undefined) return { ok: true, value: content };
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
  return { ok: false, refusal };
};

const membersOf = (json: string): Readonly<Record<string, unknown>> => {
  try {
    // A number or a text has none of the members.
    return (JSON.parse(json) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
};
