import { randomUUID } from 'node:crypto';
import { withCors } from './cors.ts';
import { errorReply } from './envelope.ts';
import type { WireRefusal } from './refusals.ts';
import { createObservation, type Observe } from './server/observation.ts';
import { type LIMITS, METHODS, type ServerRefusal, startServer } from './server/server.ts';
import { createVariantApp, type VariantOptions } from './variant.ts';

type Options = Omit<VariantOptions, 'mostAtWork' | 'observation'> & {
  readonly host: string;
  readonly port: number;
  /** Are told of each request that is over. */
  readonly observers?: readonly (Observe | undefined)[];
  /** The origins whose pages may call; by default none. */
  readonly corsOrigins?: readonly string[];
  /** For a test that cannot wait for the service's own limits. */
  readonly limits?: Partial<typeof LIMITS & { readonly requestsAtWork: number }>;
};

const REFUSALS: Readonly<Record<ServerRefusal['problem'], WireRefusal>> = {
  malformed: { code: 'MALFORMED_HTTP' },
  'headers too large': { code: 'HEADERS_TOO_LARGE' },
  'body too large': { code: 'BODY_TOO_LARGE' },
  'too slow': { code: 'REQUEST_TIMEOUT' },
  CONNECT: { code: 'METHOD_NOT_ALLOWED' },
  overloaded: { code: 'OVERLOADED', retryAfterSeconds: 1 },
  failed: { code: 'INTERNAL' },
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
      const allowed = problem === 'CONNECT' ? { Allow: METHODS } : undefined;
      return errorReply(contentField, randomUUID(), { ...REFUSALS[problem], ...more }, allowed);
    },
    wrap: withCors(options.corsOrigins ?? [], contentField),
  });
};
