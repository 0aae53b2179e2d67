import type { CallOptions, KeyedCallOptions } from './call-options.ts';
import { each } from './each.ts';
import type { AnyResult, Fetch, Wire } from './exchange.ts';
import { headerValue } from './header-value.ts';
import type { Methods } from './methods.ts';
import { baseOf, requestOf } from './request.ts';
import type { Operation, Row } from './rows.ts';
import { send } from './send.ts';

export type ClientOptions = Pick<CallOptions, 'timeout' | 'retries'> & {
  /** A session that was kept from before. */
  readonly session?: string;
  /** Sends the requests, if not `globalThis.fetch`. It must heed the signal that it gets. */
  readonly fetch?: Fetch;
};

export type Client<Operations extends Record<keyof Operations, Operation>> = Methods<Operations> & {
  /**
   * The session that calls are made in: set by logging in, forgotten when it has ended. Read it to keep it somewhere safe, and
   * set it to go on with one that was kept. It does not show when the client is logged or written as JSON.
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
    const patience = { timeout: own.timeout ?? timeout, retries: own.retries ?? retries, signal: own.signal };
    const result = await send({ wire, method, kind, request, fetch, ...patience });
    if (method === 'logIn' && result.ok) session = (result.value as { readonly id: string }).id;
    else if (session === used && isOver(method, result)) session = undefined;
    return result;
  };

  const methods = Object.entries(rows).map(([method, row]) => {
    const callIt = (input: Input = {}, own: KeyedCallOptions = {}) => call(method, row, input, own);
    return [method, row.kind === 'list' ? Object.assign(callIt, { each: each(callIt) }) : callIt];
  });
  // That each operation has its method, the compiler has seen where the rows stand.
  const client: Client<Operations> = Object.defineProperty(Object.fromEntries(methods), 'session', {
    get: () => session,
    set: (given: string | undefined) => {
      session = given === undefined ? undefined : headerValue('A session', given);
    },
  });
  client.session = options.session;
  return client;
};

/** A session that another login has replaced meanwhile is not the one that is over. */
const isOver = (method: string, result: AnyResult): boolean =>
  result.ok ? method === 'logOut' : result.refusal.code === 'SESSION_INVALID';

/** 128 random bits. `crypto.randomUUID` is missing on pages that did not come over TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
