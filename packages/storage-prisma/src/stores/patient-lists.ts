import type { ChildNames, ChildOrder } from '@health-case/domain/model/child';
import { BY_BIRTH_DATE, BY_NAME } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Instant } from '@health-case/domain/model/values';
import type { Access } from '../access.ts';
import { columnsOf, forEach, joined, placeholders, plan, type Value } from '../statement.ts';
import { COUNT, MOST_OWNERS } from './case-lists.ts';
import { among, branded, toInstant } from './rows.ts';

/** D-46: the children of doctors, in an order that an index has: each doctor's page is cut from it before they are joined. */

const PATIENT = joined(columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate'), columnsOf('Case', 'openedAt'));

const oneOf = (ids: readonly string[]): string => (ids.length === 1 ? `= ${ids[0]}` : `IN (${ids.join(', ')})`);

/** What each doctor has, or what many have together: SQLite joins at most 500 selects. */
const eachOf = (ids: readonly string[], part: (whose: string, distinct: string) => string): readonly string[] =>
  ids.length > MOST_OWNERS ? [part(oneOf(ids), 'DISTINCT ')] : ids.map((id) => part(`= ${id}`, ''));

const united = (parts: readonly string[]): string =>
  parts.map((part, nth) => `SELECT * FROM (${part}) p${nth}`).join('\n    UNION ');

const PREFIXES = { name: BY_NAME, 'birth date': BY_BIRTH_DATE } as const;
const LAST = '\u{10ffff}';

/** Between which keys all are. */
const edgesOf = ({ by, backwards }: ChildOrder): readonly string[] =>
  by === 'last case' ? [backwards ? LAST : ''] : [PREFIXES[by], PREFIXES[by] + LAST];

/** `after` is missing of the first page. */
type Places = { readonly limit: string; readonly edges: readonly string[]; readonly after: string | undefined };

/** What a child is ordered by: a word, or its last case. The index of its cases is better than that of the doctor's. */
const partsBy = (
  { by, backwards }: ChildOrder,
  ids: readonly string[],
  { limit, edges, after }: Places,
): readonly string[] => {
  const [way, follows] = backwards ? ['DESC', '<'] : ['ASC', '>'];
  const all = oneOf(ids);
  const [least = '', most] = edges;
  if (by === 'last case') {
    const behind = after
      ? `COALESCE((SELECT MAX(o."id") FROM "Case" o WHERE o."childId" = ${after} AND o."doctorId" || '' ${all}), ${least})`
      : least;
    return eachOf(
      ids,
      (whose) => `SELECT c."childId", c."id" AS "key" FROM "Case" c
      WHERE c."doctorId" ${whose} AND c."id" ${follows} ${behind} AND NOT EXISTS
        (SELECT 1 FROM "Case" n WHERE n."childId" = c."childId" AND n."id" > c."id" AND n."doctorId" || '' ${all})
      ORDER BY c."id" ${way} LIMIT ${limit}`,
    );
  }
  const inList = (name: string) => `${name}."word" >= ${least} AND ${name}."word" < ${most}`;
  const behind = `COALESCE((SELECT MIN(o."word") FROM "PatientWord" o WHERE o."childId" = ${after} AND o."doctorId" ${all}
        AND ${inList('o')}), ${backwards ? most : least})`;
  const isBehind = after ? `AND (w."word", w."childId") ${follows} (${behind}, ${after})` : '';
  return eachOf(
    ids,
    (whose, distinct) => `SELECT ${distinct}w."childId", w."word" AS "key" FROM "PatientWord" w
      WHERE w."doctorId" ${whose} ${isBehind} AND ${inList('w')}
      ORDER BY w."word" ${way}, w."childId" ${way} LIMIT ${limit}`,
  );
};

type PageKind = { readonly order: ChildOrder; readonly doctors: number; readonly isFirst: boolean };

const pageFor = forEach((kind: string) => {
  const { order, doctors, isFirst }: PageKind = JSON.parse(kind);
  const edges = edgesOf(order).map((_, nth) => `$${nth + 2}`);
  const from = edges.length + 2;
  const ids = placeholders(doctors, from).split(', ');
  const limit = '$1';
  const parts = partsBy(order, ids, { limit, edges, after: isFirst ? undefined : `$${from + doctors}` });
  const way = order.backwards ? 'DESC' : 'ASC';
  const by = (name: string) => `${name}."key" ${way}${order.by === 'last case' ? '' : `, ${name}."childId" ${way}`}`;
  const whole = `p${parts.length}`;
  const page =
    parts.length === 1 ? parts[0] : `SELECT * FROM (${united(parts)}) ${whole} ORDER BY ${by(whole)} LIMIT ${limit}`;
  const text = `SELECT c."id", c."firstName", c."lastName", c."birthDate",
      (SELECT o."openedAt" FROM "Case" o WHERE o."childId" = k."childId" AND o."doctorId" || '' ${oneOf(ids)}
        ORDER BY o."id" DESC LIMIT 1) AS "openedAt"
    FROM (${page}) k JOIN "Child" c ON c."id" = k."childId" ORDER BY ${by('k')}`;
  return plan<readonly Value[]>("Prisma's own sorts all children.").returning(PATIENT)`${text}`;
});

/** A page of the children of doctors. */
export const patientsOf = (doctors: readonly string[], order: ChildOrder, { after, size }: PageRequest<string>) => {
  const ids = among(doctors).in;
  const isFirst = after === undefined;
  const { by, backwards } = order;
  const page = pageFor(JSON.stringify({ order: { by, backwards }, doctors: ids.length, isFirst } satisfies PageKind));
  return { page, values: [size, ...edgesOf(order), ...ids, ...(isFirst ? [] : [after])] };
};

const countFor = forEach((doctors) => {
  const ids = placeholders(doctors, 4).split(', ');
  const parts = eachOf(
    ids,
    (whose, distinct) => `SELECT ${distinct}${doctors === 1 ? '1' : '"childId"'} FROM "PatientWord"
    WHERE "doctorId" ${whose} AND "word" >= $2 AND "word" < $3 LIMIT $1`,
  );
  // Each select around another one passes every row on.
  const found = parts.length === 1 ? parts[0] : `SELECT * FROM (${united(parts)}) a LIMIT $1`;
  return plan<readonly Value[]>('It counts.').returning(COUNT)`SELECT COUNT(*) AS "count" FROM (${found ?? ''}) p`;
});

export const countOfPatients = (doctors: readonly string[], atMost: number) => {
  const ids = among(doctors).in;
  return { count: countFor(ids.length), values: [atMost, BY_NAME, BY_NAME + LAST, ...ids] };
};

export const patientLists = ({ sql }: Access) => ({
  patients: async (doctors: readonly string[], order: ChildOrder, request: PageRequest<string>) => {
    if (doctors.length === 0) return [];
    const { page, values } = patientsOf(doctors, order, request);
    return (await sql.rows(page, ...values)).map(({ id, firstName, lastName, birthDate, openedAt }) => {
      const names = { id, firstName, lastName, birthDate: birthDate ?? undefined };
      return branded<ChildNames & { readonly lastCaseAt: Instant }>({ ...names, lastCaseAt: toInstant(openedAt) });
    });
  },
  countPatients: async (doctors: readonly string[], atMost: number): Promise<number> => {
    if (doctors.length === 0) return 0;
    const { count, values } = countOfPatients(doctors, atMost);
    return Number((await sql.one(count, ...values))?.count ?? 0);
  },
});
