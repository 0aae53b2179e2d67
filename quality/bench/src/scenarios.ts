import type { Comparison, System, Work } from './compare.ts';
import { bearer, ROWS } from './data.ts';
import type { Requests } from './load.ts';
import { POSTGRES_WRITES } from './postgres-writes.ts';
import { addChild, listOf50, logIn, mixIn, NEW_IDS, register, whoAmI } from './requests.ts';
import { startOther, startService } from './servers.ts';
import { newDatabase, newFile } from './stores.ts';

/** A variant of the service over a copy of the store. */
const service = (variant: 'a' | 'b'): System => ({
  name: 'service',
  start: async (run) => startService(run, `file:${await newFile(run, 'service')}`, variant),
});
const serviceOnPostgresql: System = {
  name: 'service',
  start: async (run) => startService(run, await newDatabase(run), 'b'),
};

/** A limit or a rival over a copy of the store. */
const overSqlite = (name: string, file: string, env = {}): System => ({
  name,
  start: async (run) => startOther(run, file, { DATABASE_FILE: await newFile(run, name), ...env }),
});
const overPostgresql = (name: string, file: string): System => ({
  name,
  start: async (run) => startOther(run, file, { DATABASE_URL: await newDatabase(run) }),
});

const L0 = overSqlite('L0 node:http', 'limits/constants.ts');
const L1 = overSqlite('L1 node:http + SQLite', 'limits/l1-sqlite.ts');
const L1_AUDITED = overSqlite('L1 with the same duties', 'limits/l1-sqlite.ts', { AUDITED: 'yes' });
const L1_PLANNED_ONCE = overSqlite('L1 with the same duties, planned once', 'limits/l1-sqlite.ts', {
  AUDITED: 'yes',
  PLANNED_ONCE: 'yes',
});
const L2 = overPostgresql('L2 node:http + pg', 'limits/l2-postgres.ts');
const L3 = overSqlite('L3 node:http + bcrypt', 'limits/constants.ts');
const L4 = overSqlite('L4 one buffer', 'limits/constants.ts');
const honoPrisma = overSqlite('N Hono + Prisma', 'rivals/hono-prisma.ts');
const honoPrismaOnPostgresql = overPostgresql('N Hono + Prisma', 'rivals/hono-prisma.ts');
const fastifyKysely = overSqlite('Fastify + Kysely', 'rivals/fastify-kysely.ts');

/** As many clients keep one core busy without a long queue. */
const CLIENTS = 32;

const to = ({ name }: System, goals: Omit<Comparison, 'to'> = {}): Comparison => ({ to: name, ...goals });

/** Doctors list their children while parents add some. */
const mix = (percent: number, goals: Omit<Comparison, 'to'>): Work => ({
  id: `mix-${percent}`,
  title: `20 children of any doctor, ${percent} % of the calls add a child`,
  systems: [service('b'), L1_AUDITED, L1_PLANNED_ONCE, L1],
  groups: mixIn(ROWS, percent),
  fresh: NEW_IDS,
  connections: CLIENTS,
  comparisons: [to(L1_AUDITED, goals), to(L1_PLANNED_ONCE), to(L1)],
});

const addChildren = (connections: number, clients: string, least: number): Work => ({
  id: `add-child-${connections}`,
  title: `Add a child, ${clients}`,
  systems: [service('b'), L1_AUDITED, L1],
  groups: [addChild],
  fresh: NEW_IDS,
  connections,
  comparisons: [to(L1_AUDITED), to(L1, { least })],
});

const refusal = (id: string, title: string, path: string): Work => ({
  id,
  title,
  systems: [service('a'), L0],
  groups: [{ requests: [{ path }] }],
  connections: CLIENTS,
  errors: 'all',
  comparisons: [to(L0, { least: 0.85 })],
});

const hashPassword = (title: string, group: Requests): Work => ({
  id: title.toLowerCase(),
  title: `${title}, bcrypt cost 10`,
  systems: [service('a'), L3],
  groups: [group],
  connections: 4,
  // The limit knows no account, so the content is not compared.
  fresh: /(?<="body":)\{[^}]+\}/g,
  atLeastSeconds: 2,
  comparisons: [to(L3, { least: 0.95 })],
});

/** The same calls to a store with few rows and to one with many. */
const bySize = (id: string, title: string, groupsIn: (rows: number) => readonly Requests[], least: number): Work => {
  const many: System = {
    name: 'service, many rows',
    start: async (run) => startService(run, `file:${await newFile(run, `many for ${id}`, run.manyRows)}`, 'b'),
    groups: (run) => groupsIn(run.manyRows),
  };
  return {
    id,
    title,
    systems: [service('b'), many],
    fresh: NEW_IDS,
    groups: groupsIn(ROWS),
    connections: CLIENTS,
    comparisons: [{ of: many.name, to: 'service', least }],
  };
};

/** In the order of the table. */
export const SCENARIOS: readonly Work[] = [
  mix(0, { least: 1.1 }),
  mix(1, { least: 1 }),
  mix(10, { least: 1, p99AtMost: 1 }),
  ...POSTGRES_WRITES,
  addChildren(1, 'one client', 0.6),
  addChildren(64, '64 clients', 1.5),
  hashPassword('Login', logIn),
  hashPassword('Registration', register),
  refusal('unknown-path', 'Error envelope, 404', '/api/Nowhere'),
  refusal('no-session', 'Error envelope, 401', '/api/Doc'),
  {
    id: 'children-postgresql',
    title: "A doctor's children, 50 rows, PostgreSQL",
    systems: [serviceOnPostgresql, L2, honoPrismaOnPostgresql],
    groups: [listOf50],
    connections: CLIENTS,
    onAllCores: true,
    comparisons: [to(L2, { least: 0.8 }), to(honoPrismaOnPostgresql, { least: 2.5 })],
  },
  bySize('children-by-size', '20 children of any doctor, 1 % add a child, by rows', (rows) => mixIn(rows, 1), 0.67),
  bySize('session-by-size', 'Whose session it is, by rows', (rows) => [whoAmI(rows)], 0.77),
  {
    id: 'children',
    title: "A doctor's children, 50 rows, idle store",
    systems: [service('b'), L1, honoPrisma, fastifyKysely],
    groups: [listOf50],
    connections: CLIENTS,
    comparisons: [to(L1, { least: 0.9 }), to(honoPrisma, { least: 5 }), to(fastifyKysely, { least: 1 })],
  },
  {
    id: 'doctors',
    title: 'Doctors, 10,000, idle store',
    systems: [service('a'), L4, honoPrisma],
    groups: [{ requests: [{ path: '/api/Doc', headers: bearer(0) }] }],
    connections: 4,
    comparisons: [to(L4, { least: 0.9 }), to(honoPrisma, { least: 20 })],
  },
];
