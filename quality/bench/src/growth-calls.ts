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
} from './sizes.ts';

export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly session?: number;
  readonly fields?: Readonly<Record<string, string>>;
};

/** A call whose cost may grow with the number of rows. */
export type Call = {
  readonly id: string;
  readonly title: string;
  readonly rounds: number;
  /** At most as many requests as differ in the smallest store, so that no cache answers. */
  readonly perRound: number;
  readonly warmUp: number;
  /** Whether the service may answer from its cache. */
  readonly isCached?: boolean;
  /** The numbers of the rows that are asked for, far apart in the tables. */
  readonly subjects: (size: Size) => readonly number[];
  /** `nth` is the number of the request. */
  readonly request: (subject: number, size: Size, nth: number) => Request;
};

const MOST = 1000;
const doctors = (size: Size): readonly number[] => spread(doctorsWithChildren(size), MOST);
const parents = (size: Size): readonly number[] => spread(parentsIn(size), MOST);
const cases = ({ rows }: Size): readonly number[] => spread(rows, MOST);
const middle = ({ rows }: Size): readonly number[] => spread(rows / 2, MOST / 2).map((n) => rows / 4 + n);
const one = (): readonly number[] => [0];

const READ = { rounds: 50, perRound: 20, warmUp: 900 };
/** Few in a round, as the rows stay. */
const WRITE = { rounds: 50, perRound: 5, warmUp: 50 };
const HASH = { rounds: 50, perRound: 2, warmUp: 5 };

type Pace = Pick<Call, 'rounds' | 'perRound' | 'warmUp' | 'isCached'>;

const call = (id: string, title: string, pace: Pace, subjects: Call['subjects'], request: Call['request']): Call => ({
  id,
  title,
  ...pace,
  subjects,
  request,
});

const post = (path: string, fields: Request['fields'], session?: number): Request => ({
  method: 'POST',
  path,
  ...(fields && { fields }),
  ...(session !== undefined && { session }),
});

const newParent = { firstName: 'Greta', lastName: 'Holm', password: PASSWORD, role: 'Par' };
const newChild = { firstName: 'Zoë', lastName: 'Holm', birthDate: '2019-02-28' };

export const CALLS: readonly Call[] = [
  call('session-check', 'Check a session', READ, cases, (n) => ({ path: '/api/Auth/me', session: n })),
  call('doctors-children', "A doctor's 50 children", READ, doctors, (n) => ({
    path: `/api/Doc/${idOf('doctor', n)}/children`,
    session: n,
  })),
  call('own-children', "A parent's own 10 children", READ, parents, (n, size) => ({
    path: '/api/Parent/children',
    session: sessionOfParent(size, n),
  })),
  call('first-doctors', 'The first 50 doctors', READ, one, () => ({
    path: '/api/Doc',
    session: 0,
    fields: { limit: '50' },
  })),
  call('middle-doctors', '50 doctors from the middle of the list', { ...READ, perRound: 10 }, middle, (n) => ({
    path: '/api/Doc',
    session: 0,
    fields: { limit: '50', after: idOf('doctor', n) },
  })),
  call('doctors-cases', "A doctor's 50 cases", READ, doctors, (n) => ({ path: '/api/Case', session: n })),
  call('show-case', 'Show a case with its task', READ, cases, (n, size) => ({
    path: `/api/Case/${idOf('case', n)}`,
    session: doctorOfCase(size, n),
  })),
  call('all-doctors', 'All doctors', { rounds: 20, perRound: 1, warmUp: 1, isCached: true }, one, () => ({
    path: '/api/Doc',
    session: 0,
  })),
  call('open-case', 'Open a case', WRITE, cases, (n, size) => {
    const fields = { ChildID: idOf('child', n), DocID: idOf('doctor', doctorOfCase(size, n)), title: 'Asthma' };
    return post('/api/Case', fields, sessionOfParent(size, parentOfChild(size, n)));
  }),
  call('add-child', 'Add a child with its social security number', WRITE, parents, (n, size, nth) =>
    post('/api/Auth/child', { ...newChild, socSecNum: `756.${nth}` }, sessionOfParent(size, n)),
  ),
  call('request-certification', 'Request a certification', WRITE, cases, (n, size) =>
    post(`/api/Case/${idOf('case', n)}/certreq`, undefined, doctorOfCase(size, n)),
  ),
  call('login', 'Log in, bcrypt cost 10', HASH, doctors, (n) =>
    post('/api/Auth/login', { email: emailOf('doctor', n), password: PASSWORD }),
  ),
  call('registration', 'Register, bcrypt cost 10', HASH, one, (_n, { name }, nth) =>
    post('/api/Auth/register', { ...newParent, email: `new-${name}-${nth}@example.org` }),
  ),
];
