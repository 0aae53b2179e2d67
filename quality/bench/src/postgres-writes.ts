import type { System, Work } from './compare.ts';
import { startProxy } from './proxy.ts';
import { addChild, logIn, NEW_IDS, NEW_SESSIONS } from './requests.ts';
import { type Run, type Server, startLimit, startService } from './servers.ts';
import { cheapen, newDatabase } from './stores.ts';

/** How many processes share one database. */
const PROCESSES = [1, 2, 4];
/** Milliseconds each way. */
const FAR = 1;

/** Starts one process over a database. */
type Start = (run: Run, url: string) => Promise<Server>;

const startL2: Start = (run, DATABASE_URL) => startLimit(run, 'l2-postgres', { DATABASE_URL });

const named = (name: string, count: number): string => `${name} × ${count}`;

/** As many processes as one server. */
const startAll = async (count: number, startOne: () => Promise<Server>): Promise<Server> => {
  const servers: Server[] = [];
  // One after the other: the first prepares the store.
  for (let n = 0; n < count; n += 1) servers.push(await startOne());
  return {
    pids: servers.flatMap(({ pids }) => pids),
    ports: servers.flatMap(({ ports }) => ports) as unknown as Server['ports'],
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))),
  };
};

/** The least ratio that is wanted of the service beside L2, by the number of processes, and of four beside one. */
type Wanted = { readonly besideL2?: Readonly<Record<number, number>>; readonly fourBesideOne?: number };

type Part = Pick<Work, 'id' | 'title' | 'groups' | 'fresh'> & {
  readonly start: Start;
  /** Changes each database before the processes start. */
  readonly prepare?: (url: string) => Promise<void>;
  readonly wanted?: { readonly near: Wanted; readonly far: Wanted };
};

const writes = ({ start, prepare, wanted, ...part }: Part, isFar: boolean): Work => {
  /** A number of processes over a new database, which may be far away. */
  const processes = (name: string, count: number, startOne: Start): System => ({
    name: named(name, count),
    start: async (run) => {
      const near = await newDatabase(run);
      await prepare?.(near);
      const { url } = isFar ? await startProxy(run, near, FAR) : { url: near };
      return startAll(count, () => startOne(run, url));
    },
  });
  const { besideL2, fourBesideOne } = wanted?.[isFar ? 'far' : 'near'] ?? {};
  return {
    ...part,
    id: `${part.id}${isFar ? '-far' : ''}`,
    title: `${part.title}, PostgreSQL, 64 clients, ${isFar ? '2 ms to the database and back' : 'database near'}`,
    systems: PROCESSES.flatMap((n) => [processes('service', n, start), processes('L2', n, startL2)]),
    connections: 64,
    errors: 'some',
    onAllCores: true,
    comparisons: [
      ...PROCESSES.map((n) => ({ of: named('service', n), to: named('L2', n), least: besideL2?.[n] })),
      { of: named('service', 4), to: named('service', 1), least: fourBesideOne },
      { of: named('L2', 4), to: named('L2', 1) },
    ],
  };
};

const adding: Part = {
  id: 'postgres-add',
  title: 'Add a child',
  groups: [addChild],
  fresh: NEW_IDS,
  start: (run, url) => startService(run, url, 'b'),
  wanted: { near: { besideL2: { 1: 0.45 } }, far: { besideL2: { 1: 0.5, 4: 0.5 }, fourBesideOne: 2.5 } },
};

const loggingIn: Part = {
  id: 'postgres-login',
  title: 'Log in with a cheap hash',
  groups: [logIn],
  fresh: NEW_SESSIONS,
  // The service renews hashes of less than its lowest cost, so it is told that these have it.
  start: (run, url) => {
    const serviceOptions = [...run.serviceOptions, '--import', import.meta.resolve('./accept-cheap-hashes.ts')];
    return startService({ ...run, serviceOptions }, url, 'a');
  },
  prepare: cheapen,
};

export const POSTGRES_WRITES = [adding, loggingIn].flatMap((part) => [writes(part, false), writes(part, true)]);
