import { CallFailed } from './call-failed.ts';
import type { Request } from './request.ts';
import type { Result } from './result.ts';

/** What a client asks of `fetch`; the one of browsers and of Node is one of these. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedReply>;

type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly redirect: 'error';
  readonly credentials: 'omit';
};

type FetchedReply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** How the replies of a variant are read. */
export type Wire = { readonly name: string; readonly contentField: string };

/** One try of a call. */
export type Try = {
  readonly wire: Wire;
  readonly method: string;
  readonly request: Request;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
};

export type AnyResult = Result<unknown, string>;

/** The service never redirects, and what is sent is meant for it alone. */
const ONLY_THERE = { redirect: 'error', credentials: 'omit' } as const;

/** Throws `CallFailed`, or the reason of the caller's signal. */
export const exchange = async ({ wire, method, request, fetch, timeout, signal }: Try): Promise<AnyResult> => {
  signal?.throwIfAborted();
  const { url, ...init } = request;
  const bound = bounded(timeout, signal);
  try {
    const reply = await fetch(url, { ...init, ...ONLY_THERE, signal: bound.signal });
    const read = readReply(wire, reply, await reply.text());
    if ('explanation' in read) throw new CallFailed(method, 'broken reply', { ...read, status: reply.status });
    return read;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof CallFailed) throw cause;
    if (bound.signal.aborted) throw new CallFailed(method, 'timed out', { explanation: noReplyWithin(timeout) });
    throw new CallFailed(method, 'no reply', { explanation: NO_REPLY, cause });
  } finally {
    bound.release();
  }
};

const noReplyWithin = (timeout: number): string => `no reply within ${timeout} ms`;
const NO_REPLY = 'the service could not be reached, or did not reply';

/** What a timer can wait; a longer time is as good as none. */
const LONGEST = 2 ** 31 - 1;

const bounded = (timeout: number, signal: AbortSignal | undefined) => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, Math.min(timeout, LONGEST));
  signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
};

/** What is refused where no operation is: what the client calls is not there. */
const ELSEWHERE: ReadonlySet<string> = new Set(['PATH_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

const readReply = (
  { name, contentField }: Wire,
  { status, headers }: FetchedReply,
  text: string,
): AnyResult | Broken => {
  const { status: word, [contentField]: content } = parsed(text);
  const code = headers.get('Error-Code');
  if (word === 'OK' && content !== undefined) return { ok: true, value: content };
  if (word !== 'ERR' || typeof content !== 'string' || code === null || ELSEWHERE.has(code)) {
    return { explanation: `a reply (${status}) that is none of variant ${name}; look at the URL of the service` };
  }
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

type Broken = { readonly explanation: string };

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    // Of a number or a text no member is there, as of an object that has none.
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
};
