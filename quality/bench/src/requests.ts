import { PASSWORD } from '@health-case/harness/client';
import { bearer, emailOf, firstParentsSession, idOf, ROWS, sizesOf } from './data.ts';
import type { Request, Requests } from './load.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

const numbers = (count: number): readonly number[] => [...Array(count).keys()];

/** A doctor lists the 20 children. */
const listOf20 = (rows: number): Requests => ({
  requests: numbers(sizesOf(rows).of20).map((doctor) => ({
    path: `/api/Doc/${idOf('doctor', doctor)}/children`,
    headers: bearer(doctor),
  })),
});

/** One of a thousand parents adds a child. */
const addChildIn = (rows: number) => ({
  requests: numbers(1000).map((nth) => ({
    method: 'POST',
    path: '/api/Parent/child',
    headers: { ...bearer(firstParentsSession(rows) + (nth * sizesOf(rows).parents) / 1000), ...JSON_BODY },
    body: '{"firstName":"Zoë","lastName":"Holm"}',
  })),
});
export const addChild = addChildIn(ROWS);

/** Doctors list their 20 children, and so many of a hundred calls add a child. */
export const mixIn = (rows: number, percent: number): readonly Requests[] => [
  { share: 1 - percent / 100, ...listOf20(rows) },
  ...(percent > 0 ? [{ share: percent / 100, ...addChildIn(rows) }] : []),
];

/** Somebody asks whose session it is. */
export const whoAmI = (rows: number): Requests => ({
  requests: numbers(sizesOf(rows).of20).map((nth) => ({
    path: '/api/Auth/me',
    headers: bearer((nth * rows) / sizesOf(rows).of20),
  })),
});

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
