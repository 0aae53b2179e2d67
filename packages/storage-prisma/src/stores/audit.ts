import type { AuditQuery, ChildList, PendingRecord, SealedEntry } from '@health-case/domain/model/audit';
import type { ChildId, ChildListId } from '@health-case/domain/model/values';
import type { AuditTable } from '@health-case/domain/ports/database';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  columnsOf,
  forEach,
  hot,
  insertRow,
  joining,
  lock,
  placeholders,
  plan,
  REMOVE,
  race,
  SKIP,
  upsert,
  type Value,
} from '../statement.ts';
import { among, branded, ID, type Stored, toInstant } from './rows.ts';

const FACTS = ['id', 'at', 'requestId', 'byId', 'action', 'on', 'outcome', 'childId', 'seal'] as const;
const PENDING = columnsOf('AuditPending', ...FACTS, 'source', 'number');
const RECORD = columnsOf('AuditRecord', ...FACTS, 'place');
const END = columnsOf('AuditEnd', 'id', 'place', 'seal', 'endSeal');

export const END_OF_TRAIL = hot('Each commit goes on from it, one at a time.').selecting(END)`WHERE "id" = 1${REMOVE}`;
export const END_IF_FREE = lock('Of several processes one gives places; the others go on.').selecting(END)`
  WHERE "id" = 1${SKIP}`;
const LAST = columnsOf('AuditRecord', 'place', 'id');
export const LAST_RECORD = hot('Each commit compares its place with the end.').selecting(LAST)`
  ORDER BY "place" DESC LIMIT 1`;

type End = [id: number, place: number, seal: string, endSeal: string];
export const BEGIN_TRAIL = race<End>('Of the first starts, one begins it.').sql`
  ${insertRow('AuditEnd', END.names)} ON CONFLICT DO NOTHING`;
export const SET_END = hot<End>('Each commit moves it.').sql`${upsert(END)}`;
type Source = [id: string, records: number, at: Date, seal: string];
export const SET_SOURCE = hot<Source>('Each commit that gives places counts them.').sql`
  ${upsert(columnsOf('AuditSource', 'id', 'records', 'at', 'seal'))}`;

export const APPEND_RECORDS = hot('Each call leaves one.').inserting(RECORD);
const LISTED = columnsOf('ListedChild', 'childId', 'epoch', 'listId');
export const ADD_LISTED = hot('A page that was not read lately has some.').inserting(LISTED, { skips: true });
export const listedIn = forEach(
  (lists) =>
    hot<readonly string[]>("Each thread that verifies would load Prisma's client.").selecting(LISTED)`
  WHERE "listId" IN (${placeholders(lists)})`,
);
export const ADD_PENDING = joining(hot('Each change leaves one.').inserting(PENDING));
export const TAKE_PENDING = race<[size: number]>('Each record is taken by one transaction.').returning(PENDING)`
  WITH chosen AS MATERIALIZED (SELECT "id" FROM "AuditPending" ORDER BY "id" LIMIT $1${SKIP})
  DELETE FROM "AuditPending" WHERE "id" IN (SELECT "id" FROM chosen) RETURNING ${PENDING}`;

/** The places of the records about a child, or one that was merged into it, alone or in a list. */
const placesAbout = (child: string): string => `
  WITH given("id") AS (SELECT ${child} UNION ALL SELECT m."id" FROM "MergedChild" m WHERE m."childId" = ${child})
  SELECT r."place" FROM "AuditRecord" r WHERE r."childId" IN (SELECT "id" FROM given
    UNION ALL SELECT l."listId" FROM given CROSS JOIN "ListedChild" l WHERE l."childId" = given."id")`;

const RECORDS = RECORD.names.map((name) => `r."${name}"`).join(', ');
type Newest = [child: string, before: string, size: number];
const LAST_ONES = `AND r."outcome" = 'OK' AND r."id" < $2 ORDER BY r."id" DESC LIMIT $3`;

/** The newest records before this one that are about a child alone. */
export const NEWEST_ABOUT = plan<Newest>('They are found by the child.').returning(RECORD)`
  SELECT ${RECORDS} FROM "AuditRecord" r WHERE r."childId" = $1 ${LAST_ONES}`;
/** `LIMIT 1 OFFSET 0` makes PostgreSQL look for one record of each list. */
export const EPOCH_OF_LISTS = plan<[child: string, before: string, beforeEpoch: number]>(
  'The last one that has a list of the child with a record before this one.',
).returning(columnsOf('ListedChild', 'epoch'))`
  SELECT l."epoch" FROM "ListedChild" l WHERE l."childId" = $1 AND l."epoch" < $3 AND EXISTS
    (SELECT 1 FROM "AuditRecord" r WHERE r."childId" = l."listId" AND r."id" < $2 LIMIT 1 OFFSET 0)
  ORDER BY l."epoch" DESC LIMIT 1`;
/**
 * The newest about the lists of one epoch in which a child stands. `MATERIALIZED` makes PostgreSQL find them by the
 * lists, and not on the way through the whole trail.
 */
export const NEWEST_LISTED = plan<[...Newest, epoch: number]>('They are found by the lists.').returning(RECORD)`
  WITH listed("place", "id") AS MATERIALIZED (
      SELECT r."place", r."id" FROM "ListedChild" l CROSS JOIN "AuditRecord" r
      WHERE l."childId" = $1 AND l."epoch" = $4 AND r."childId" = l."listId" AND r."id" < $2),
    page("place") AS (SELECT "place" FROM listed ORDER BY "id" DESC LIMIT $3)
  SELECT ${RECORDS} FROM page JOIN "AuditRecord" r ON r."place" = page."place"`;

/** At most `size` records that meet all conditions of the query and follow a place, or -Infinity: the statement, and its values. */
export const recordsOf = ({ by, child, from, until }: AuditQuery, after: number, size: number) => {
  const values: Value[] = [];
  const conditions = ['TRUE'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(Number.isFinite(after) ? after : undefined, (place) => `"place" > ${place}`);
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"place" IN (${placesAbout(id)})`);
  add(from && new Date(from), (moment) => `"at" >= ${moment}`);
  add(until && new Date(until), (moment) => `"at" < ${moment}`);
  const records = plan<readonly Value[]>('Those about a child are found by lists, too.').selecting(RECORD)`
    WHERE ${conditions.join(' AND ')} ORDER BY "place" LIMIT $${`${values.push(size)}`}`;
  return { records, values };
};

type Facts = Omit<Stored<Row.AuditPending>, 'source' | 'number'>;

const toRecord = ({ byId, on, childId, at, ...row }: Facts) => ({
  ...row,
  at: toInstant(at),
  by: byId ?? undefined,
  on: on ?? undefined,
  child: childId ?? undefined,
});

const toRow = (record: PendingRecord | SealedEntry): readonly Value[] => {
  const { id, at, requestId, by, action, on, outcome, child, seal } = record;
  const facts = [id, new Date(at), requestId, by ?? null, action, on ?? null, outcome, child ?? null, seal];
  if ('place' in record) return [...facts, record.place];
  return [...facts, record.numbered.source, record.numbered.number];
};

const toEntry = ({ place, ...row }: Facts & Pick<SealedEntry, 'place'>): SealedEntry =>
  branded<SealedEntry>({ ...toRecord(row), place });

const LISTS_AT_ONCE = 100;
type ListedRow = Row.ListedChild;

/** Rows of one list with another epoch are another list: verification finds both wrong. */
const toLists = (rows: readonly ListedRow[]): readonly ChildList[] =>
  [...Map.groupBy(rows, ({ listId, epoch }) => `${listId} ${epoch}`).values()].flatMap((listed) => {
    const [first] = listed;
    const children = listed.map(({ childId }) => branded<ById<ChildId>>({ id: childId }).id);
    return first ? { ...branded<ById<ChildListId>>({ id: first.listId }), epoch: first.epoch, children } : [];
  });
type ById<Id> = { readonly id: Id };

/** Each id comes before it. Each epoch does, too. */
const NO_ID = 'g';
const NO_EPOCH = 2 ** 31 - 1;

/** The newest records about a child: those that are about it alone, and about lists of it, of each so many. */
const newestAbout = async ({ sql, read }: Pick<Access, 'sql' | 'read'>, child: ChildId, request: AboutRequest) => {
  const { after: before = NO_ID, size } = request;
  const merged = await read(({ mergedChild }) => mergedChild.findMany({ where: { childId: child }, select: ID }));
  const found = await Promise.all(
    [child, ...merged.map(({ id }) => id)].flatMap((one) => [
      sql.rows(NEWEST_ABOUT, one, before, size),
      newestListed(sql, one, before, size),
    ]),
  );
  const byId = new Map(found.flat().map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, size);
};
type AboutRequest = Parameters<AuditTable['aboutChild']>[1];

/** Processes give ids side by side, so at the end of an epoch some are newer than the first ones of the next. */
const newestListed = async (sql: Access['sql'], child: string, before: string, size: number) => {
  const found: (Facts & Pick<SealedEntry, 'place'>)[] = [];
  for (let [epoch, isLast] = [NO_EPOCH, false]; !isLast; ) {
    const [next] = await sql.rows(EPOCH_OF_LISTS, child, before, epoch);
    if (!next) break;
    epoch = next.epoch;
    isLast = found.length >= size;
    found.push(...(await sql.rows(NEWEST_LISTED, child, before, size, epoch)));
  }
  return found;
};

export const auditTable = ({ sql, read, write }: Access): AuditTable => ({
  records: async (query, { after, size }) => {
    const { records, values } = recordsOf(query, after, size);
    return (await sql.rows(records, ...values)).map(toEntry);
  },
  aboutChild: async (child, request) => (await newestAbout({ sql, read }, child, request)).map(toEntry),
  end: async (ifFree = false) => {
    // Two statements: the second sees what was committed while the first waited for its lock.
    const [[end], [last]] = await Promise.all([sql.rows(ifFree ? END_IF_FREE : END_OF_TRAIL), sql.rows(LAST_RECORD)]);
    return { end: end && { place: end.place, seal: end.seal, endSeal: end.endSeal }, last: last?.place ?? 0 };
  },
  begin: ({ place, seal, endSeal }) => sql.write(BEGIN_TRAIL, 1, place, seal, endSeal),
  append: async (entries, { place, seal, endSeal }, { lists = [], sources = [] } = {}) => {
    await sql.insert(APPEND_RECORDS, entries.map(toRow));
    const listed = lists.flatMap(({ id, epoch, children }) => children.map((child) => [child, epoch, id]));
    if (listed.length > 0) await sql.insert(ADD_LISTED, listed);
    for (const { id, records, at, seal } of sources) await sql.write(SET_SOURCE, id, records, new Date(at), seal);
    await sql.write(SET_END, 1, place, seal, endSeal);
  },
  lists: async (ids) => {
    const rows: ListedRow[] = [];
    for (let from = 0; from < ids.length; from += LISTS_AT_ONCE) {
      const some = among(ids.slice(from, from + LISTS_AT_ONCE)).in;
      rows.push(...(await sql.rows(listedIn(some.length), ...some)));
    }
    return toLists(rows);
  },
  addPending: (records) => sql.insert(ADD_PENDING, records.map(toRow)),
  hasPending: async () => (await read(({ auditPending }) => auditPending.findFirst({ select: ID }))) !== null,
  takePending: async (size) => {
    const taken = (await sql.rows(TAKE_PENDING, size)).map(({ source, number, ...row }) =>
      branded<PendingRecord>({ ...toRecord(row), numbered: { source, number } }),
    );
    return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
  },
  sources: async (ids) => {
    if (ids.length === 0) return [];
    const rows = await read(({ auditSource }) => auditSource.findMany({ where: { id: among(ids) } }));
    return rows.map(({ at, ...row }) => ({ ...row, at: toInstant(at) }));
  },
  // The transaction has locked the end of the trail before, so no other one changes a source meanwhile.
  sweepSources: (olderThan, atMost) =>
    write(({ auditSource }) => auditSource.deleteMany({ where: { at: { lt: new Date(olderThan) } }, limit: atMost })),
});
