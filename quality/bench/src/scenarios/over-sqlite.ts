import type { Work } from '../compare.ts';
import type { Request } from '../load.ts';
import {
  bearer,
  doctorsWithChildren,
  emailOf,
  idOf,
  LARGE,
  PASSWORD,
  parentsIn,
  type Size,
  SMALL,
  sessionOfDoctor,
  sessionOfParent,
  spread,
} from '../sizes.ts';
import { fastifyKysely, honoPrisma, L0, L1, L4, service } from '../systems.ts';
import { atLeast, atMost } from '../table.ts';
import { bcryptLimit } from './bcrypt-limit.ts';

/** As many clients keep one core busy without a long queue. */
const CLIENTS = 32;
const JSON_BODY = { 'Content-Type': 'application/json' };
const none = (): readonly number[] => [];

/** 200 doctors who have children, at every size. */
const doctors = (size: Size): readonly number[] => spread(doctorsWithChildren(size), 200);
const parents = (size: Size): readonly number[] => spread(parentsIn(size), 100);
const parentsSessions = (size: Size): readonly number[] => parents(size).map((parent) => sessionOfParent(size, parent));
/** 2,000 sessions, whose pages are more than the cache of a connection holds. */
const manySessions = ({ rows }: Size): readonly number[] => spread(rows, 2000);

/** The work of listing a doctor's children, over any store. */
export const listChildren = {
  requests: (size: Size): readonly Request[] =>
    doctors(size).map((doctor) => ({
      path: `/api/Doc/${idOf('doctor', doctor)}/children`,
      headers: bearer(sessionOfDoctor(doctor)),
    })),
  sessions: doctors,
  connections: CLIENTS,
} as const;

const refusal = (id: string, title: string, path: string): Work => ({
  id,
  title,
  systems: [service('a'), L0()],
  requests: () => [{ path }],
  sessions: none,
  connections: CLIENTS,
  errorsExpected: true,
  goals: { 'L0 node:http': (ratio) => atLeast(0.85, ratio, 'L0') },
});

const addChild = (connections: number, least: number): Work => ({
  id: `add-child-${connections}`,
  title: connections === 1 ? 'Add a child, one client' : `Add a child, ${connections} clients`,
  systems: [service('b'), L1()],
  bystanders: [honoPrisma(), fastifyKysely()],
  requests: (size) =>
    parentsSessions(size).map((session) => ({
      method: 'POST',
      path: '/api/Parent/child',
      headers: { ...bearer(session), ...JSON_BODY },
      body: '{"firstName":"Zoë","lastName":"Holm"}',
    })),
  sessions: parentsSessions,
  connections,
  fresh: /"[0-9a-f]{8}-[0-9a-f-]{27}"/g,
  goals: { 'L1 node:http + SQLite': (ratio) => atLeast(least, ratio, 'L1') },
});

const hashPassword = (id: 'login' | 'register', title: string, bodies: readonly object[], fresh: RegExp): Work => ({
  id: id === 'login' ? 'login' : 'registration',
  title: `${title}, bcrypt cost 10`,
  systems: [service('a'), bcryptLimit(id === 'login' ? 'compare' : 'hash')],
  requests: () =>
    bodies.map((body) => ({
      method: 'POST',
      path: `/api/Auth/${id}`,
      headers: JSON_BODY,
      body: JSON.stringify({ ...body, password: PASSWORD }),
    })),
  sessions: none,
  connections: 4,
  fresh,
  atLeastSeconds: 2,
  goals: { 'L3 bare bcrypt': (ratio) => atLeast(0.95, ratio, 'L3') },
});

const credentials = spread(SMALL.rows, 200).map((doctor) => ({ email: emailOf('doctor', doctor) }));
const newParent = { firstName: 'Greta', lastName: 'Holm', email: 'new-%N%@example.org', role: 'Par' };

const [FEW, MANY, L1_FEW, L1_MANY] = ['service, 10,000', 'service, 1,000,000', 'L1, 10,000', 'L1, 1,000,000'] as const;

/** What must not become slower with the number of rows. */
const bySize = (most: number, work: Omit<Work, 'systems' | 'goals' | 'connections'>): Work => ({
  systems: [service('a', { name: FEW }), service('a', { size: LARGE, name: MANY })],
  bystanders: [L1({ name: L1_FEW }), L1({ size: LARGE, name: L1_MANY })],
  comparedWith: { [L1_FEW]: L1_FEW, [L1_MANY]: L1_FEW },
  connections: CLIENTS,
  goals: { [MANY]: (ratio) => atMost(most, ratio, '× the time at 10,000') },
  ...work,
});

/** In the order of the table. */
export const overSqlite: readonly Work[] = [
  refusal('unknown-path', 'Error envelope, 404', '/api/Nowhere'),
  refusal('no-session', 'Error envelope, 401', '/api/Doc'),
  {
    id: 'children',
    title: "A doctor's children, 50 rows",
    systems: [service('a'), L1(), honoPrisma(), fastifyKysely()],
    ...listChildren,
    goals: {
      'L1 node:http + SQLite': (ratio) => atLeast(0.9, ratio, 'L1'),
      'N Hono + Prisma': (ratio) => atLeast(5, ratio, 'N'),
      'Fastify + Kysely': (ratio) => atLeast(1, ratio, 'it'),
    },
  },
  addChild(1, 0.6),
  addChild(64, 1.5),
  hashPassword('login', 'Login', credentials, /(?<="id":)"[^"]+"/g),
  hashPassword('register', 'Registration', [newParent], /(?<="ID":)"[^"]+"/g),
  {
    id: 'doctors',
    title: 'Doctors, 10,000',
    systems: [service('a'), L4(), honoPrisma()],
    requests: () => [{ path: '/api/Doc', headers: bearer(0) }],
    sessions: () => [0],
    connections: 4,
    goals: {
      'L4 one buffer': (ratio) => atLeast(0.9, ratio, 'L4'),
      'N Hono + Prisma': (ratio) => atLeast(20, ratio, 'N'),
    },
  },
];

export const overSizes: readonly Work[] = [
  bySize(1.5, { id: 'children-by-size', title: "A doctor's children, by size of the store", ...listChildren }),
  bySize(1.3, {
    id: 'sessions-by-size',
    title: 'Session check, by number of sessions',
    requests: (size) => manySessions(size).map((session) => ({ path: '/api/Auth/me', headers: bearer(session) })),
    sessions: manySessions,
  }),
];
