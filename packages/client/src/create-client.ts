import type { CallOptions, KeyedCallOptions, Methods, Operation, Row } from './operations.ts';
import { baseOf, headerValue, requestOf } from './request.ts';
import { type AnyResult, type Fetch, send, type Wire } from './send.ts';

export type ClientOptions = Pick<CallOptions, 'timeout' | 'retries'> & {
  /** A session of an earlier client. */
  readonly session?: string;
  /** Sends the requests in place of `globalThis.fetch`. It must obey the signal that it gets. */
  readonly fetch?: Fetch;
};

export type Client<Operations extends Record<keyof Operations, Operation>> = Methods<Operations> & {
  /**
   * The session of further calls. Logging in sets it, its end clears it. Read it to store it in a safe place, and set it to
   * continue a stored session. It does not show when the client is logged or written as JSON.
   */
  session: string | undefined;
};

type Variant = Wire & { readonly rows: Readonly<Record<string, Row>> };
type Input = Readonly<Record<string, unknown>>;

export const createClient = <Operations extends Record<keyof Operations, Operation>>(
  { rows, ...wire }: Variant,
  url: string | URL,
  options: ClientOptions,
): Client<Operations> => {
  const base = baseOf(url);
  const { timeout = 60_000, retries = 2, fetch = (to, init) => globalThis.fetch(to, init) } = options;
  let session: string | undefined;

  const call = async (method: string, { endpoint, kind }: Row, input: Input, own: KeyedCallOptions) => {
    const used = session;
    const idempotencyKey = kind === 'keyed' ? (own.idempotencyKey ?? newKey()) : undefined;
    const request = requestOf({ base, endpoint, input, session: used, idempotencyKey });
    const limits = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal: own.signal };
    const result = await send({ wire, method, kind, request, fetch, ...limits });
    if (method === 'logIn' && result.ok) session = (result.value as { readonly id: string }).id;
    // Another login may have replaced the session meanwhile.
    else if (session === used && hasEnded(method, result)) session = undefined;
    return result;
  };

  const methods = Object.entries(rows).map(([method, row]) => {
    const callMethod = (input: Input = {}, own: KeyedCallOptions = {}) => call(method, row, input, own);
    return [method, row.kind === 'list' ? Object.assign(callMethod, { each: each(callMethod) }) : callMethod];
  });
  // The type `Rows` makes sure that each operation has its method.
  const client: Client<Operations> = Object.defineProperty(Object.fromEntries(methods), 'session', {
    get: () => session,
    set: (given: string | undefined) => {
      session = given === undefined ? undefined : headerValue('A session', given);
    },
  });
  client.session = options.session;
  return client;
};

const hasEnded = (method: string, result: AnyResult): boolean =>
  result.ok ? method === 'logOut' : result.refusal.code === 'SESSION_INVALID';

/** 128 random bits. `crypto.randomUUID` is missing on pages that were not loaded over TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const LARGEST_PAGE = 1000;

/** The entries of a list, a page at a time. A refusal is the last entry. */
const each = (list: (input: Input, options?: CallOptions) => Promise<AnyResult>) =>
  async function* (input: Input = {}, options?: CallOptions) {
    const { limit = LARGEST_PAGE } = input;
    for (let after = input['after']; ; ) {
      const page = await list({ ...input, limit, after }, options);
      if (!page.ok) return void (yield page);
      const entries = page.value as readonly { readonly id: string }[];
      for (const value of entries) yield { ok: true, value };
      if (entries.length < Number(limit)) return;
      after = entries.at(-1)?.id;
    }
  };
