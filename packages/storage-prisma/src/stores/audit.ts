import type { AuditQuery, AuditRecord } from '@health-case/domain/model/audit-record';
import type { AuditReads, AuditVerdict } from '@health-case/domain/ports/audit-store';
import { type Client, type Connection, first, type Value } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { FieldCipher } from '../keyring.ts';
import { type AuditRecordRow, type AuditRow, toAuditEntry, toAuditRow, toDate } from '../rows.ts';

/** What stands before the first record. */
const BEGINNING = { place: 0, seal: '' };
const PAGE = 1000;

type Link = { readonly place: number; readonly seal: string };

/**
 * Each record is sealed together with the seal before it, under a key that is not in the database in the clear, and the
 * end of the trail is sealed once more. So a record cannot be altered, removed, added or moved without leaving the trail
 * unsound from that place on, not even the last one.
 */
const sealOf = (cipher: FieldCipher, previous: string, { seal: _, ...row }: AuditRow): string => {
  const { place, id, at, requestId, byId, action, on, outcome } = row;
  const text = JSON.stringify([String(place), id, at.getTime(), requestId, byId, action, on, outcome]);
  return cipher.fingerprint(text, `AuditRecord:${previous}`);
};
const sealOfEnd = (cipher: FieldCipher, { place, seal }: Link): string =>
  cipher.fingerprint(`${place}:${seal}`, 'AuditEnd');

const END = 'SELECT "place", "seal", "endSeal" FROM "AuditEnd" WHERE "id" = 1';
const SET_END = `
  INSERT INTO "AuditEnd" ("id", "place", "seal", "endSeal") VALUES (1, $1, $2, $3)
  ON CONFLICT ("id") DO UPDATE SET
    "place" = excluded."place", "seal" = excluded."seal", "endSeal" = excluded."endSeal"`;
const COLUMNS = '"place", "id", "at", "requestId", "byId", "action", "on", "outcome", "seal"';
const APPEND = `
  INSERT INTO "AuditRecord" (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** Adds records to the end of the trail, in the transaction that is open on the connection. */
export const appendToAudit = async (
  { sql }: Connection,
  cipher: FieldCipher,
  records: readonly AuditRecord[],
): Promise<void> => {
  const end = await first(sql.all<Row.AuditEnd>(END));
  let { place, seal } = end ? { place: Number(end.place), seal: end.seal } : BEGINNING;
  for (const record of records) {
    place += 1;
    const row = toAuditRow({ ...record, place });
    seal = sealOf(cipher, seal, row);
    const { id, at, requestId, byId, action, on, outcome } = row;
    await sql.run(APPEND, place, id, at, requestId, byId, action, on, outcome, seal);
  }
  await sql.run(SET_END, place, seal, sealOfEnd(cipher, { place, seal }));
};

export const prismaAudit = ({ client, sql }: Connection, cipher: FieldCipher): AuditReads => ({
  records: async (query, { after, size }) => {
    const { conditions, values } = conditionsOf(query, after);
    const statement = `
      SELECT ${COLUMNS} FROM "AuditRecord" WHERE ${conditions.join(' AND ')}
      ORDER BY "place" LIMIT $${values.length + 1}`;
    return (await sql.all<AuditRecordRow>(statement, ...values, size)).map(toAuditEntry);
  },
  verify: (report) => verify(client, cipher, report),
});

/** The conditions that a query makes, each with the one value that it names. */
const conditionsOf = ({ by, child, from, until }: AuditQuery, after: number) => {
  const values: Value[] = [after];
  const conditions = ['"place" > $1'];
  const add = (value: Value | undefined, condition: (name: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add(by, (account) => `"byId" = ${account}`);
  add(child, (id) => `"on" IN (${around(id)})`);
  add(from && toDate(from), (moment) => `"at" >= ${moment}`);
  add(until && toDate(until), (moment) => `"at" < ${moment}`);
  return { conditions, values };
};

/** The child, its cases, and their tasks and certifications: looked up by the database, as they can be any number. */
const around = (child: string): string => `
  WITH given("id") AS (SELECT ${child}),
    cases("id") AS (SELECT c."id" FROM given JOIN "Case" c ON c."childId" = given."id")
  SELECT "id" FROM given
  UNION ALL SELECT "id" FROM cases
  UNION ALL SELECT t."id" FROM cases JOIN "Task" t ON t."caseId" = cases."id"
  UNION ALL SELECT r."id" FROM cases JOIN "Certification" r ON r."caseId" = cases."id"`;

const verify = async (
  client: Client,
  cipher: FieldCipher,
  report: Parameters<AuditReads['verify']>[0],
): Promise<AuditVerdict> => {
  let last: Link = BEGINNING;
  const unsound = (place: number, problem: string): AuditVerdict => ({ sound: false, place, problem });
  const end = await client.auditEnd.findUnique({ where: { id: 1 } });
  for (;;) {
    const rows = await client.auditRecord.findMany({
      where: { place: { gt: BigInt(last.place) } },
      orderBy: { place: 'asc' },
      take: PAGE,
    });
    for (const row of rows) {
      const place = last.place + 1;
      if (Number(row.place) !== place) return unsound(place, 'a record is missing here');
      if (row.seal !== sealOf(cipher, last.seal, row))
        return unsound(place, `the record ${row.id} is not what was written`);
      last = { place, seal: row.seal };
    }
    if (rows.length > 0) report?.(last.place, Math.max(last.place, Number(end?.place ?? 0)));
    if (rows.length < PAGE) break;
  }
  return endsAt(cipher, end, last)
    ? { sound: true, records: last.place }
    : unsound(last.place + 1, 'the end is missing');
};

type End = { readonly place: bigint; readonly seal: string; readonly endSeal: string };

/** Records that were added while the trail was being read are sound by their own seals. */
const endsAt = (cipher: FieldCipher, end: End | null, last: Link): boolean => {
  if (!end) return last.place === 0;
  const link = { place: Number(end.place), seal: end.seal };
  return link.place <= last.place && end.endSeal === sealOfEnd(cipher, link);
};
