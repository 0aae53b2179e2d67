import { CallFailed, type Result } from './result.ts';

type Request = { readonly method: string; readonly headers: Record<string, string>; readonly body?: string };

/** The part of `fetch` that a client uses. */
export type Fetch = (
  url: string,
  init: Request & { readonly signal: AbortSignal; readonly redirect: 'error'; readonly credentials: 'omit' },
) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>;

type SentCall = {
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
const send = async (call: SentCall): Promise<Result<unknown, string>> => {
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

/** `list` is a read by pages; `keyed` is done once for each Idempotency-Key; `once` is not sent again. */
type Kind = 'read' | 'list' | 'keyed' | 'once';

type Operation = { readonly kind: Kind; readonly input: object; readonly answer: unknown; readonly refusal: string };
type AnyOperations<Operations> = Record<keyof Operations, Operation>;

export type CallOptions = {
  /** Ends the call and rejects it with the reason of the signal. The service may have carried it out all the same. */
  readonly signal?: AbortSignal;
  /** Milliseconds for one try, its reply included. */
  readonly timeout?: number;
  /** How many further tries may follow the first, where retrying is safe; 0 for none. */
  readonly retries?: number;
};

export type KeyedCallOptions = CallOptions & {
  /** Makes two calls within 24 hours one. 1 to 255 visible ASCII characters. The default is a new key for each call. */
  readonly idempotencyKey?: string;
};

export type ClientOptions = Pick<CallOptions, 'timeout' | 'retries'> & {
  /** A session of an earlier client. */
  readonly session?: string;
  /** Sends the requests in place of `globalThis.fetch`. It must obey the signal that it gets. */
  readonly fetch?: Fetch;
};

export type Client<Operations extends AnyOperations<Operations>> = {
  readonly [Name in keyof Operations]: Operations[Name]['kind'] extends 'list'
    ? List<Operations[Name]>
    : Method<Operations[Name]>;
} & {
  /** Logging in sets it, its end clears it; set it to continue a stored one. Logging the client does not show it. */
  session: string | undefined;
};

type Method<Of extends Operation> = (...args: Arguments<Of>) => Promise<Result<Of['answer'], Of['refusal']>>;

/** Answers the list as an array: all of it, or one page if there is a `limit`. */
interface List<Of extends Operation> extends Method<Of> {
  /**
   * The entries one by one. Asks for a page of `limit` entries at a time. A refusal is the last entry. A list whose
   * entries have no id cannot be read on from one, so it has no `each`.
   */
  readonly each: EntryOf<Of['answer']> extends { readonly id: string } | { readonly LoginID: string }
    ? (...args: Arguments<Of>) => AsyncGenerator<Result<EntryOf<Of['answer']>, Of['refusal']>, void>
    : never;
}

type EntryOf<Answer> = Answer extends readonly (infer Entry)[] ? Entry : never;

type Arguments<Of extends Operation> =
  Record<never, never> extends Of['input']
    ? [input?: Readonly<Of['input']>, options?: OptionsOf<Of['kind']>]
    : [input: Readonly<Of['input']>, options?: OptionsOf<Of['kind']>];

type OptionsOf<Of extends Kind> = Of extends 'keyed' ? KeyedCallOptions : CallOptions;

type Input = Readonly<Record<string, unknown>>;

/** The rows have the kind and the endpoint of each method. */
export const createClient = <Operations extends AnyOperations<Operations>>(
  variant: SentCall['variant'],
  rows: Readonly<Record<string, string>>,
  url: string | URL,
  options: ClientOptions,
): Client<Operations> => {
  const { origin, pathname, username, password } = new URL(url);
  if (username + password !== '') throw new TypeError('The URL of the service must not hold a user or a password.');
  const base = `${origin}${pathname.replace(/\/$/, '')}`;
  const { timeout = 60_000, retries = 2, fetch = (to, init) => globalThis.fetch(to, init) } = options;
  let session: string | undefined;

  const call = async (name: string, row: string, input: Input, own: KeyedCallOptions) => {
    const used = session;
    const { path, ...request } = requestOf(row, input, session, own.idempotencyKey);
    const isRepeatable = !row.startsWith('once');
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal: own.signal };
    const result = await send({ variant, ...limits, name, url: base + path, request, isRepeatable, fetch });
    if (name === 'logIn' && result.ok) session = (result.value as { readonly id: string }).id;
    const hasEnded = result.ok ? name === 'logOut' : result.refusal.code === 'SESSION_INVALID';
    // Another login may have replaced the session meanwhile.
    if (hasEnded && session === used) session = undefined;
    return result;
  };

  const methods = Object.entries(rows).map(([name, row]) => {
    const method = (input: Input = {}, own: KeyedCallOptions = {}) => call(name, row, input, own);
    return [name, row.startsWith('list') ? Object.assign(method, { each: each(method) }) : method];
  });
  const client: Client<Operations> = Object.defineProperty(Object.fromEntries(methods), 'session', {
    get: () => session,
    set: (given: string | undefined) => {
      session = given === undefined ? undefined : headerValue('A session', given);
    },
  });
  client.session = options.session;
  return client;
};

/** Members of the input that the path names go into the path, all others into the request object. */
const requestOf = (row: string, input: Input, session: string | undefined, idempotencyKey = newKey()) => {
  const [kind, method = '', template = ''] = row.split(' ');
  const fields = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    // An empty segment, `.` and `..` would lead to another path.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id.`);
    return encodeURIComponent(value);
  });
  // Of all fields, `limit` alone is a number.
  const body = JSON.stringify(fields, (_, value) => (typeof value === 'number' ? String(value) : value));
  const hasBody = body !== '{}';
  const headers: Record<string, string> = {
    ...(session !== undefined && { Authorization: `Bearer ${session}` }),
    ...(kind === 'keyed' && { 'Idempotency-Key': headerValue('idempotencyKey', idempotencyKey) }),
    ...(hasBody && { 'Content-Type': 'application/json' }),
  };
  // `fetch` sends no body with GET, but with QUERY (RFC 10008).
  const sent = method === 'GET' && hasBody ? 'QUERY' : method;
  return { path, method: sent, headers, ...(hasBody && { body }) };
};

/** 128 random bits. `crypto.randomUUID` is missing on pages that were not loaded over TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Throws for a text that no header can hold; `fetch` would repeat the text in its error, and it may be a secret. */
const headerValue = (what: string, text: string): string => {
  if (!/^[\x21-\x7e]{1,255}$/.test(text)) throw new TypeError(`${what} must be 1 to 255 visible ASCII characters.`);
  return text;
};

/** The entries of a list. The largest page is the default. */
const each = (list: (input: Input, options?: CallOptions) => Promise<Result<unknown, string>>) =>
  async function* (input: Input = {}, options?: CallOptions) {
    const { limit = 1000 } = input;
    for (let after = input['after']; ; ) {
      const page = await list({ ...input, limit, after }, options);
      if (!page.ok) return void (yield page);
      const entries = page.value as readonly { readonly id?: string; readonly LoginID?: string }[];
      for (const value of entries) yield { ok: true, value };
      if (entries.length < Number(limit)) return;
      const last = entries.at(-1);
      after = last?.id ?? last?.LoginID;
      if (after === undefined) throw new TypeError('The entries of this list have no id: read it whole.');
    }
  };
