import type { AuditQuery } from '@health-case/domain/model/audit';
import {
  columnsOf,
  type Insertion,
  insertRow,
  query,
  quoted,
  removing,
  type Statement,
  takes,
  upsert,
  type Value,
} from './statement.ts';

const FACTS = ['id', 'at', 'requestId', 'byId', 'action', 'on', 'outcome', 'childId', 'seal'] as const;
const PENDING = columnsOf('AuditPending', ...FACTS, 'source', 'number');
const RECORD = columnsOf('AuditRecord', ...FACTS, 'place');
const END = columnsOf('AuditEnd', 'id', 'place', 'seal', 'endSeal');
const SOURCE = columnsOf('AuditSource', 'id', 'records', 'at', 'seal');

export const END_OF_TRAIL = query(END, {
  reason: 'hot',
  why: 'Each commit goes on from it. Only one transaction does at a time.',
  text: ({ remove }) => `SELECT ${quoted(END.names)} FROM "AuditEnd" WHERE "id" = 1${remove}`,
});
export const LAST_RECORD = query(columnsOf('AuditRecord', 'place', 'id'), {
  reason: 'hot',
  why: 'Each commit compares it with the end, and each start asks for its id.',
  text: 'SELECT "place", "id" FROM "AuditRecord" ORDER BY "place" DESC LIMIT 1',
});

type End = [id: number, place: number, seal: string, endSeal: string];
export const BEGIN_TRAIL: Statement<End> = {
  reason: 'hot',
  why: 'The first start of a store begins it, once.',
  text: `${insertRow('AuditEnd', END.names)} ON CONFLICT DO NOTHING`,
};
export const SET_END: Statement<End> = {
  reason: 'hot',
  why: 'Each commit moves it.',
  text: upsert(END),
};
export const SET_SOURCE: Statement<[id: string, records: number, at: Date, seal: string]> = {
  reason: 'hot',
  why: 'Each commit that gives places moves some.',
  text: upsert(SOURCE),
};
export const APPEND_RECORDS: Insertion = {
  reason: 'hot',
  why: 'Each call leaves a record.',
  into: RECORD,
  text: insertRow('AuditRecord', RECORD.names),
};
export const ADD_PENDING: Insertion = {
  reason: 'hot',
  why: 'Each call leaves a record.',
  into: PENDING,
  text: insertRow('AuditPending', PENDING.names),
};
export const TAKE_PENDING = query(PENDING, {
  reason: 'race',
  why: 'Each record is given to one transaction only, as it is removed.',
  takes: takes<[size: number]>(),
  text: ({ skip }) =>
    `${removing('AuditPending', 'id', `SELECT "id" FROM "AuditPending" ORDER BY "id" LIMIT $1${skip}`)}
    RETURNING ${quoted(PENDING.names)}`,
});

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
const OLDER = `'case finished', 'case opened', 'case reopened', 'case shown', 'certification checked', 'certification issued',
  'certification rejected', 'certification requested', 'certification revoked', 'child added', 'child erased',
  'child exported', 'history shown', 'task added', 'task closed'`;

const recordsWhere = (conditions: readonly string[], last: number): string =>
  `SELECT ${quoted(RECORD.names)} FROM "AuditRecord" WHERE ${conditions.join(' AND ')} ORDER BY "place" LIMIT $${last}`;

export const RECORDS = query(RECORD, {
  reason: 'plan',
  why: 'Those about a child are found by indexes, and older ones by all that belonged to it.',
  takes: takes<[after: number, size: number]>(),
  text: recordsWhere(['"place" > $1'], 2),
});

/** The records that meet all conditions of the query and follow a place, and the values for them. */
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
  const text = recordsWhere(conditions, values.push(size));
  return { records: query(RECORD, { ...RECORDS, text, takes: takes<readonly Value[]>() }), values };
};
