import type { System, Work } from './compare.ts';
import { bearer, DOCTORS_WITH_CHILDREN, emailOf, idOf, PARENTS, PASSWORD, ROWS, sessionOfParent } from './data.ts';
import { startOther, startService } from './servers.ts';
import { newDatabase, newFile } from './stores.ts';

/** A variant of the service over a copy of the store. */
const service = (variant: 'a' | 'b'): System => ({
  name: 'service',
  start: async (run) => startService(run, `file:${await newFile(run, 'service')}`, variant),
});
const serviceOnPostgresql = (variant: 'a' | 'b'): System => ({
  name: 'service',
  start: async (run) => startService(run, await newDatabase(run), variant),
});

/** A limit or a rival over a copy of the store. */
const overSqlite = (name: string, file: string): System => ({
  name,
  start: async (run) => startOther(run, file, { DATABASE_FILE: await newFile(run, name) }),
});
const overPostgresql = (name: string, file: string): System => ({
  name,
  start: async (run) => startOther(run, file, { DATABASE_URL: await newDatabase(run) }),
});

const L0 = overSqlite('L0 node:http', 'limits/constants.ts');
const L1 = overSqlite('L1 node:http + SQLite', 'limits/l1-sqlite.ts');
const L2 = overPostgresql('L2 node:http + pg', 'limits/l2-postgres.ts');
const L3 = overSqlite('L3 node:http + bcrypt', 'limits/constants.ts');
const L4 = overSqlite('L4 one buffer', 'limits/constants.ts');
const honoPrisma = overSqlite('N Hono + Prisma', 'rivals/hono-prisma.ts');
const honoPrismaOnPostgresql = overPostgresql('N Hono + Prisma', 'rivals/hono-prisma.ts');
const fastifyKysely = overSqlite('Fastify + Kysely', 'rivals/fastify-kysely.ts');

/** As many clients keep one core busy without a long queue. */
const CLIENTS = 32;
const JSON_BODY = { 'Content-Type': 'application/json' };

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

/** The work of listing the children of each doctor who has any. */
const listChildren = {
  requests: numbers(DOCTORS_WITH_CHILDREN).map((doctor) => ({
    path: `/api/Doc/${idOf('doctor', doctor)}/children`,
    headers: bearer(doctor),
  })),
  connections: CLIENTS,
} as const;

/** The work of adding children of 100 parents. */
const addChildren = (connections: number) => ({
  requests: numbers(100).map((nth) => ({
    method: 'POST',
    path: '/api/Parent/child',
    headers: { ...bearer(sessionOfParent((nth * PARENTS) / 100)), ...JSON_BODY },
    body: '{"firstName":"Zoë","lastName":"Holm"}',
  })),
  connections,
  fresh: /"[0-9a-f]{8}-[0-9a-f-]{27}"/g,
});

const refusal = (id: string, title: string, path: string): Work => ({
  id,
  title,
  systems: [service('a'), L0],
  requests: [{ path }],
  connections: CLIENTS,
  errorsExpected: true,
  goals: { [L0.name]: 0.85 },
});

const hashPassword = (call: 'login' | 'register', title: string, bodies: readonly object[]): Work => ({
  id: title.toLowerCase(),
  title: `${title}, bcrypt cost 10`,
  systems: [service('a'), L3],
  requests: bodies.map((body) => ({
    method: 'POST',
    path: `/api/Auth/${call}`,
    headers: JSON_BODY,
    body: JSON.stringify({ ...body, password: PASSWORD }),
  })),
  connections: 4,
  // The limit knows no account, so the content is not compared.
  fresh: /(?<="body":)\{[^}]+\}/g,
  atLeastSeconds: 2,
  goals: { [L3.name]: 0.95 },
});

const credentials = numbers(200).map((nth) => ({ email: emailOf('doctor', (nth * ROWS) / 200) }));
const newParent = { firstName: 'Greta', lastName: 'Holm', email: 'new-%N%@example.org', role: 'Par' };

/** In the order of the table. */
export const SCENARIOS: readonly Work[] = [
  refusal('unknown-path', 'Error envelope, 404', '/api/Nowhere'),
  refusal('no-session', 'Error envelope, 401', '/api/Doc'),
  {
    id: 'children',
    title: "A doctor's children, 50 rows",
    systems: [service('a'), L1, honoPrisma, fastifyKysely],
    ...listChildren,
    goals: { [L1.name]: 0.9, [honoPrisma.name]: 5, [fastifyKysely.name]: 1 },
  },
  {
    id: 'add-child-1',
    title: 'Add a child, one client',
    systems: [service('b'), L1],
    ...addChildren(1),
    goals: { [L1.name]: 0.6 },
  },
  {
    id: 'add-child-64',
    title: 'Add a child, 64 clients',
    systems: [service('b'), L1],
    ...addChildren(64),
    goals: { [L1.name]: 1.5 },
  },
  hashPassword('login', 'Login', credentials),
  hashPassword('register', 'Registration', [newParent]),
  {
    id: 'doctors',
    title: 'Doctors, 10,000',
    systems: [service('a'), L4, honoPrisma],
    requests: [{ path: '/api/Doc', headers: bearer(0) }],
    connections: 4,
    goals: { [L4.name]: 0.9, [honoPrisma.name]: 20 },
  },
  {
    id: 'children-postgresql',
    title: "A doctor's children, 50 rows, PostgreSQL",
    systems: [serviceOnPostgresql('a'), L2, honoPrismaOnPostgresql],
    ...listChildren,
    goals: { [L2.name]: 0.8, [honoPrisma.name]: 2.5 },
  },
  {
    id: 'add-child-postgresql',
    title: 'Add a child, 64 clients, PostgreSQL',
    systems: [serviceOnPostgresql('b'), honoPrismaOnPostgresql],
    ...addChildren(64),
    goals: {},
  },
];
