import type { AuditQuery, PendingRecord, SealedEnd, SealedEntry, SealedSource } from '@health-case/domain/model/audit';
import type { Tables } from '@health-case/domain/ports/tables';
import { type Access, insertRow, named, type Select, type Value } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { removing, type SqlRow, sweep, upsert } from './rows.ts';

type PendingRow = SqlRow<Row.AuditPending>;
type EntryRow = SqlRow<Row.AuditRecord>;

const toRecord = <Stored extends Omit<EntryRow, 'place'>>({ byId, on, childId, ...row }: Stored) => ({
  ...{ ...row, by: byId ?? undefined, on: on ?? undefined, child: childId ?? undefined },
});

const toPending = ({ source, number, ...row }: PendingRow) =>
  ({ ...toRecord(row), numbered: source && number ? { source, number } : undefined }) as PendingRecord;

const toEntry = ({ place, ...row }: EntryRow) => ({ ...toRecord(row), place: Number(place) }) as SealedEntry;

const END: Select = 'SELECT "place", "seal", "endSeal" FROM "AuditEnd" WHERE "id" = 1';
const LAST: Select = 'SELECT max("place") AS "last" FROM "AuditRecord"';
const BEGIN = 'INSERT INTO "AuditEnd" ("id", "place", "seal", "endSeal") VALUES (1, $1, $2, $3) ON CONFLICT DO NOTHING';
const SET_END = upsert('AuditEnd', 'id', 'place', 'seal', 'endSeal');
const insertionOf = (table: string, columns: readonly string[]) => ({
  ...{ table, columns },
  statement: insertRow(table, columns),
});
const FACTS = ['id', 'at', 'requestId', 'byId', 'action', 'on', 'outcome', 'childId', 'seal'];
const PENDING = insertionOf('AuditPending', [...FACTS, 'source', 'number']);
const SOURCE = ['id', 'records', 'at', 'seal'];
const SOURCE_BY_ID: Select = `SELECT ${named(SOURCE)} FROM "AuditSource" WHERE "id" = $1`;
const SET_SOURCE = upsert('AuditSource', ...SOURCE);
const RECORDS = insertionOf('AuditRecord', [...FACTS, 'place']);

const toRow = (record: PendingRecord | SealedEntry): readonly Value[] => {
  const { id, at, requestId, by, action, on, outcome, child, seal } = record;
  const facts = [id, new Date(at), requestId, by ?? null, action, on ?? null, outcome, child ?? null, seal];
  if ('place' in record) return [...facts, record.place];
  return [...facts, record.numbered?.source ?? null, record.numbered?.number ?? null];
};

type EndRow = Omit<SealedEnd, 'place'> & { readonly place: string | number };
type LastRow = { readonly last: string | number | null };

export const auditTable = ({ sql, locks: { remove, skip } }: Access): Tables['audit'] => {
  const oldest = `SELECT "id" FROM "AuditPending" ORDER BY "id" LIMIT $1${skip}`;
  const takePending = `${removing('AuditPending', 'id', oldest)} RETURNING ${named(PENDING.columns)}`;
  const sweepSources = sweep('AuditSource', 'id', 'at', skip);
  return {
    records: async (query, { after, size }) => {
      const { conditions, values } = conditionsOf(query, after);
      const statement: Select = `SELECT ${named(RECORDS.columns)} FROM "AuditRecord"
        WHERE ${conditions.join(' AND ')} ORDER BY "place" LIMIT $${values.length + 1}`;
      return (await sql.all<EntryRow>(statement, ...values, size)).map(toEntry);
    },
    end: async () => {
      // Two statements: the second sees what was committed while the first waited for its lock.
      const [[end], [last]] = await Promise.all([sql.all<EndRow>(`${END}${remove}`), sql.all<LastRow>(LAST)]);
      return { end: end && { ...end, place: Number(end.place) }, last: Number(last?.last) };
    },
    begin: ({ place, seal, endSeal }) => sql.write(BEGIN, place, seal, endSeal),
    append: async (entries, { place, seal, endSeal }, sources = []) => {
      await sql.insert(RECORDS, entries.map(toRow));
      for (const { id, records, at, seal } of sources) await sql.write(SET_SOURCE, id, records, new Date(at), seal);
      await sql.write(SET_END, 1, place, seal, endSeal);
    },
    addPending: (records) => sql.insert(PENDING, records.map(toRow)),
    hasPending: async () => (await sql.all('SELECT 1 FROM "AuditPending" LIMIT 1')).length > 0,
    takePending: async (size) => {
      const taken = (await sql.change<PendingRow>(takePending, size)).map(toPending);
      return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    sources: async (ids) => (await Promise.all(ids.map((id) => sql.all<SealedSource>(SOURCE_BY_ID, id)))).flat(),
    sweepSources: (olderThan, atMost) => sql.write(sweepSources, new Date(olderThan), atMost),
  };
};

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
  UNION ALL SELECT r."place" FROM "AuditRecord" r WHERE r."on" IN (SELECT "id" FROM around)
    AND r."childId" IS NULL AND r."action" IN (${OLDER})`;

/** As the migration `index_fewer_records` has them: the planner takes its index only if it finds the same list. */
const OLDER = [
  ...['case finished', 'case opened', 'case reopened', 'case shown', 'certification checked', 'certification issued'],
  ...['certification rejected', 'certification requested', 'certification revoked', 'child added', 'child erased'],
  ...['child exported', 'history shown', 'task added', 'task closed'],
]
  .map((action) => `'${action}'`)
  .join(', ');
