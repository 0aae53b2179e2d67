import {
  bearer,
  DOCTORS_OF_20,
  DOCTORS_OF_50,
  emailOf,
  idOf,
  PARENTS,
  PASSWORD,
  ROWS,
  sessionOfParent,
} from './data.ts';
import type { Request } from './load.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

const childrenOf = (doctor: number): Request => ({
  path: `/api/Doc/${idOf('doctor', doctor)}/children`,
  headers: bearer(doctor),
});

/** A doctor lists the 20 children, or the 50. */
export const listOf20 = { requests: numbers(DOCTORS_OF_20).map(childrenOf) };
export const listOf50 = { requests: numbers(DOCTORS_OF_50).map((nth) => childrenOf(DOCTORS_OF_20 + nth)) };

/** A parent adds a child. */
export const addChild = {
  requests: numbers(PARENTS).map((parent) => ({
    method: 'POST',
    path: '/api/Parent/child',
    headers: { ...bearer(sessionOfParent(parent)), ...JSON_BODY },
    body: '{"firstName":"Zoë","lastName":"Holm"}',
  })),
};

/** Ids of what was added, which differ from system to system. */
export const NEW_IDS = /"[0-9a-f]{8}-[0-9a-f-]{27}"/g;
/** Sessions do, too. */
export const NEW_SESSIONS = /"[\w-]{43}"/g;

/** Sends credentials or a registration. */
const post = (path: string, body: object): Request => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body: JSON.stringify({ ...body, password: PASSWORD }),
});

/** Any doctor logs in. */
export const logIn = {
  requests: numbers(ROWS).map((nth) => post('/api/Auth/login', { email: emailOf('doctor', nth) })),
};

export const register = {
  requests: [
    post('/api/Auth/register', { firstName: 'Greta', lastName: 'Holm', email: 'new-%N%@example.org', role: 'Par' }),
  ],
};
