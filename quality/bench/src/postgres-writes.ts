import { hash } from 'bcrypt';
import { queryAt } from '../../harness/src/databases.ts';
import { passwordDigestOf } from '../contract.ts';
import type { Comparison, System, Work } from './compare.ts';
import { PASSWORD } from './data.ts';
import { startProxy } from './proxy.ts';
import { addChild, logIn, NEW_IDS, NEW_SESSIONS } from './requests.ts';
import { cluster, type Run, type Server, startOther, startService } from './servers.ts';
import { newDatabase } from './stores.ts';

/** How many processes share one database. */
const PROCESSES = [1, 2, 4];
/** Milliseconds each way. */
const FAR = 1;

/** Starts one process over a database. */
type Start = (run: Run, url: string) => Promise<Server>;

const LIMIT = 'limits/l2-postgres.ts';
const SERVICE = 'service';
const L2 = 'L2';
const L2_IN_FIVE = 'L2 in five statements';

/** A number of processes over a new database, which may be far away. */
const processes = (name: string, count: number, isFar: boolean, start: Start, prepare?: typeof cheapen): System => ({
  name: named(name, count),
  start: async (run) => {
    const near = await newDatabase(run);
    await prepare?.(near);
    const { url, trips } = isFar ? await startProxy(run, near, FAR) : { url: near };
    const server = await cluster(count, () => start(run, url));
    return trips ? { ...server, trips } : server;
  },
});

const named = (name: string, count: number): string => (count === 1 ? name : `${name}, ${count} processes`);

const limit =
  (env = {}): Start =>
  (run, DATABASE_URL) =>
    startOther(run, LIMIT, { DATABASE_URL, ...env });

/** Gives every account a hash that is cheap to verify, as bcrypt would hide what a login costs besides. */
const cheapen = async (url: string): Promise<void> => {
  const cheap = await hash(passwordDigestOf(PASSWORD), 4);
  await queryAt(url, `UPDATE "Account" SET "passwordHash" = '${cheap}'`);
  await queryAt(url, 'VACUUM FULL ANALYZE "Account"');
};

type Part = Pick<Work, 'groups' | 'fresh' | 'atLeastSeconds'> & {
  readonly id: string;
  readonly title: string;
  readonly systems: (count: number, isFar: boolean) => readonly System[];
  readonly comparisons: (isFar: boolean) => readonly Comparison[];
};

const writes = (part: Part, isFar: boolean): Work => ({
  ...part,
  id: `${part.id}${isFar ? '-far' : ''}`,
  title: `${part.title}, ${isFar ? '2 ms to the database and back' : 'database near'}`,
  systems: PROCESSES.flatMap((count) => part.systems(count, isFar)),
  connections: 64,
  errors: 'some',
  onAllCores: true,
  comparisons: part.comparisons(isFar),
});

const isReferenceFor = (count: number): boolean => count !== 2;

const adding: Part = {
  id: 'postgres-add',
  title: 'Add a child, PostgreSQL, 64 clients',
  groups: [addChild],
  atLeastSeconds: 3,
  fresh: NEW_IDS,
  systems: (count, isFar) => [
    processes(SERVICE, count, isFar, (run, url) => startService(run, url, 'b')),
    processes(L2, count, isFar, limit()),
    ...(isReferenceFor(count) ? [processes(L2_IN_FIVE, count, isFar, limit({ FIVE: 'yes' }))] : []),
  ],
  comparisons: (isFar) => [
    ...PROCESSES.map((count) => ({
      of: named(SERVICE, count),
      to: named(L2, count),
      ...(isFar ? count !== 2 && { least: 0.5 } : count === 1 && { least: 0.45 }),
    })),
    ...PROCESSES.filter(isReferenceFor).map((count) => ({ of: named(L2_IN_FIVE, count), to: named(L2, count) })),
    { of: named(SERVICE, 4), to: SERVICE, ...(isFar && { least: 2.5 }) },
    { of: named(L2, 4), to: L2 },
  ],
};

const loggingIn: Part = {
  id: 'postgres-login',
  title: 'Log in with a cheap hash, PostgreSQL, 64 clients',
  groups: [logIn],
  // As long as 64 logins take if they wait for one another.
  atLeastSeconds: 5,
  fresh: NEW_SESSIONS,
  systems: (count, isFar) => [
    processes(SERVICE, count, isFar, startCheaply, cheapen),
    processes(L2, count, isFar, limit(), cheapen),
  ],
  comparisons: () => [
    ...PROCESSES.map((count) => ({ of: named(SERVICE, count), to: named(L2, count) })),
    { of: named(SERVICE, 4), to: SERVICE },
  ],
};

/** The service renews hashes of less than its lowest cost, so it is told that these have it. */
const startCheaply: Start = (run, url) => {
  const serviceOptions = [...run.serviceOptions, '--import', import.meta.resolve('./accept-cheap-hashes.ts')];
  return startService({ ...run, serviceOptions }, url, 'a');
};

export const POSTGRES_WRITES: readonly Work[] = [adding, loggingIn].flatMap((part) => [
  writes(part, false),
  writes(part, true),
]);
