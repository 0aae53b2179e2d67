import type { Certificate } from '@health-case/domain/model/certificate';
import type { Tables } from '@health-case/domain/ports/tables';
import { type Access, insertRow, named, type Select } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { modelOf, type SqlRow } from './rows.ts';

const COLUMNS = ['id', 'certificationId', 'caseId', 'list', 'index', 'disclosed', 'issuedAt', 'expiresAt'];
const SELECT: Select = `SELECT ${named(COLUMNS)} FROM "Certificate"`;
const FIND: Select = `${SELECT} WHERE "id" = $1`;
const OF_CASE: Select = `${SELECT} WHERE "caseId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
const COUNT_OF: Select = 'SELECT count(*) AS "certificates" FROM "Certificate" WHERE "certificationId" = $1';
const INSERT = insertRow('Certificate', COLUMNS);
const TAKE_PLACE = `${insertRow('CertificateStatus', ['list', 'index'])} ON CONFLICT DO NOTHING`;

/** Revokes the certificates that meet a condition, in which `$1` may stand. */
export const revokeWhere = (condition: string): string => `
  UPDATE "CertificateStatus" SET "revoked" = 1
  WHERE ("list", "index") IN (SELECT "list", "index" FROM "Certificate" WHERE ${condition})`;
const REVOKE_ALL_OF = revokeWhere('"certificationId" = $1');

const toCertificate = ({ list, index, ...row }: SqlRow<Row.Certificate>): Certificate =>
  ({ ...row, status: { list, index } }) as Certificate;

export const certificateTable = ({ sql }: Access): Tables['certificates'] => ({
  find: async (id) => modelOf((await sql.all<SqlRow<Row.Certificate>>(FIND, id))[0], toCertificate),
  insert: async ({ id, certificationId, caseId, status: { list, index }, disclosed, issuedAt, expiresAt }) => {
    if ((await sql.run(TAKE_PLACE, list, index)) === 0) return false;
    const dates = [new Date(issuedAt), new Date(expiresAt)];
    await sql.write(INSERT, id, certificationId, caseId, list, index, disclosed, ...dates);
    return true;
  },
  ofCase: async (caseId, { after = '', size }) =>
    (await sql.all<SqlRow<Row.Certificate>>(OF_CASE, caseId, after, size)).map(toCertificate),
  countOf: async (id) =>
    Number((await sql.all<{ readonly certificates: number | string }>(COUNT_OF, id))[0]?.certificates),
  revokeAllOf: (certificationId) => sql.write(REVOKE_ALL_OF, certificationId),
});

const NEWEST: Select = 'SELECT max("list") AS "list" FROM "CertificateStatus"';
const COUNT: Select = 'SELECT count(*) AS "revoked" FROM "CertificateStatus" WHERE "list" = $1 AND "revoked" = 1';
const REVOKED: Select = `SELECT "index" FROM "CertificateStatus" WHERE "list" = $1 AND "revoked" = 1 AND "index" > $2 ORDER BY "index" LIMIT $3`;

export const statusListTable = ({ sql }: Access): Tables['statusLists'] => ({
  newest: async () => Number((await sql.all<{ readonly list: number | null }>(NEWEST))[0]?.list),
  countRevoked: async (list) => Number((await sql.all<{ readonly revoked: number | string }>(COUNT, list))[0]?.revoked),
  revoked: async (list, { after, size }) =>
    (await sql.all<{ readonly index: number }>(REVOKED, list, after, size)).map(({ index }) => index),
});
