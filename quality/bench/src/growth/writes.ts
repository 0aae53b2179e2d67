import { doctorOfCase, emailOf, idOf, PASSWORD, parentOfChild, type Size } from '../data/sizes.ts';
import type { Request } from '../http.ts';
import type { Asked } from './ask.ts';
import { cases, doctors, fields, ofDoctor, ofParent, parents, parentsSessions, sessionsOfCases } from './callers.ts';

const registration = (size: Size): Request => ({
  method: 'POST',
  path: '/api/Auth/register',
  body: fields({
    firstName: 'Greta',
    lastName: 'Holm',
    email: `new-${size.name}-%N%@example.org`,
    password: PASSWORD,
    role: 'Par',
  }),
});

/** Few, as what they write stays. */
const write = (given: Pick<Asked, 'id' | 'title' | 'requests'> & Partial<Asked>): Asked => ({
  sessions: () => [0],
  perRound: 5,
  warmUp: 50,
  ...given,
});

export const writes: readonly Asked[] = [
  write({
    id: 'open-case',
    title: 'Open a case',
    requests: (size) =>
      cases(size).map((n) => ({
        method: 'POST',
        path: '/api/Case',
        headers: ofParent(size, parentOfChild(size, n)),
        body: fields({ ChildID: idOf('child', n), DocID: idOf('doctor', doctorOfCase(size, n)), title: 'Asthma' }),
      })),
    sessions: sessionsOfCases,
  }),
  write({
    id: 'add-child',
    title: 'Add a child with its social security number',
    requests: (size) =>
      parents(size).map((n) => ({
        method: 'POST',
        path: '/api/Auth/child',
        headers: ofParent(size, n),
        body: fields({ firstName: 'Zoë', lastName: 'Holm', birthDate: '2019-02-28', socSecNum: '756.%N%' }),
      })),
    sessions: parentsSessions,
  }),
  write({
    id: 'request-certification',
    title: 'Request a certification',
    requests: (size) =>
      cases(size).map((n) => ({
        method: 'POST',
        path: `/api/Case/${idOf('case', n)}/certreq`,
        headers: ofDoctor(doctorOfCase(size, n)),
      })),
    sessions: sessionsOfCases,
  }),
  write({
    id: 'login',
    title: 'Log in, bcrypt cost 10',
    requests: (size) =>
      doctors(size).map((n) => ({
        method: 'POST',
        path: '/api/Auth/login',
        body: fields({ email: emailOf('doctor', n), password: PASSWORD }),
      })),
    perRound: 2,
    warmUp: 5,
  }),
  write({
    id: 'registration',
    title: 'Register, bcrypt cost 10',
    requests: (size) => [registration(size)],
    perRound: 2,
    warmUp: 5,
  }),
];
