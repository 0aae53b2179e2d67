import { doctorOfCase, idOf, spread, tokenOf } from '../data/sizes.ts';
import { bearer } from '../http.ts';
import type { Asked } from './ask.ts';
import {
  cases,
  doctors,
  doctorsSessions,
  fields,
  MOST,
  middleDoctors,
  ofDoctor,
  ofParent,
  parents,
  parentsSessions,
  sessionsOfCases,
} from './callers.ts';

/** Twenty in a round, and warmed up until the compiler has nothing left to do. */
const read = (given: Pick<Asked, 'id' | 'title' | 'requests'> & Partial<Asked>): Asked => ({
  sessions: () => [0],
  perRound: 20,
  warmUp: 1500,
  ...given,
});

export const reads: readonly Asked[] = [
  read({
    id: 'session-check',
    title: 'Check a session',
    requests: (size) => spread(size.sessions, MOST).map((n) => ({ path: '/api/Auth/me', headers: bearer(tokenOf(n)) })),
    sessions: (size) => spread(size.sessions, MOST),
  }),
  read({
    id: 'doctors-children',
    title: "A doctor's 50 children",
    requests: (size) =>
      doctors(size).map((n) => ({ path: `/api/Doc/${idOf('doctor', n)}/children`, headers: ofDoctor(n) })),
    sessions: doctorsSessions,
  }),
  read({
    id: 'own-children',
    title: "A parent's own 10 children",
    requests: (size) => parents(size).map((n) => ({ path: '/api/Parent/children', headers: ofParent(size, n) })),
    sessions: parentsSessions,
  }),
  read({
    id: 'first-doctors',
    title: 'The first 50 doctors',
    requests: () => [{ path: '/api/Doc', headers: ofDoctor(0), body: fields({ limit: '50' }) }],
  }),
  read({
    id: 'middle-doctors',
    title: '50 doctors from the middle of the list',
    requests: (size) =>
      middleDoctors(size).map((n) => ({
        path: '/api/Doc',
        headers: ofDoctor(0),
        body: fields({ limit: '50', after: idOf('doctor', n) }),
      })),
    perRound: 10,
  }),
  read({
    id: 'doctors-cases',
    title: "A doctor's 50 cases",
    requests: (size) => doctors(size).map((n) => ({ path: '/api/Case', headers: ofDoctor(n) })),
    sessions: doctorsSessions,
  }),
  read({
    id: 'show-case',
    title: 'Show a case with its task',
    requests: (size) =>
      cases(size).map((n) => ({ path: `/api/Case/${idOf('case', n)}`, headers: ofDoctor(doctorOfCase(size, n)) })),
    sessions: sessionsOfCases,
  }),
];
