import type { AuditQuery } from '@health-case/domain/model/audit';
import {
  columnsOf,
  hot,
  type Insertion,
  insertRow,
  plan,
  REMOVE,
  race,
  SKIP,
  upsert,
  type Value,
} from './statement.ts';

const FACTS = ['id', 'at', 'requestId', 'byId', 'action', 'on', 'outcome', 'childId', 'seal'] as const;
const PENDING = columnsOf('AuditPending', ...FACTS, 'source', 'number');
const RECORD = columnsOf('AuditRecord', ...FACTS, 'place');
const END = columnsOf('AuditEnd', 'id', 'place', 'seal', 'endSeal');

export const END_OF_TRAIL = hot('Each commit goes on from it, one at a time.').returning(END)`
  SELECT ${END} FROM "AuditEnd" WHERE "id" = 1${REMOVE}`;
const LAST = columnsOf('AuditRecord', 'place', 'id');
export const LAST_RECORD = hot('Each commit compares its place with the end.').returning(LAST)`
  SELECT ${LAST} FROM "AuditRecord" ORDER BY "place" DESC LIMIT 1`;

type End = [id: number, place: number, seal: string, endSeal: string];
export const BEGIN_TRAIL = race<End>('Of the first starts, one begins it.').sql`
  ${insertRow('AuditEnd', END.names)} ON CONFLICT DO NOTHING`;
export const SET_END = hot<End>('Each commit moves it.').sql`${upsert(END)}`;
type Source = [id: string, records: number, at: Date, seal: string];
export const SET_SOURCE = hot<Source>('Each commit that gives places counts them.').sql`
  ${upsert(columnsOf('AuditSource', 'id', 'records', 'at', 'seal'))}`;

export const APPEND_RECORDS = hot('Each call leaves one.').inserting(RECORD);
export const ADD_PENDING: Insertion = { ...hot('Each change leaves one.').inserting(PENDING), joins: true };
export const TAKE_PENDING = race<[size: number]>('Each record is taken by one transaction.').returning(PENDING)`
  WITH chosen AS MATERIALIZED (SELECT "id" FROM "AuditPending" ORDER BY "id" LIMIT $1${SKIP})
  DELETE FROM "AuditPending" WHERE "id" IN (SELECT "id" FROM chosen) RETURNING ${PENDING}`;

/** As the migration `index_fewer_records` has them: the planner takes its index only if it finds the same list. */
const OLDER = `'case finished', 'case opened', 'case reopened', 'case shown', 'certification checked', 'certification issued',
  'certification rejected', 'certification requested', 'certification revoked', 'child added', 'child erased',
  'child exported', 'history shown', 'task added', 'task closed'`;

/** Whatever the records are about that belong to a child, and to those that were merged into it. */
const AROUND = (child: string): string => `
    given("id") AS (SELECT ${child} UNION ALL SELECT m."id" FROM "MergedChild" m WHERE m."childId" = ${child}),
    cases("id") AS (SELECT c."id" FROM "Case" c WHERE c."childId" = ${child}),
    around("id") AS (
      SELECT "id" FROM given
      UNION ALL SELECT "id" FROM cases
      UNION ALL SELECT t."id" FROM cases JOIN "Task" t ON t."caseId" = cases."id"
      UNION ALL SELECT r."id" FROM cases JOIN "Certification" r ON r."caseId" = cases."id")`;
/** The conditions of records that name the child, and of older ones on what belongs to it: no record meets both. */
const NAMES_IT = 'r."childId" IN (SELECT "id" FROM given)';
const IS_ON_IT = `r."on" IN (SELECT "id" FROM around) AND r."childId" IS NULL AND r."action" IN (${OLDER})`;

const around = (child: string): string => `
  WITH ${AROUND(child)}
  SELECT r."place" FROM "AuditRecord" r WHERE ${NAMES_IT}
  UNION ALL SELECT r."place" FROM "AuditRecord" r WHERE ${IS_ON_IT}`;

/** `MATERIALIZED` makes PostgreSQL find a child's records by the child, and not on the way through the whole trail. */
const aboutChild = (condition: string): string => `
  WITH ${AROUND('$1')},
    about("place", "id") AS MATERIALIZED (
      SELECT r."place", r."id" FROM "AuditRecord" r WHERE ${NAMES_IT} AND r."outcome" = 'OK'
      UNION ALL SELECT r."place", r."id" FROM "AuditRecord" r WHERE ${IS_ON_IT} AND r."outcome" = 'OK'),
    page("at") AS MATERIALIZED (SELECT "place" FROM about WHERE ${condition} ORDER BY "place" DESC LIMIT $2)`;
const OF_PAGE = 'FROM page JOIN "AuditRecord" r ON r."place" = page."at" ORDER BY r."place" DESC';
const RECORD_OF_PAGE = RECORD.names.map((name) => `r."${name}"`).join(', ');

type About = [child: string, size: number];
/** Newest first. */
export const ABOUT_CHILD = plan<About>('They are found by all that belonged to the child.').returning(RECORD)`
  ${aboutChild('true')} SELECT ${RECORD_OF_PAGE} ${OF_PAGE}`;
export const ABOUT_CHILD_AFTER = plan<[...About, after: string]>('As the page before.').returning(RECORD)`
  ${aboutChild('"place" < (SELECT "place" FROM about WHERE "id" = $3)')} SELECT ${RECORD_OF_PAGE} ${OF_PAGE}`;

/** At most `size` records that meet all conditions of the query and follow a place: the statement, and its values. */
export const recordsOf = ({ by, child, from, until }: AuditQuery, after: number, size: number) => {
  const values: Value[] = [after];
  const conditions = ['"place" > $1'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"place" IN (${around(id)})`);
  add(from && new Date(from), (moment) => `"at" >= ${moment}`);
  add(until && new Date(until), (moment) => `"at" < ${moment}`);
  const records = plan<readonly Value[]>('Those about a child are found by all that belonged to it.').returning(RECORD)`
    SELECT ${RECORD} FROM "AuditRecord" WHERE ${conditions.join(' AND ')} ORDER BY "place" LIMIT $${`${values.push(size)}`}`;
  return { records, values };
};
