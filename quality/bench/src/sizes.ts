import { hash } from 'node:crypto';

/** How many rows a store has: of doctors, children, cases, closed tasks, sessions and audit records each. */
export type Size = { readonly name: 'tiny' | 'small' | 'medium' | 'large'; readonly rows: number };

/** From the smallest. */
export const SIZES = [
  { name: 'tiny', rows: 1000 },
  { name: 'small', rows: 10_000 },
  { name: 'medium', rows: 100_000 },
  { name: 'large', rows: 1_000_000 },
] as const satisfies readonly Size[];
export const [, SMALL, , LARGE] = SIZES;

/** A tenth as many parents as children. Only the first doctors have children: 50 each, not adjacent in the table. */
export const parentsIn = ({ rows }: Size): number => rows / 10;
export const doctorsWithChildren = ({ rows }: Size): number => rows / 50;

/** The child, the case and the task of a number belong together. */
export const doctorOfCase = (size: Size, n: number): number => n % doctorsWithChildren(size);
export const parentOfChild = (size: Size, n: number): number => n % parentsIn(size);

const KINDS = { doctor: 1, parent: 2, child: 3, case: 4, task: 5, record: 6 } as const;
type Kind = keyof typeof KINDS;
export const FIRST_MILLISECOND = Date.UTC(2026, 0, 1);

/** A UUIDv7 whose time is that at which the nth of its kind was made; the same in every run. */
export const idOf = (kind: Kind, n: number): string => {
  const time = (FIRST_MILLISECOND + n).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS[kind]}00-8000-${n.toString(16).padStart(12, '0')}`;
};

export const emailOf = (kind: 'doctor' | 'parent', n: number): string =>
  `${kind}${String(n).padStart(7, '0')}@example.org`;

/** The password of every account. */
export const PASSWORD = 'vT9#mossy-lantern';

export const FIRST_NAMES = 'Greta,Jan,Mia,Zoë,Ole,Łucja,Tom,Anne-Marie,Bo,Núria,Max,Lea'.split(',');
export const LAST_NAMES = "Holm,Jansen,O'Brien,Weiß,Li,Kowalska,de Vries,Ferreira,Ek,Moreau,Sato".split(',');

/** The token of a session is made from its number: 32 bytes in base64url, as the service's own. */
export const tokenOf = (session: number): string => hash('sha256', `bench session ${session}`, 'base64url');
export const digestOf = (token: string): string => hash('sha256', token, 'base64url');

/** The number of a session of a doctor with children, or of a parent. */
export const sessionOfDoctor = (doctor: number): number => doctor;
export const sessionOfParent = (size: Size, parent: number): number => doctorsWithChildren(size) + parent;

export const bearer = (session: number): Record<string, string> => ({ Authorization: `Bearer ${tokenOf(session)}` });

/** At most `wanted` numbers below `count`, evenly spread. */
export const spread = (count: number, wanted: number): readonly number[] =>
  Array.from({ length: Math.min(count, wanted) }, (_, index) => Math.floor((index * count) / Math.min(count, wanted)));
