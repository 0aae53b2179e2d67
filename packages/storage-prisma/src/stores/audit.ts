import {
  type AuditQuery,
  type AuditRecord,
  checkpointAt,
  extendTrail,
  type SealedEnd,
  sealedBeginning,
  verifyTrail,
} from '@health-case/domain/model/audit';
import type { AuditReads } from '@health-case/domain/ports/storage';
import { type Connection, first, type Sql, type Value } from '../client.ts';
import type { FieldCipher } from '../keyring.ts';
import { type AuditRecordRow, toAuditEntry, toDate, toSealedEntry } from '../rows.ts';
import type { Transactions } from '../transactions.ts';

// One statement, as each is a round trip to PostgreSQL.
const END = `
  SELECT e."place", e."seal", e."endSeal", (SELECT max("place") FROM "AuditRecord") AS "last"
  FROM (SELECT 1 AS "id") one LEFT JOIN "AuditEnd" e ON e."id" = one."id"`;
const SET_END = `
  INSERT INTO "AuditEnd" ("id", "place", "seal", "endSeal") VALUES (1, $1, $2, $3)
  ON CONFLICT ("id") DO UPDATE SET
    "place" = excluded."place", "seal" = excluded."seal", "endSeal" = excluded."endSeal"`;
const COLUMNS = '"place", "id", "at", "requestId", "byId", "action", "on", "outcome", "childId", "seal"';
const APPEND = `
  INSERT INTO "AuditRecord" (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const PAGE = `SELECT ${COLUMNS} FROM "AuditRecord" WHERE "place" > $1 ORDER BY "place" LIMIT $2`;
const USED = `
  SELECT 1 FROM "AuditEnd" UNION ALL SELECT 1 FROM "AuditRecord" UNION ALL SELECT 1 FROM "Account" LIMIT 1`;

type EndRow = { readonly [Column in 'place' | 'seal' | 'endSeal' | 'last']: string | number | null };

/** The end as it is stored, and the place of the last record there is. */
const endIn = async (sql: Sql): Promise<{ readonly end: SealedEnd | undefined; readonly last: number }> => {
  const row = await first(sql.all<EndRow>(END));
  const last = Number(row?.last ?? 0);
  if (!row || row.place === null) return { end: undefined, last };
  return { end: { place: Number(row.place), seal: String(row.seal), endSeal: String(row.endSeal) }, last };
};

const setEnd = (sql: Sql, { place, seal, endSeal }: SealedEnd) => sql.run(SET_END, place, seal, endSeal);

/**
 * Seals the end of the trail of a store that is new, or so old that its trail was not sealed before the first record. A
 * store that has no end and yet an account or a record has lost it.
 */
export const sealBeginning = async (
  { sql: reader }: Connection,
  { alone }: Pick<Transactions, 'alone'>,
  { fingerprint }: FieldCipher,
): Promise<void> => {
  if ((await endIn(reader)).end) return;
  await alone(async ({ sql }) => {
    if (!(await first(sql.all(USED)))) await setEnd(sql, sealedBeginning(fingerprint));
    return { result: undefined, kept: true };
  });
};

/** Adds records to the end of the trail, in the transaction that is open on the connection. */
export const appendToAudit = async (
  { sql }: Connection,
  { fingerprint }: FieldCipher,
  records: readonly AuditRecord[],
): Promise<void> => {
  const { entries, end } = extendTrail(fingerprint, await endIn(sql), records);
  for (const { place, id, at, requestId, by = null, action, on = null, outcome, child = null, seal } of entries) {
    await sql.run(APPEND, place, id, toDate(at), requestId, by, action, on, outcome, child, seal);
  }
  await setEnd(sql, end);
};

export const prismaAudit = ({ sql }: Connection, { fingerprint }: FieldCipher): AuditReads => {
  const end = async () => (await endIn(sql)).end;
  return {
    records: async (query, { after, size }) => {
      const { conditions, values } = conditionsOf(query, after);
      const statement = `
        SELECT ${COLUMNS} FROM "AuditRecord" WHERE ${conditions.join(' AND ')}
        ORDER BY "place" LIMIT $${values.length + 1}`;
      return (await sql.all<AuditRecordRow>(statement, ...values, size)).map(toAuditEntry);
    },
    checkpoint: async () => checkpointAt(fingerprint, await end()),
    verify: (verification) => {
      const page = async (after: number, size: number) =>
        (await sql.all<AuditRecordRow>(PAGE, after, size)).map(toSealedEntry);
      return verifyTrail({ fingerprint, page, end }, verification);
    },
  };
};

/** The conditions that a query makes, each with the one value that it names. */
const conditionsOf = ({ by, child, from, until }: AuditQuery, after: number) => {
  const values: Value[] = [after];
  const conditions = ['"place" > $1'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"place" IN (${around(id)})`);
  add(from && toDate(from), (moment) => `"at" >= ${moment}`);
  add(until && toDate(until), (moment) => `"at" < ${moment}`);
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
