import { PASSWORD, type WORDS } from '../support/two-variants.ts';

/** What has been learnt on the way: sessions and ids, which every journey gets of its own. */
type Known = Readonly<Record<string, string>>;
type Words = (typeof WORDS)['A' | 'B'];
type Request = readonly [endpoint: string, body?: object | string, headers?: Readonly<Record<string, string>>];

export type Step = {
  readonly what: string;
  readonly request: (words: Words, known: Known) => Request;
  /** The members of the answer that later steps need, by the names under which they are known then. */
  readonly learns?: Known;
  /** The one answer that the specification makes different. */
  readonly answerDiffers?: true;
};

/** Each journey has addresses of its own, since both go through one store. */
const emailOf = (name: string, { host }: Known): string => `${name}@${host}`;

const person = (firstName: string, role: string, known: Known) => ({
  firstName,
  lastName: 'Vos',
  email: emailOf(firstName, known),
  password: PASSWORD,
  role,
});
const UNKNOWN_ID = '01939f00-0000-7000-8000-000000000000';
const child = { lastName: 'Vos', birthDate: '2019-02-28' };

const arrival = (name: string, role: string): readonly Step[] => [
  {
    what: `${name} registers`,
    request: ({ register }, known) => [register, person(name, role, known)],
    answerDiffers: true,
  },
  {
    what: `${name} logs in`,
    request: ({ logIn }, known) => [logIn, { email: emailOf(name, known), password: PASSWORD }],
    learns: { [name]: 'id' },
  },
  {
    what: `${name} asks who they are`,
    request: (_, known) => ['GET /api/Auth/me', { id: known[name] }],
    learns: { [`${name}Id`]: 'ID' },
  },
];

/** A call that is the same in both variants, made by someone who has logged in. */
const asks = (name: string, endpoint: string, body: object = {}): Step => ({
  what: `${name}: ${endpoint} ${JSON.stringify(body)}`,
  request: (_, known) => [filled(endpoint, known), { id: known[name], ...filledValues(body, known) }],
});

const filled = (text: string, known: Known): string => text.replace(/\{(\w+)\}/g, (_, name) => known[name] ?? name);

const filledValues = (body: object, known: Known): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? filled(value, known) : value]),
  );

type Facts = (known: Known) => object | string;
const registers = (what: string, facts: Facts): Step => ({
  what: `registering: ${what}`,
  request: ({ register }, known) => [register, facts(known)],
});
const logsIn = (what: string, facts: Facts): Step => ({
  what: `logging in: ${what}`,
  request: ({ logIn }, known) => [logIn, facts(known)],
});
const addsChild = (name: string, what: string, facts: object, learns: Known = {}): Step => ({
  what: `${name} adds a child: ${what}`,
  request: ({ addChild }, known) => [addChild, { id: known[name], ...child, ...facts }],
  learns,
});

const ACCOUNTS: readonly Step[] = [
  // The doctor after whom the lists of doctors begin, so that they hold those of this journey.
  ...arrival('dunya', 'Doc'),
  ...arrival('dora', 'Doc'),
  ...arrival('dieter', 'Doc'),
  ...arrival('anna', 'Ast'),
  ...arrival('paula', 'Par'),
  ...arrival('pablo', 'Par'),
  registers('a known address', (known) => ({
    ...person('dora', 'Par', known),
    email: ` ${emailOf('DORA', known)}`,
  })),
  registers('nothing at all', () => ({})),
  registers('wrong fields', (known) => ({ ...person('eva', 'Doctor', known), firstName: 7, password: 'short' })),
  registers('a common password', (known) => ({ ...person('eva', 'Doc', known), password: 'iloveyou' })),
  registers('broken JSON', () => '{"firstName":'),
  logsIn('a wrong password', (known) => ({ email: emailOf('dora', known), password: 'wrong-lantern-7' })),
  logsIn('an unknown address', (known) => ({ email: emailOf('nobody', known), password: PASSWORD })),
  logsIn('no password', (known) => ({ email: emailOf('dora', known) })),
  logsIn('an array', () => '[]'),
];

const SESSIONS: readonly Step[] = [
  { what: 'no session', request: () => ['GET /api/Doc'] },
  { what: 'a session that is a number', request: () => ['GET /api/Doc', { id: 7 }] },
  { what: 'an unknown session', request: () => ['GET /api/Doc', { id: 'A'.repeat(43) }] },
  {
    what: 'a bearer token',
    request: (_, { dora, dunyaId }) => ['QUERY /api/Doc', { after: dunyaId }, { Authorization: `Bearer ${dora}` }],
  },
  {
    what: 'two sessions at once',
    request: (_, { dora, anna }) => ['GET /api/Doc', { id: anna }, { Authorization: `Bearer ${dora}` }],
  },
];

const CHILDREN: readonly Step[] = [
  addsChild('paula', 'Carla', { firstName: 'Carla', socSecNum: '756.1' }, { carlaId: 'ChildID' }),
  addsChild('paula', 'Dirk', { firstName: 'Dirk', socSecNum: '756.2' }, { dirkId: 'ChildID' }),
  addsChild('pablo', 'Emma', { firstName: 'Emma', socSecNum: '756.1' }, { emmaId: 'ChildID' }),
  addsChild('dora', 'as a doctor', { firstName: 'Finn', socSecNum: '756.3' }),
  addsChild('anna', 'as an assistant', { firstName: 'Finn', socSecNum: '756.3' }),
  addsChild('paula', 'without a name', { socSecNum: '756.4' }),
  addsChild('paula', 'wrong names', { firstName: 7, lastName: 'x'.repeat(101), socSecNum: '756.4' }),
  addsChild('nobody', 'without a session', { firstName: 'Finn', socSecNum: '756.4' }),
  asks('paula', 'GET /api/Parent/children'),
  asks('dora', 'GET /api/Parent/children'),
];

const LISTS: readonly Step[] = [
  asks('dora', 'POST /api/Doc/{doraId}/assistants', { email: 'anna@{host}' }),
  asks('paula', 'POST /api/Case', { ChildID: '{dirkId}', DocID: '{doraId}', title: 'Asthma' }),
  asks('paula', 'POST /api/Case', { ChildID: '{carlaId}', DocID: '{doraId}', title: 'Asthma' }),
  asks('pablo', 'POST /api/Case', { ChildID: '{emmaId}', DocID: '{doraId}', title: 'Asthma' }),
  asks('pablo', 'POST /api/Case', { ChildID: '{carlaId}', DocID: '{doraId}', title: 'Asthma' }),
  ...['dora', 'anna', 'paula'].flatMap((name) => [
    asks(name, 'GET /api/Doc', { after: '{dunyaId}' }),
    asks(name, 'GET /api/Doc', { after: '{dunyaId}', limit: '1' }),
    asks(name, 'GET /api/Doc', { after: '{doraId}' }),
    asks(name, 'GET /api/Doc', { limit: '0', after: 'first' }),
    asks(name, 'GET /api/Case'),
    ...['assistants', 'children'].flatMap((list) => [
      asks(name, `GET /api/Doc/{doraId}/${list}`),
      asks(name, `GET /api/Doc/{dieterId}/${list}`),
      asks(name, `GET /api/Doc/{doraId}/${list}`, { limit: '2', after: '{carlaId}' }),
      asks(name, `GET /api/Doc/${UNKNOWN_ID}/${list}`),
      asks(name, `GET /api/Doc/{paulaId}/${list}`),
      asks(name, `GET /api/Doc/me/${list}`),
    ]),
  ]),
];

const ENDS: readonly Step[] = [
  asks('paula', 'POST /api/Auth/password', { password: 'wrong-lantern-7', newPassword: 'another-lantern-7' }),
  asks('paula', 'POST /api/Auth/password', { password: PASSWORD, newPassword: 'short' }),
  asks('paula', 'POST /api/Auth/password', { password: PASSWORD, newPassword: 'another-lantern-7' }),
  logsIn('the old password', (known) => ({ email: emailOf('paula', known), password: PASSWORD })),
  logsIn('the new password', (known) => ({ email: emailOf('paula', known), password: 'another-lantern-7' })),
  asks('paula', 'POST /api/Auth/logout'),
  asks('paula', 'POST /api/Auth/logout'),
  asks('dora', 'GET /api/Nothing'),
  asks('dora', 'DELETE /api/Doc'),
  asks('dora', 'GET /api/Auth/logout'),
  asks('dora', 'GET /healthz'),
  asks('dora', 'GET /readyz'),
];

export const JOURNEY: readonly Step[] = [...ACCOUNTS, ...SESSIONS, ...CHILDREN, ...LISTS, ...ENDS];
