import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { onTestFinished } from 'vitest';
import { type Nginx, PLACES, type Place, startNginx } from './nginx.ts';
import { type Serving, startServing } from './process.ts';

/** So many from one address within a minute: families come first, and there must be an end to them. */
export const REGISTRATIONS = 12;

const newEnvironment = async () => {
  const { url, drop } = await createTestDatabase('schema');
  onTestFinished(drop);
  return {
    DATABASE_URL: url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    AUTO_MIGRATE: 'false',
    TRUST_PROXY: '1',
    REGISTRATIONS_PER_MINUTE: String(REGISTRATIONS),
  };
};

export type Topology = {
  readonly nginx: Nginx;
  /** As they were started first. */
  readonly processes: Readonly<Record<Place, Serving>>;
  /** A new process where one has ended. */
  readonly startAgain: (place: Place) => Promise<unknown>;
  /** Whether a place has answered a request, so many requests left out of account. */
  readonly hasAnswered: (place: Place, since: number) => boolean;
};

/** Four processes over one database, and nginx before them. */
export const startTopology = async (): Promise<Topology> => {
  const env = await newEnvironment();
  const start = (place: Place, port = 0) => startServing(appOf(place), { ...env, PORT: String(port) });
  const started = await Promise.all(PLACES.map(async (place) => [place, await start(place)] as const));
  const ports = Object.fromEntries(started.map(([place, one]) => [place, portOf(one)])) as Record<Place, number>;
  const nginx = await startNginx(ports);
  return {
    nginx,
    processes: Object.fromEntries(started) as Record<Place, Serving>,
    startAgain: (place) => start(place, ports[place]),
    hasAnswered: (place, since) =>
      nginx
        .log()
        .slice(since)
        .some(({ upstream, status }) => status === 200 && upstream.endsWith(`:${ports[place]}`)),
  };
};

/** nginx before one process of each variant; where the other should be, nobody listens. */
export const startHalfTopology = async (): Promise<Nginx> => {
  const env = await newEnvironment();
  const [a, b] = await Promise.all([startServing('variant-a', env), startServing('variant-b', env)]);
  return startNginx({
    'variant-a-1': await freePort(),
    'variant-a-2': portOf(a),
    'variant-b-1': await freePort(),
    'variant-b-2': portOf(b),
  });
};

const appOf = (place: Place) => (place.startsWith('variant-a') ? 'variant-a' : 'variant-b');
const portOf = ({ ports }: Serving): number => Object.values(ports)[0] ?? 0;
