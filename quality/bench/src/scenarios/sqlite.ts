import {
  doctorsWithChildren,
  emailOf,
  idOf,
  PASSWORD,
  type Size,
  SMALL,
  sessionOfDoctor,
  sessionOfParent,
  spread,
  tokenOf,
} from '../data/sizes.ts';
import { bearer, type Request } from '../http.ts';
import { atLeast } from '../report/row.ts';
import { bcryptLimit } from '../systems/bcrypt-limit.ts';
import {
  betterAuth,
  fastifyKysely,
  honoPrisma,
  L1,
  L4,
  nestPrisma,
  overSqlite,
  service,
} from '../systems/contender.ts';
import type { Work } from '../throughput.ts';

/** So many clients keep one core busy, and do not queue for long. */
const CLIENTS = 32;
const JSON_BODY = { 'Content-Type': 'application/json' };
const none = (): readonly number[] => [];

/** Doctors who have children, and their sessions: 200 at every size. */
export const busyDoctors = (size: Size): readonly number[] => spread(doctorsWithChildren(size), 200);
export const askForChildren = (size: Size): readonly Request[] =>
  busyDoctors(size).map((doctor) => ({
    path: `/api/Doc/${idOf('doctor', doctor)}/children`,
    headers: bearer(tokenOf(sessionOfDoctor(doctor))),
  }));

const L0 = (name: string, BARE: '0' | '1') =>
  overSqlite(name, { size: SMALL, file: 'limits/l0-constant.ts', env: { BARE } });

const refusal = (id: string, title: string, request: Request): Work => ({
  id,
  title,
  contenders: [service('a', { size: SMALL }), L0('L0 node:http', '0')],
  bystanders: [L0('L0 with two headers', '1')],
  requests: () => [request],
  sessions: none,
  connections: CLIENTS,
  errorsExpected: true,
  goals: { 'L0 node:http': (ratio) => atLeast(0.85, ratio, 'L0') },
});

const parents = (size: Size): readonly number[] => spread(size.parents, 100);
const addChild = (connections: number, least: number): Work => ({
  id: `add-child-${connections}`,
  title: connections === 1 ? 'Add a child, one client' : `Add a child, ${connections} clients`,
  contenders: [service('b', { size: SMALL }), L1(SMALL)],
  bystanders: [honoPrisma(SMALL), nestPrisma(SMALL), fastifyKysely(SMALL)],
  requests: (size) =>
    parents(size).map((parent) => ({
      method: 'POST',
      path: '/api/Parent/child',
      headers: { ...bearer(tokenOf(sessionOfParent(size, parent))), ...JSON_BODY },
      body: '{"firstName":"Zoë","lastName":"Holm"}',
    })),
  sessions: (size) => parents(size).map((parent) => sessionOfParent(size, parent)),
  connections,
  fresh: /"[0-9a-f]{8}-[0-9a-f-]{27}"/g,
  goals: { 'L1 node:http + SQLite': (ratio) => atLeast(least, ratio, 'L1') },
});

const ENTRY = { method: 'POST', headers: JSON_BODY } as const;
const password = (id: 'login' | 'registration', requests: readonly Request[], fresh: RegExp): Work => ({
  id,
  title: id === 'login' ? 'Login, bcrypt cost 10' : 'Registration, bcrypt cost 10',
  contenders: [
    service('a', { size: SMALL }),
    bcryptLimit(id === 'login' ? 'compare' : 'hash', SMALL),
    ...(id === 'login' ? [betterAuth(SMALL)] : []),
  ],
  bystanders: id === 'login' ? [] : [betterAuth(SMALL)],
  requests: () => requests,
  sessions: none,
  connections: 4,
  fresh,
  atLeastSeconds: 2,
  goals: { 'L3 bare bcrypt': (ratio) => atLeast(0.95, ratio, 'L3') },
});

const logins = spread(SMALL.doctors, 200).map((doctor) => ({
  ...ENTRY,
  path: '/api/Auth/login',
  body: JSON.stringify({ email: emailOf('doctor', doctor), password: PASSWORD }),
}));
const registration = {
  ...ENTRY,
  path: '/api/Auth/register',
  body: JSON.stringify({
    firstName: 'Greta',
    lastName: 'Holm',
    email: 'new-%N%@example.org',
    password: PASSWORD,
    role: 'Par',
  }),
};

/** What is counted over SQLite, in the order of the table. */
export const overSqliteWork: readonly Work[] = [
  refusal('unknown-path', 'Error envelope, 404', { path: '/api/Nowhere' }),
  refusal('no-session', 'Error envelope, 401', { path: '/api/Doc' }),
  {
    id: 'children',
    title: "A doctor's children, 50 rows",
    contenders: [service('a', { size: SMALL }), L1(SMALL), honoPrisma(SMALL), nestPrisma(SMALL), fastifyKysely(SMALL)],
    requests: askForChildren,
    sessions: busyDoctors,
    connections: CLIENTS,
    goals: {
      'L1 node:http + SQLite': (ratio) => atLeast(0.9, ratio, 'L1'),
      'N Hono + Prisma': (ratio) => atLeast(5, ratio, 'N'),
      'NestJS + Prisma': (ratio) => atLeast(5, ratio, 'it'),
      'Fastify + Kysely': (ratio) => atLeast(1, ratio, 'it'),
    },
  },
  addChild(1, 0.6),
  addChild(64, 1.5),
  password('login', logins, /(?<="id":)"[^"]+"/g),
  password('registration', [registration], /(?<="ID":)"[^"]+"/g),
  {
    id: 'doctors',
    title: 'Doctors, 10,000',
    contenders: [service('a', { size: SMALL }), L4(SMALL), honoPrisma(SMALL)],
    requests: () => [{ path: '/api/Doc', headers: bearer(tokenOf(0)) }],
    sessions: () => [0],
    connections: 4,
    goals: {
      'L4 one buffer': (ratio) => atLeast(0.9, ratio, 'L4'),
      'N Hono + Prisma': (ratio) => atLeast(20, ratio, 'N'),
    },
  },
];
