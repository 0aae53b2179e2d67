import type { Work } from './compare.ts';
import {
  bearer,
  doctorsWithChildren,
  emailOf,
  idOf,
  PASSWORD,
  parentsIn,
  SMALL,
  sessionOfDoctor,
  sessionOfParent,
  spread,
} from './sizes.ts';
import { fastifyKysely, honoPrisma, L0, L1, L3, L4, service } from './systems.ts';

/** As many clients keep one core busy without a long queue. */
const CLIENTS = 32;
const JSON_BODY = { 'Content-Type': 'application/json' };

/** The work of listing the children of 200 doctors, over any store. */
export const listChildren = {
  requests: spread(doctorsWithChildren(SMALL), 200).map((doctor) => ({
    path: `/api/Doc/${idOf('doctor', doctor)}/children`,
    headers: bearer(sessionOfDoctor(doctor)),
  })),
  connections: CLIENTS,
} as const;

/** The work of adding children of 100 parents, over any store. */
export const addChildren = (connections: number) => ({
  requests: spread(parentsIn(SMALL), 100).map((parent) => ({
    method: 'POST',
    path: '/api/Parent/child',
    headers: { ...bearer(sessionOfParent(SMALL, parent)), ...JSON_BODY },
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

const addChild = (connections: number, least: number): Work => ({
  id: `add-child-${connections}`,
  title: connections === 1 ? 'Add a child, one client' : `Add a child, ${connections} clients`,
  systems: [service('b'), L1],
  ...addChildren(connections),
  goals: { [L1.name]: least },
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

const credentials = spread(SMALL.rows, 200).map((doctor) => ({ email: emailOf('doctor', doctor) }));
const newParent = { firstName: 'Greta', lastName: 'Holm', email: 'new-%N%@example.org', role: 'Par' };

/** In the order of the table. */
export const overSqlite: readonly Work[] = [
  refusal('unknown-path', 'Error envelope, 404', '/api/Nowhere'),
  refusal('no-session', 'Error envelope, 401', '/api/Doc'),
  {
    id: 'children',
    title: "A doctor's children, 50 rows",
    systems: [service('a'), L1, honoPrisma, fastifyKysely],
    ...listChildren,
    goals: { [L1.name]: 0.9, [honoPrisma.name]: 5, [fastifyKysely.name]: 1 },
  },
  addChild(1, 0.6),
  addChild(64, 1.5),
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
];
