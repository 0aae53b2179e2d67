import {
  doctorOfCase,
  doctorsWithChildren,
  emailOf,
  idOf,
  PASSWORD,
  parentOfChild,
  parentsIn,
  type Size,
  sessionOfParent,
  spread,
} from '../sizes.ts';

/** A request; `%N%` in a field stands for a number that is used once. */
export type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly session?: number;
  readonly fields?: Readonly<Record<string, string>>;
};

/** A call whose cost may grow with the number of rows. */
export type Call = {
  readonly id: string;
  readonly title: string;
  /** How many requests a round has: at most as many as differ in the smallest store, so that no cache answers. */
  readonly perRound: number;
  readonly warmUp: number;
  /** The numbers of the rows that are asked for, far apart in the tables. */
  readonly subjects: (size: Size) => readonly number[];
  readonly request: (n: number, size: Size) => Asked;
};

const MOST = 1000;
const doctors = (size: Size): readonly number[] => spread(doctorsWithChildren(size), MOST);
const parents = (size: Size): readonly number[] => spread(parentsIn(size), MOST);
const cases = ({ rows }: Size): readonly number[] => spread(rows, MOST);
const one = (): readonly number[] => [0];

type Subjects = Call['subjects'];
type ToRequest = Call['request'];

const read = (id: string, title: string, subjects: Subjects, request: ToRequest, perRound = 20): Call => ({
  id,
  title,
  perRound,
  warmUp: 1500,
  subjects,
  request,
});

/** Few in a round, as the rows stay. */
const write = (id: string, title: string, subjects: Subjects, request: ToRequest): Call => ({
  ...read(id, title, subjects, (n, size) => ({ method: 'POST', ...request(n, size) }), 5),
  warmUp: 50,
});

const hash = (id: string, title: string, subjects: Subjects, request: ToRequest): Call => ({
  ...write(id, `${title}, bcrypt cost 10`, subjects, request),
  perRound: 2,
  warmUp: 5,
});

export const READS: readonly Call[] = [
  read('session-check', 'Check a session', cases, (n) => ({ path: '/api/Auth/me', session: n })),
  read('doctors-children', "A doctor's 50 children", doctors, (n) => ({
    path: `/api/Doc/${idOf('doctor', n)}/children`,
    session: n,
  })),
  read('own-children', "A parent's own 10 children", parents, (n, size) => ({
    path: '/api/Parent/children',
    session: sessionOfParent(size, n),
  })),
  read('first-doctors', 'The first 50 doctors', one, () => ({
    path: '/api/Doc',
    session: 0,
    fields: { limit: '50' },
  })),
  read(
    'middle-doctors',
    '50 doctors from the middle of the list',
    ({ rows }) => spread(rows / 2, MOST / 2).map((n) => rows / 4 + n),
    (n) => ({ path: '/api/Doc', session: 0, fields: { limit: '50', after: idOf('doctor', n) } }),
    10,
  ),
  read('doctors-cases', "A doctor's 50 cases", doctors, (n) => ({ path: '/api/Case', session: n })),
  read('show-case', 'Show a case with its task', cases, (n, size) => ({
    path: `/api/Case/${idOf('case', n)}`,
    session: doctorOfCase(size, n),
  })),
];

const newParent = { firstName: 'Greta', lastName: 'Holm', password: PASSWORD, role: 'Par' };
const newChild = { firstName: 'Zoë', lastName: 'Holm', birthDate: '2019-02-28', socSecNum: '756.%N%' };

export const WRITES: readonly Call[] = [
  write('open-case', 'Open a case', cases, (n, size) => ({
    path: '/api/Case',
    session: sessionOfParent(size, parentOfChild(size, n)),
    fields: { ChildID: idOf('child', n), DocID: idOf('doctor', doctorOfCase(size, n)), title: 'Asthma' },
  })),
  write('add-child', 'Add a child with its social security number', parents, (n, size) => ({
    path: '/api/Auth/child',
    session: sessionOfParent(size, n),
    fields: newChild,
  })),
  write('request-certification', 'Request a certification', cases, (n, size) => ({
    path: `/api/Case/${idOf('case', n)}/certreq`,
    session: doctorOfCase(size, n),
  })),
  hash('login', 'Log in', doctors, (n) => ({
    path: '/api/Auth/login',
    fields: { email: emailOf('doctor', n), password: PASSWORD },
  })),
  hash('registration', 'Register', one, (_, { name }) => ({
    path: '/api/Auth/register',
    fields: { ...newParent, email: `new-${name}-%N%@example.org` },
  })),
];
