import { randomUUID } from 'node:crypto';
import { type ContentField, errorReply, okHead, replyHeaders } from './envelope.ts';
import { OF_SERVER } from './refusals.ts';
import type { Listener } from './server/connections.ts';
import { headerOf } from './server/headers.ts';
import { createObservation, type Observe } from './server/observation.ts';
import { type LIMITS, METHODS, startServer } from './server/server.ts';
import { createVariantApp } from './variant.ts';

type Options = Omit<Parameters<typeof createVariantApp>[0], 'mostAtWork' | 'observation'> & {
  readonly host: string;
  readonly port: number;
  /** Are told of each request that is over. */
  readonly observers?: readonly (Observe | undefined)[];
  /** The origins whose pages may call; by default none. */
  readonly corsOrigins?: readonly string[];
  /** For a test that cannot wait for the service's own limits. */
  readonly limits?: Partial<typeof LIMITS & { readonly requestsAtWork: number }>;
};

/** Serves a variant, with an envelope (D-01) also for what the server refuses. */
export const startVariant = ({ host, port, limits: { requestsAtWork, ...limits } = {}, ...options }: Options) => {
  const { name, contentField } = options.variant;
  const observation = createObservation(name, options.observers ?? []);
  return startServer({
    host,
    port,
    limits,
    trustedProxies: options.trustedProxies,
    observation,
    fetch: createVariantApp({ ...options, observation, mostAtWork: requestsAtWork }).fetch,
    refuse: ({ problem, ...more }) => {
      const allowed = problem === 'method' ? { Allow: METHODS } : undefined;
      return errorReply(contentField, randomUUID(), { ...OF_SERVER[problem], ...more }, allowed);
    },
    wrap: withCors(options.corsOrigins ?? [], contentField),
  });
};

/** For the pages of other origins: what they may read of a reply besides its body, and what they may send. */
const EXPOSED = 'Allow, Error-Code, Request-Id, Retry-After';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': METHODS,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, One-Time-Password',
  // Seconds: browsers cache a preflight no longer.
  'Access-Control-Max-Age': '7200',
};

/**
 * P-26: lets the pages of these origins call (Fetch standard, 3.3). Hono's middleware answers a preflight without an
 * envelope, and does not reach lists, which are written to Node's reply. So this sets the headers there before the
 * listener runs.
 */
const withCors =
  (origins: readonly string[], contentField: ContentField) =>
  (listener: Listener): Listener => {
    if (origins.length === 0) return listener;
    const allowed = new Set(origins);
    return (incoming, outgoing) => {
      const origin = headerOf(incoming, 'origin');
      const wanted = headerOf(incoming, 'access-control-request-method');
      outgoing.setHeader('Vary', 'Origin');
      if (origin === undefined || !allowed.has(origin)) return listener(incoming, outgoing);
      outgoing.setHeader('Access-Control-Allow-Origin', origin);
      outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED);
      if (incoming.method !== 'OPTIONS' || wanted === undefined) return listener(incoming, outgoing);
      const body = `${okHead(contentField)}null}`;
      const headers = { ...replyHeaders(randomUUID()), ...PREFLIGHT, 'Content-Length': Buffer.byteLength(body) };
      return outgoing.writeHead(200, headers).end(body);
    };
  };
