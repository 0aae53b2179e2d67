import { hash } from 'node:crypto';
import { FOLDING, indexWords, wordsOfPatient } from '@health-case/domain/model/names';
import { PASSWORD } from '@health-case/harness/client';
import type { Request, Requests } from './load.ts';
import type { keysOf } from './sealing.ts';

/** How many doctors, children, cases and sessions each a store has. */
export const ROWS = 10_000;

/** How many there are of a store's parents, and of the doctors who have 20 children, or 300. Few have the others. */
const sizesOf = (rows: number) => ({ parents: rows / 10, of20: rows / 50, of300: rows / 1000 });

/** The doctor of the nth child. A doctor's children are not adjacent in the table. */
const doctorOf = (child: number, rows: number): number => {
  const { of20, of300 } = sizesOf(rows);
  if (child < of20 * 20) return child % of20;
  const others = child - of20 * 20;
  return others < of300 * 300 ? rows - 1 - (others % of300) : of20 + (child % (rows - of20 - of300));
};

const KINDS = { doctor: 1, parent: 2, child: 3, case: 4 } as const;
type Kind = keyof typeof KINDS;
const FIRST_MILLISECOND = Date.UTC(2026, 0, 1);

/** A UUIDv7 whose time is that at which the nth of its kind was made; the same in every run. */
const idOf = (kind: Kind, n: number): string => {
  const time = (FIRST_MILLISECOND + n).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS[kind]}00-8000-${n.toString(16).padStart(12, '0')}`;
};

export const emailOf = (kind: 'doctor' | 'parent', n: number): string =>
  `${kind}${String(n).padStart(7, '0')}@example.org`;

const FIRST_NAMES = 'Greta,Jan,Mia,Zoë,Ole,Łucja,Tom,Anne-Marie,Bo,Núria,Max,Lea'.split(',');
const LAST_NAMES = "Holm,Jansen,O'Brien,Weiß,Li,Kowalska,de Vries,Ferreira,Ek,Moreau,Sato".split(',');
const namesOf = (n: number) => ({
  firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
  lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
});

/** The first sessions are those of the doctors with 20 children; then come those of parents and other doctors. */
const firstParentsSession = (rows: number): number => sizesOf(rows).of20;

/** The token of a session is made from its number: 32 bytes in base64url, as the service's own. */
const tokenOf = (session: number): string => hash('sha256', `bench session ${session}`, 'base64url');
export const bearer = (session: number): Record<string, string> => ({ Authorization: `Bearer ${tokenOf(session)}` });

type Content = {
  readonly table: string;
  readonly count: number;
  readonly rowsOf: (n: number) => readonly Row[];
};
type Row = Readonly<Record<string, string | number | Date>>;

/** SQLite has numbers for true and false. */
const CHOSEN = { language: 'en', notices: 'all', secondFactor: 0, takesNoChildren: 0 };

/** What a store contains, in the order in which it can be inserted. */
export const contentsOf = (rows: number, passwordHash: string, keys: ReturnType<typeof keysOf>): readonly Content[] => {
  const { parents } = sizesOf(rows);
  const first = firstParentsSession(rows);
  const then = new Date(FIRST_MILLISECOND);
  const account = (kind: 'doctor' | 'parent', role: string) => (n: number) => {
    const who = { id: idOf(kind, n), ...namesOf(n), email: emailOf(kind, n) };
    return { ...who, ...CHOSEN, passwordHash, role, registeredAt: then, madeThrough: 'A', confirmed: 'open' };
  };
  const session = (n: number) => {
    const accountId = n >= first && n < first + parents ? idOf('parent', n - first) : idOf('doctor', n);
    return { digest: hash('sha256', tokenOf(n), 'base64url'), accountId, startedAt: then, lastUsedAt: then };
  };
  const parentOf = (n: number) => ({ parentId: idOf('parent', n % parents), childId: idOf('child', n), place: 1 });
  const caseOf = (n: number) => {
    const people = { childId: idOf('child', n), doctorId: idOf('doctor', doctorOf(n, rows)) };
    const id = idOf('case', n);
    return { id, ...people, title: keys.sealTitle(id, 'Asthma'), openedAt: then };
  };
  const one = (table: string, count: number, rowOf: (n: number) => Row): Content => ({
    table,
    count,
    rowsOf: (n) => [rowOf(n)],
  });
  const wordsOf = (n: number) => {
    const { firstName, lastName } = namesOf(n);
    return indexWords(firstName, lastName).map((word) => ({ accountId: idOf('doctor', n), role: 'Doc', word }));
  };
  const found = (n: number) => {
    const listed = { doctorId: idOf('doctor', doctorOf(n, rows)), childId: idOf('child', n) };
    return wordsOfPatient({ ...namesOf(n * 7), birthDate: undefined }).map((word) => ({ ...listed, word }));
  };
  return [
    one('WrappedKey', keys.rows.length, (n) => keys.rows[n] ?? {}),
    one('Account', rows, account('doctor', 'Doc')),
    one('Account', parents, account('parent', 'Par')),
    { table: 'AccountWord', count: rows, rowsOf: wordsOf },
    one('NameIndex', 1, () => ({ id: 1, folding: FOLDING })),
    one('Session', rows, session),
    one('Child', rows, (n) => ({ id: idOf('child', n), ...namesOf(n * 7) })),
    one('Parenthood', rows, parentOf),
    one('Case', rows, caseOf),
    { table: 'PatientWord', count: rows, rowsOf: found },
  ];
};

const JSON_BODY = { 'Content-Type': 'application/json' };

export const numbers = (count: number): readonly number[] => [...Array(count).keys()];

const listOf20 = (rows: number): Requests => ({
  requests: numbers(sizesOf(rows).of20).map((doctor) => ({
    path: `/api/Doc/${idOf('doctor', doctor)}/children`,
    headers: bearer(doctor),
  })),
});

/** Pages of the portal and the calls that they rest on, of doctors with as many children and cases each. */
const OF_20 = numbers(sizesOf(ROWS).of20);
const OF_300 = numbers(sizesOf(ROWS).of300).map((nth) => ROWS - 1 - nth);
const cookie = (session: number) => ({ Cookie: `__Host-session=${tokenOf(session)}` });
const pageOf = (path: string) => (doctor: number) => ({ path, headers: cookie(doctor) });
const casesOf = (doctor: number) => ({ path: '/api/Case?limit=25&detail=full', headers: bearer(doctor) });
const childrenOf = (doctor: number) => ({
  path: `/api/Doc/${idOf('doctor', doctor)}/children?limit=25`,
  headers: bearer(doctor),
});
export const childrenCall = { requests: OF_20.map(childrenOf) };
export const childrenPage = { requests: OF_20.map(pageOf('/practice/children')) };
export const casesCall = { requests: OF_20.map(casesOf) };
export const casesPage = { requests: OF_20.map(pageOf('/cases')) };
export const childrenCallOf300 = { requests: OF_300.map(childrenOf) };
export const childrenPageOf300 = { requests: OF_300.map(pageOf('/practice/children')) };
export const casesCallOf300 = { requests: OF_300.map(casesOf) };
export const casesPageOf300 = { requests: OF_300.map(pageOf('/cases')) };

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

export const whoAmI = (rows: number): Requests => ({
  requests: numbers(sizesOf(rows).of20).map((nth) => ({
    path: '/api/Auth/me',
    headers: bearer((nth * rows) / sizesOf(rows).of20),
  })),
});

/** Doctors found by both of their names, by the last, and by the first letters of both. */
export const searchIn = (rows: number): Requests => ({
  requests: numbers(FIRST_NAMES.length * LAST_NAMES.length).flatMap((nth) => {
    const { firstName, lastName } = namesOf(nth);
    const names = [`${lastName} ${firstName}`, lastName, `${firstName.slice(0, 2)} ${lastName.slice(0, 2)}`];
    return names.map((name) => ({
      path: '/api/Doc',
      headers: { ...bearer(nth % sizesOf(rows).of20), ...JSON_BODY },
      body: JSON.stringify({ name, limit: '20' }),
    }));
  }),
});

/** Ids of what was added, which differ from system to system. */
export const NEW_IDS = /"[0-9a-f]{8}-[0-9a-f-]{27}"/g;
/** Sessions do, too. */
export const NEW_SESSIONS = /"[\w-]{43}"/g;

const post = (path: string, body: object): Request => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body: JSON.stringify({ ...body, password: PASSWORD }),
});

export const logIn = {
  requests: numbers(ROWS).map((nth) => post('/api/Auth/login', { email: emailOf('doctor', nth) })),
};

export const register = {
  requests: [
    post('/api/Auth/register', { firstName: 'Greta', lastName: 'Holm', email: 'new-%N%@example.org', role: 'Par' }),
  ],
};
