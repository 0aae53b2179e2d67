import type { AuditQuery } from '@health-case/domain/model/audit';
import { columnsOf, hot, insertRow, plan, REMOVE, race, SKIP, upsert, type Value } from './statement.ts';

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
export const ADD_LISTED = hot('A page that was not read lately has some.').inserting(
  columnsOf('ListedChild', 'childId', 'epoch', 'listId'),
  { skips: true },
);
export const ADD_PENDING = hot('Each change leaves one.').inserting(PENDING, { joins: true });
export const TAKE_PENDING = race<[size: number]>('Each record is taken by one transaction.').returning(PENDING)`
  WITH chosen AS MATERIALIZED (SELECT "id" FROM "AuditPending" ORDER BY "id" LIMIT $1${SKIP})
  DELETE FROM "AuditPending" WHERE "id" IN (SELECT "id" FROM chosen) RETURNING ${PENDING}`;

/** The places of the records about a child, or one that was merged into it, alone or in a list. */
const placesAbout = (child: string): string => `
  WITH given("id") AS (SELECT ${child} UNION ALL SELECT m."id" FROM "MergedChild" m WHERE m."childId" = ${child})
  SELECT r."place" FROM "AuditRecord" r WHERE r."childId" IN (SELECT "id" FROM given
    UNION ALL SELECT l."listId" FROM given CROSS JOIN "ListedChild" l WHERE l."childId" = given."id")`;

const RECORDS = RECORD.names.map((name) => `r."${name}"`).join(', ');
type Newest = [child: string, before: number, size: number];
const LAST_ONES = `AND r."outcome" = 'OK' AND r."place" < $2 ORDER BY r."place" DESC LIMIT $3`;

export const PLACE_OF = plan<[id: string]>('A page goes on behind it.').returning(columnsOf('AuditRecord', 'place'))`
  SELECT "place" FROM "AuditRecord" WHERE "id" = $1`;
/** The newest records before a place that are about a child alone. */
export const NEWEST_ABOUT = plan<Newest>('They are found by the child.').returning(RECORD)`
  SELECT ${RECORDS} FROM "AuditRecord" r WHERE r."childId" = $1 ${LAST_ONES}`;
export const EPOCH_OF_LISTS = plan<[child: string, last: number]>(
  'The last one that has a list of the child.',
).returning(columnsOf('ListedChild', 'epoch'))`
  SELECT "epoch" FROM "ListedChild" WHERE "childId" = $1 AND "epoch" <= $2 ORDER BY "epoch" DESC LIMIT 1`;
/**
 * The newest about the lists of one epoch in which a child stands. `MATERIALIZED` makes PostgreSQL find them by the
 * lists, and not on the way through the whole trail.
 */
export const NEWEST_LISTED = plan<[...Newest, epoch: number]>('They are found by the lists.').returning(RECORD)`
  WITH listed("place") AS MATERIALIZED (
      SELECT r."place" FROM "ListedChild" l CROSS JOIN "AuditRecord" r
      WHERE l."childId" = $1 AND l."epoch" = $4 AND r."childId" = l."listId" AND r."place" < $2),
    page("place") AS (SELECT "place" FROM listed ORDER BY "place" DESC LIMIT $3)
  SELECT ${RECORDS} FROM page JOIN "AuditRecord" r ON r."place" = page."place"`;

/** At most `size` records that meet all conditions of the query and follow a place: the statement, and its values. */
export const recordsOf = ({ by, child, from, until }: AuditQuery, after: number, size: number) => {
  const values: Value[] = [after];
  const conditions = ['"place" > $1'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"place" IN (${placesAbout(id)})`);
  add(from && new Date(from), (moment) => `"at" >= ${moment}`);
  add(until && new Date(until), (moment) => `"at" < ${moment}`);
  const records = plan<readonly Value[]>('Those about a child are found by lists, too.').returning(RECORD)`
    SELECT ${RECORD} FROM "AuditRecord" WHERE ${conditions.join(' AND ')} ORDER BY "place" LIMIT $${`${values.push(size)}`}`;
  return { records, values };
};
