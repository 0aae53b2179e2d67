import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Goals, System, Work } from './compare.ts';
import {
  addChild,
  casesCall,
  casesCallOf300,
  casesPage,
  casesPageOf300,
  childrenCall,
  childrenCallOf300,
  childrenPage,
  childrenPageOf300,
  logIn,
  mixIn,
  NEW_IDS,
  NEW_SESSIONS,
  ROWS,
  register,
  searchIn,
  whoAmI,
} from './data.ts';
import type { Requests } from './load.ts';
import { startProxy } from './proxy.ts';
import { capCores, type Run, type Server, startAll, startLimit, startPortal, startService } from './servers.ts';
import { cheapen, newDatabase, newFile } from './stores.ts';

/** Starts one process over a database. */
type Start = (run: Run, url: string) => Promise<Server>;

const startL2: Start = (run, DATABASE_URL) => startLimit(run, 'l2-postgres', { DATABASE_URL });

const service = (variant: 'a' | 'b'): System => ({
  name: 'service',
  start: async (run) => startService(run, `file:${await newFile(run, 'service')}`, variant),
});

const l1 = (name: string, env = {}): System => ({
  name,
  start: async (run) => startLimit(run, 'l1-sqlite', { DATABASE_FILE: await newFile(run, name), ...env }),
});
const L1 = l1('L1');
const L1_AUDITED = l1('L1 with the same duties', { AUDITED: 'yes' });
const L1_PLANNED_ONCE = l1('L1 with the same duties, planned once', { AUDITED: 'yes', PLANNED_ONCE: 'yes' });
const L2: System = { name: 'L2', start: async (run) => startL2(run, await newDatabase(run)) };
const L0: System = { name: 'L0', start: (run) => startLimit(run, 'constants') };
const L3: System = { name: 'L3', start: (run) => startLimit(run, 'constants') };

/** As many clients keep one core busy without a long queue. */
const CLIENTS = 32;

const serviceTo = ({ name }: System, goals: Goals = {}) => ({ of: 'service', to: name, ...goals });

const mix = (percent: number, goals: Goals): Work => ({
  id: `mix-${percent}`,
  title: `20 children of any doctor, ${percent} % of the calls add a child`,
  systems: [service('b'), L1_AUDITED, L1_PLANNED_ONCE, L1],
  groups: mixIn(ROWS, percent),
  fresh: NEW_IDS,
  connections: CLIENTS,
  comparisons: [serviceTo(L1_AUDITED, goals), serviceTo(L1_PLANNED_ONCE), serviceTo(L1)],
});

const addChildren = (connections: number, clients: string, least: number): Work => ({
  id: `add-child-${connections}`,
  title: `Add a child, ${clients}`,
  systems: [service('b'), L1_AUDITED, L1],
  groups: [addChild],
  fresh: NEW_IDS,
  connections,
  comparisons: [serviceTo(L1_AUDITED), serviceTo(L1, { least })],
});

const refusal = (id: string, title: string, path: string): Work => ({
  id,
  title,
  systems: [service('a'), L0],
  groups: [{ requests: [{ path }] }],
  connections: CLIENTS,
  errors: 'all',
  comparisons: [serviceTo(L0, { least: 0.85 })],
});

const hashPassword = (title: string, group: Requests): Work => ({
  id: title.toLowerCase(),
  title: `${title}, bcrypt cost 10`,
  systems: [service('a'), L3],
  groups: [group],
  connections: 4,
  // The limit knows no account, so the content is not compared.
  fresh: /(?<="body":)\{[^}]+\}/g,
  comparisons: [serviceTo(L3, { least: 0.95 })],
});

/** A page of the portal, beside the call that it rests on. */
const page = (id: string, title: string, call: Requests, ofPortal: Requests): Work => {
  const portal: System = {
    name: 'portal',
    start: async (run) => startPortal(run, `file:${await newFile(run, `portal for ${id}`)}`),
    groups: () => [ofPortal],
  };
  return {
    id: `page-${id}`,
    title: `A page of ${title}, and the call that it rests on`,
    systems: [service('b'), portal],
    groups: [call],
    connections: CLIENTS,
    comparisons: [{ of: portal.name, to: 'service', least: 0.5 }],
  };
};

type Provider = 'SQLite' | 'PostgreSQL';

/** The same calls to a store with few rows and to one with many. */
const bySize = (
  id: string,
  title: string,
  groupsIn: (rows: number) => readonly Requests[],
  least: number,
  provider: Provider = 'SQLite',
): Work => {
  const over = (name: string, rowsOf: (run: Run) => number): System => ({
    name,
    start: async (run) => {
      const url =
        provider === 'SQLite'
          ? `file:${await newFile(run, `${name} for ${id}`, rowsOf(run))}`
          : await newDatabase(run, rowsOf(run));
      return startService(run, url, 'b');
    },
    groups: (run) => groupsIn(rowsOf(run)),
  });
  const [few, many] = [over('service', () => ROWS), over('service, many rows', ({ manyRows }) => manyRows)];
  return {
    id,
    title: `${title}, by rows, ${provider}`,
    systems: [few, many],
    fresh: NEW_IDS,
    groups: groupsIn(ROWS),
    connections: CLIENTS,
    onAllCores: provider === 'PostgreSQL',
    comparisons: [{ of: many.name, to: few.name, least }],
  };
};

/** How many processes share one database. */
const PROCESSES = [1, 2, 4];
/** Milliseconds each way. */
const FAR = 1;

const named = (name: string, count: number): string => `${name} × ${count}`;

type Part = Pick<Work, 'id' | 'title' | 'groups' | 'fresh'> & {
  readonly start: Start;
  /** Changes each database before the processes start. */
  readonly prepare?: (url: string) => Promise<void>;
  /** How much of a core each process may use. */
  readonly percent?: number;
};

/** The least ratios that are wanted: of the service beside L2, by the number of processes, and of four beside one. */
type Wanted = {
  readonly besideL2?: Readonly<Record<number, number>>;
  readonly p99AtMost?: number;
  readonly fourBesideOne?: number;
};

const writes = (
  { start, prepare, percent, ...part }: Part,
  isFar: boolean,
  { besideL2, p99AtMost, fourBesideOne }: Wanted = {},
): Work => {
  /** A number of processes over a new database, which may be far away. */
  const processes = (name: string, count: number, startOne: Start): System => ({
    name: named(name, count),
    start: async (run) => {
      const near = await newDatabase(run);
      await prepare?.(near);
      const { url } = isFar ? await startProxy(run, near, FAR) : { url: near };
      const server = await startAll(count, () => startOne(run, url));
      if (percent !== undefined) capCores(run, server, percent);
      return server;
    },
  });
  return {
    ...part,
    id: `${part.id}${isFar ? '-far' : ''}`,
    title: `${part.title}, PostgreSQL, 64 clients, ${isFar ? '2 ms to the database and back' : 'database near'}`,
    systems: PROCESSES.flatMap((n) => [processes('service', n, start), processes('L2', n, startL2)]),
    connections: 64,
    errors: 'some',
    onAllCores: true,
    comparisons: [
      ...PROCESSES.map((n) => ({ of: named('service', n), to: named('L2', n), least: besideL2?.[n], p99AtMost })),
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
};

/** As if each process had a slow machine of its own: one alone already uses both cores, with database and load. */
const addingCapped: Part = {
  ...adding,
  id: 'postgres-add-capped',
  title: 'Add a child, 10 % of a core for each process',
  percent: 10,
};

/** The service renews hashes of less than its lowest cost, so it is told that these have it. */
const acceptCheapHashes = ({ root }: Run): string =>
  `data:text/javascript,${encodeURIComponent(`
  import bcrypt from '${pathToFileURL(createRequire(join(root, 'quality/bench/package.json')).resolve('bcrypt'))}';
  bcrypt.getRounds = () => 10;`)}`;

const loggingIn: Part = {
  id: 'postgres-login',
  title: 'Log in with a cheap hash',
  groups: [logIn],
  fresh: NEW_SESSIONS,
  start: (run, url) => startService(run, url, 'a', ['--import', acceptCheapHashes(run)]),
  prepare: cheapen,
};

/** In the order of the tables. */
export const SCENARIOS: readonly Work[] = [
  mix(0, { least: 1.15, p99AtMost: 1 }),
  mix(1, { least: 1.1, p99AtMost: 1 }),
  mix(10, { least: 1.1, p99AtMost: 1 }),
  writes(adding, false, { besideL2: { 1: 0.5 }, p99AtMost: 1.5 }),
  writes(adding, true, { besideL2: { 1: 0.9, 4: 0.45 }, p99AtMost: 1.5 }),
  writes(addingCapped, true, { fourBesideOne: 2.5 }),
  writes(loggingIn, false),
  writes(loggingIn, true),
  addChildren(1, 'one client', 0.6),
  addChildren(64, '64 clients', 1.5),
  hashPassword('Login', logIn),
  hashPassword('Registration', register),
  refusal('unknown-path', 'Error envelope, 404', '/api/Nowhere'),
  refusal('no-session', 'Error envelope, 401', '/api/Doc'),
  {
    id: 'children-postgresql',
    title: '20 children of any doctor, PostgreSQL',
    systems: [{ name: 'service', start: async (run) => startService(run, await newDatabase(run), 'b') }, L2],
    groups: mixIn(ROWS, 0),
    connections: CLIENTS,
    onAllCores: true,
    comparisons: [serviceTo(L2, { least: 0.8 })],
  },
  page('children', '20 children', childrenCall, childrenPage),
  page('cases', '20 cases', casesCall, casesPage),
  page('children-of-300', '25 of 300 children', childrenCallOf300, childrenPageOf300),
  page('cases-of-300', '25 of 300 cases', casesCallOf300, casesPageOf300),
  bySize('children-by-size', '20 children of any doctor, 1 % add a child', (rows) => mixIn(rows, 1), 0.67),
  bySize('search-by-size', '20 doctors found by their names', (rows) => [searchIn(rows)], 0.5),
  bySize('postgres-search-by-size', '20 doctors found by their names', (rows) => [searchIn(rows)], 0.5, 'PostgreSQL'),
  bySize('session-by-size', 'Whose session it is', (rows) => [whoAmI(rows)], 0.77),
];

/** The service's own systems of a scenario, each beside the same one of another checkout. */
export const besideBefore = (work: Work, before: string): Work => {
  const own = work.systems.filter(({ name }) => !/^L\d/.test(name));
  const nameBefore = (name: string): string => `${name}, before`;
  const ofBefore = ({ name, start, groups }: System): System => ({
    name: nameBefore(name),
    start: (run) => start({ ...run, root: before, folder: join(run.folder, 'before') }),
    ...(groups && { groups }),
  });
  return {
    ...work,
    systems: own.flatMap((system) => [system, ofBefore(system)]),
    comparisons: own.map(({ name }) => ({ of: name, to: nameBefore(name), least: 0.97, p99AtMost: 1.05 })),
  };
};
