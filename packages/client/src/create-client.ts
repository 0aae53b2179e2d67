import type { Result } from './result.ts';
import { type Fetch, type SentCall, send } from './send.ts';

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
