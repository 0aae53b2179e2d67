import { hash } from 'node:crypto';

/** How much a store holds. Each is the one before it ten times over. */
export type Size = {
  readonly name: 'tiny' | 'small' | 'medium' | 'large';
  /** So many each of doctors, children, cases, closed tasks, sessions and records of the audit trail. */
  readonly rows: number;
  readonly doctors: number;
  readonly children: number;
  readonly parents: number;
  readonly sessions: number;
};

const sized = (name: Size['name'], rows: number): Size => ({
  name,
  rows,
  doctors: rows,
  children: rows,
  parents: rows / 10,
  sessions: rows,
});

export const TINY = sized('tiny', 1000);
export const SMALL = sized('small', 10_000);
export const MEDIUM = sized('medium', 100_000);
export const LARGE = sized('large', 1_000_000);

export const CHILDREN_PER_DOCTOR = 50;

/** Only the first doctors have children: 50 each, lying apart in the table as children who came over years do. */
export const doctorsWithChildren = ({ children }: Size): number => children / CHILDREN_PER_DOCTOR;

export const KINDS = { doctor: 1, parent: 2, child: 3, case: 4, task: 5, record: 6 } as const;
export const FIRST_MILLISECOND = Date.UTC(2026, 0, 1);

/** A UUIDv7 of the time at which the nth of its kind came; the same in every run. */
export const idOf = (kind: keyof typeof KINDS, n: number): string => {
  const time = (FIRST_MILLISECOND + n).toString(16).padStart(12, '0');
  const rest = n.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS[kind]}00-8000-${rest}`;
};

/** The session tokens are known because they are made from their number: 32 bytes in base64url, as the service's own. */
export const tokenOf = (session: number): string => hash('sha256', `bench session ${session}`, 'base64url');
export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** The session of a doctor with children, and of any parent. */
export const sessionOfDoctor = (doctor: number): number => doctor;
export const sessionOfParent = (size: Size, parent: number): number => doctorsWithChildren(size) + parent;

/** Child and case of a number belong together; whose they are. */
export const doctorOfCase = (size: Size, n: number): number => n % doctorsWithChildren(size);
export const parentOfChild = ({ parents }: Size, n: number): number => n % parents;

export const FIRST_NAMES = [
  'Greta',
  'Jan',
  'Mia',
  'Zoë',
  'Ole',
  'Łucja',
  'Tom',
  'Anne-Marie',
  'Bo',
  'Núria',
  'Max',
  'Lea',
];
export const LAST_NAMES = [
  'Holm',
  'Jansen',
  "O'Brien",
  'Weiß',
  'Li',
  'Kowalska',
  'de Vries',
  'Ferreira',
  'Ek',
  'Moreau',
  'Sato',
];

export const emailOf = (kind: 'doctor' | 'parent', n: number): string =>
  `${kind}${String(n).padStart(7, '0')}@example.org`;

/** Everyone's password. */
export const PASSWORD = 'vT9#mossy-lantern';

/** So many numbers below `count`, spread evenly. */
export const spread = (count: number, wanted: number): readonly number[] =>
  Array.from({ length: Math.min(count, wanted) }, (_, index) => Math.floor((index * count) / Math.min(count, wanted)));
