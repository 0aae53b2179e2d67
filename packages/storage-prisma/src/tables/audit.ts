import type { AuditQuery, SealedEnd, SealedEntry } from '@health-case/domain/model/audit';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access, Value } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { type SqlRow, upsert } from './rows.ts';

type EntryRow = SqlRow<Row.AuditRecord>;

const toEntry = ({ place, byId, on, childId, ...row }: EntryRow) =>
  ({
    ...row,
    place: Number(place),
    by: byId ?? undefined,
    on: on ?? undefined,
    child: childId ?? undefined,
  }) as SealedEntry;

// One statement, as each is a round trip to PostgreSQL.
const END = `
  SELECT e."place", e."seal", e."endSeal", (SELECT max("place") FROM "AuditRecord") AS "last"
  FROM (SELECT 1 AS "id") one LEFT JOIN "AuditEnd" e ON e."id" = one."id"`;
const SET_END = upsert('AuditEnd', 'id', 'place', 'seal', 'endSeal');
const COLUMNS = '"place", "id", "at", "requestId", "byId", "action", "on", "outcome", "childId", "seal"';
const APPEND = `
  INSERT INTO "AuditRecord" (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

type EndRow = Omit<SealedEnd, 'place'> & {
  readonly place: string | number | null;
  readonly last: string | number | null;
};

export const auditTable = ({ sql }: Access): Tables['audit'] => ({
  records: async (query, { after, size }) => {
    const { conditions, values } = conditionsOf(query, after);
    const statement = `
      SELECT ${COLUMNS} FROM "AuditRecord" WHERE ${conditions.join(' AND ')}
      ORDER BY "place" LIMIT $${values.length + 1}`;
    return (await sql.all<EntryRow>(statement, ...values, size)).map(toEntry);
  },
  end: async () => {
    const [{ place, last, ...end }] = (await sql.all(END)) as readonly [EndRow];
    return { end: place === null ? undefined : { ...end, place: Number(place) }, last: Number(last) };
  },
  append: async (entries, { place: last, seal: lastSeal, endSeal }) => {
    for (const { place, id, at, requestId, by = null, action, on = null, outcome, child = null, seal } of entries) {
      await sql.run(APPEND, place, id, new Date(at), requestId, by, action, on, outcome, child, seal);
    }
    await sql.run(SET_END, 1, last, lastSeal, endSeal);
  },
});

/** The conditions of a query, each with the one value that it names. */
const conditionsOf = ({ by, child, from, until }: AuditQuery, after: number) => {
  const values: Value[] = [after];
  const conditions = ['"place" > $1'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"place" IN (${around(id)})`);
  add(from && new Date(from), (moment) => `"at" >= ${moment}`);
  add(until && new Date(until), (moment) => `"at" < ${moment}`);
  return { conditions, values };
};

/** Records that name the child, and older ones on it, its cases, and their tasks and certifications, which can be any number. */
const around = (child: string): string => `
  WITH given("id") AS (SELECT ${child}),
    cases("id") AS (SELECT c."id" FROM given JOIN "Case" c ON c."childId" = given."id"),
    around("id") AS (
      SELECT "id" FROM given
      UNION ALL SELECT "id" FROM cases
      UNION ALL SELECT t."id" FROM cases JOIN "Task" t ON t."caseId" = cases."id"
      UNION ALL SELECT r."id" FROM cases JOIN "Certification" r ON r."caseId" = cases."id")
  SELECT r."place" FROM "AuditRecord" r WHERE r."childId" IN (SELECT "id" FROM given)
  UNION ALL SELECT r."place" FROM "AuditRecord" r WHERE r."on" IN (SELECT "id" FROM around)`;
