import { hash } from 'node:crypto';

/** How many doctors, children, cases and sessions each a store has. */
export const ROWS = 10_000;

/** How many there are of a store's parents, of the doctors who have 20 children, and of those who have 50. The others have none. */
export const sizesOf = (rows: number) => ({ parents: rows / 10, of20: rows / 50, of50: (rows * 12) / 1000 });

/** The doctor of the nth child. A doctor's children are not adjacent in the table. */
export const doctorOf = (child: number, rows: number): number => {
  const { of20, of50 } = sizesOf(rows);
  return child < of20 * 20 ? child % of20 : of20 + (child % of50);
};

const KINDS = { doctor: 1, parent: 2, child: 3, case: 4 } as const;
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

const FIRST_NAMES = 'Greta,Jan,Mia,Zoë,Ole,Łucja,Tom,Anne-Marie,Bo,Núria,Max,Lea'.split(',');
const LAST_NAMES = "Holm,Jansen,O'Brien,Weiß,Li,Kowalska,de Vries,Ferreira,Ek,Moreau,Sato".split(',');
export const namesOf = (n: number) => ({
  firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
  lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
});

/** Of the sessions the first are those of the doctors with children, then come those of the parents and of other doctors. */
export const firstParentsSession = (rows: number): number => sizesOf(rows).of20 + sizesOf(rows).of50;

/** The token of a session is made from its number: 32 bytes in base64url, as the service's own. */
const tokenOf = (session: number): string => hash('sha256', `bench session ${session}`, 'base64url');
export const digestOf = (session: number): string => hash('sha256', tokenOf(session), 'base64url');
export const bearer = (session: number): Record<string, string> => ({ Authorization: `Bearer ${tokenOf(session)}` });
