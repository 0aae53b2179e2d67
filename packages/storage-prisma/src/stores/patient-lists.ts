import type { ChildNames, ChildOrder } from '@health-case/domain/model/child';
import { BY_BIRTH_DATE, BY_NAME } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Access } from '../client.ts';
import { columnsOf, joined, plan, type Value } from '../statement.ts';
import { COUNT, MOST_OWNERS } from './case-lists.ts';
import { among, branded, toInstant } from './rows.ts';

/** D-46: the children of doctors, in an order that an index has: each doctor's page is cut from it before they are joined. */

const PATIENT = joined(columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate'), columnsOf('Case', 'openedAt'));

/** What each doctor has, or what many have together: SQLite joins at most 500 selects. */
const eachOf = (ids: readonly string[], part: (whose: string, distinct: string) => string): readonly string[] =>
  ids.length > MOST_OWNERS ? [part(`IN (${ids.join(', ')})`, 'DISTINCT ')] : ids.map((id) => part(`= ${id}`, ''));

const united = (parts: readonly string[]): string =>
  parts.map((part, nth) => `SELECT * FROM (${part}) p${nth}`).join('\n    UNION ');

const PREFIXES = { name: BY_NAME, 'birth date': BY_BIRTH_DATE } as const;
const LAST = '\u{10ffff}';

/** What a child is ordered by: a word, or its last case. The index of its cases is better than that of the doctor's. */
const partsBy = (
  { by, backwards }: ChildOrder,
  ids: readonly string[],
  { value, after, limit }: { readonly value: (one: Value) => string; readonly after: string; readonly limit: string },
): readonly string[] => {
  const [way, follows] = backwards ? ['DESC', '<'] : ['ASC', '>'];
  const all = `IN (${ids.join(', ')})`;
  if (by === 'last case') {
    const start = value(backwards ? LAST : '');
    const behind = `COALESCE((SELECT MAX(o."id") FROM "Case" o WHERE o."childId" = ${after} AND o."doctorId" || '' ${all}), ${start})`;
    return eachOf(
      ids,
      (whose) => `SELECT c."childId", c."id" AS "key" FROM "Case" c
      WHERE c."doctorId" ${whose} AND c."id" ${follows} ${behind} AND NOT EXISTS
        (SELECT 1 FROM "Case" n WHERE n."childId" = c."childId" AND n."id" > c."id" AND n."doctorId" || '' ${all})
      ORDER BY c."id" ${way} LIMIT ${limit}`,
    );
  }
  const [least, most] = [value(PREFIXES[by]), value(PREFIXES[by] + LAST)];
  const inList = (name: string) => `${name}."word" >= ${least} AND ${name}."word" < ${most}`;
  const behind = `COALESCE((SELECT MIN(o."word") FROM "PatientWord" o WHERE o."childId" = ${after} AND o."doctorId" ${all}
        AND ${inList('o')}), ${backwards ? most : least})`;
  return eachOf(
    ids,
    (whose, distinct) => `SELECT ${distinct}w."childId", w."word" AS "key" FROM "PatientWord" w
      WHERE w."doctorId" ${whose} AND (w."word", w."childId") ${follows} (${behind}, ${after}) AND ${inList('w')}
      ORDER BY w."word" ${way}, w."childId" ${way} LIMIT ${limit}`,
  );
};

/** A page of the children of doctors. Behind a child that is there no more the list begins again. */
export const patientsOf = (doctors: readonly string[], order: ChildOrder, { after, size }: PageRequest<string>) => {
  const values: Value[] = [];
  const value = (one: Value): string => `$${values.push(one)}`;
  const [last, limit] = [value(after ?? (order.backwards ? LAST : '')), value(size)];
  const ids = among(doctors).in.map(value);
  const parts = partsBy(order, ids, { value, after: last, limit });
  const way = order.backwards ? 'DESC' : 'ASC';
  const by = (name: string) => `${name}."key" ${way}${order.by === 'last case' ? '' : `, ${name}."childId" ${way}`}`;
  const whole = `p${parts.length}`;
  const page =
    parts.length === 1 ? parts[0] : `SELECT * FROM (${united(parts)}) ${whole} ORDER BY ${by(whole)} LIMIT ${limit}`;
  const text = `SELECT c."id", c."firstName", c."lastName", c."birthDate",
      (SELECT o."openedAt" FROM "Case" o WHERE o."childId" = k."childId" AND o."doctorId" || '' IN (${ids.join(', ')})
        ORDER BY o."id" DESC LIMIT 1) AS "openedAt"
    FROM (${page}) k JOIN "Child" c ON c."id" = k."childId" ORDER BY ${by('k')}`;
  return { page: plan<readonly Value[]>("Prisma's own sorts all children.").returning(PATIENT)`${text}`, values };
};

export const countOfPatients = (doctors: readonly string[], atMost: number) => {
  const values: Value[] = [atMost, BY_NAME, `${BY_NAME}\u{10ffff}`];
  const ids = among(doctors).in.map((doctor) => `$${values.push(doctor)}`);
  const parts = eachOf(
    ids,
    (whose, distinct) => `SELECT ${distinct}"childId" FROM "PatientWord"
    WHERE "doctorId" ${whose} AND "word" >= $2 AND "word" < $3 LIMIT $1`,
  );
  // Each select around another one passes every row on.
  const found = parts.length === 1 ? parts[0] : `SELECT * FROM (${united(parts)}) a LIMIT $1`;
  const text = `SELECT COUNT(*) AS "count" FROM (${found}) p`;
  return { count: plan<readonly Value[]>('It counts.').returning(COUNT)`${text}`, values };
};

export const patientLists = ({ sql }: Access) => ({
  patients: async (doctors: readonly string[], order: ChildOrder, request: PageRequest<string>) => {
    if (doctors.length === 0) return [];
    const { page, values } = patientsOf(doctors, order, request);
    return (await sql.rows(page, ...values)).map(({ openedAt, birthDate, ...row }) => ({
      ...branded<ChildNames>({ ...row, birthDate: birthDate ?? undefined }),
      lastCaseAt: toInstant(openedAt),
    }));
  },
  countPatients: async (doctors: readonly string[], atMost: number): Promise<number> => {
    if (doctors.length === 0) return 0;
    const { count, values } = countOfPatients(doctors, atMost);
    return Number((await sql.one(count, ...values))?.count ?? 0);
  },
});
