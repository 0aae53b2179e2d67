import './jsx.ts';
import { randomUUID } from 'node:crypto';
import { OF_SERVER, WIRE_REFUSALS } from '@health-case/http/refusals';
import { createObservation, type Observe } from '@health-case/http/server/observation';
import { type LIMITS, type RefusalReply, type ServerRefusal, startServer } from '@health-case/http/server/server';
import type { PortalOptions } from './kit/options.ts';

type Options = Omit<PortalOptions, 'observation'> & {
  readonly host: string;
  readonly port: number;
  /** Are told of each request that is over. */
  readonly observers: readonly (Observe | undefined)[];
  /** For a test that cannot wait for the service's own limits. */
  readonly limits?: Partial<typeof LIMITS>;
};

/** In milliseconds: a list that is uploaded may be a minute on its way. */
const LONGER = 48_000;

/** What no browser gets by itself: in plain text, as nothing is known of who asks. */
const refuse = ({ problem, sentence }: ServerRefusal): RefusalReply => ({
  status: WIRE_REFUSALS[OF_SERVER[problem].code][0],
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Request-Id': randomUUID(),
    ...(problem === 'overloaded' && { 'Retry-After': '1' }),
    ...(problem === 'method' && { Allow: 'GET, HEAD, POST' }),
  },
  body: `${sentence ?? `The request was refused: ${problem}.`}\n`,
});

const NAME = 'portal';

/** The third way in, beside the two variants: pages for people. They are read when the portal starts. */
export const portal = {
  name: NAME,
  start: async ({ host, port, observers, limits = {}, ...options }: Options) => {
    const { createPortalApp, isUpload } = await import('./portal.ts');
    const observation = createObservation(NAME, observers);
    const fetch = await createPortalApp({ ...options, observation });
    return startServer({
      host,
      port,
      limits,
      slow: { is: isUpload, longer: LONGER },
      trustedProxies: options.trustedProxies,
      observation,
      fetch: fetch as Parameters<typeof startServer>[0]['fetch'],
      refuse,
    });
  },
};
