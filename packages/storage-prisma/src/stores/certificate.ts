import { type Certificate, DISCLOSURES } from '@health-case/domain/model/certificate';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { placeholders, plan, race } from '../statement.ts';
import { branded, fromRow, ID, modelOf, oneOf, pageOf, toRow } from './rows.ts';

export const TAKE_PLACE = race<[list: number, index: number]>('The first one has the place.').sql`
  INSERT INTO "CertificateStatus" ("list", "index") VALUES ($1, $2) ON CONFLICT DO NOTHING`;

/** Revokes the certificates that meet a condition, in which `$1` may stand. */
export const revokeWhere = (condition: string) =>
  plan<[id: string]>("Prisma's own query reads all places, and looks up the certificate of each.").sql`
    UPDATE "CertificateStatus" SET "revoked" = 1
    WHERE "revoked" = 0 AND ("list", "index") IN (SELECT "list", "index" FROM "Certificate" WHERE ${condition})`;
export const REVOKE_ALL_OF = revokeWhere('"certificationId" = $1');

export const REVOKE = revokeWhere('"id" = $1');

const CASES_OF_CHILD = 'SELECT "id" FROM "Case" WHERE "childId" = $1';
const WITH_YEAR = `"certificationId" IN (
          SELECT "id" FROM "Certification" WHERE "caseId" IN (${CASES_OF_CHILD}) AND "birthDate" IS NOT NULL)`;

type Naming = [childId: string, now: Date, ...disclosed: readonly string[]];
/** Those that are valid, and disclose one of so many, or name a year of birth. */
export const revokeNaming = (disclosures: number, isYear: boolean) =>
  plan<Naming>("Prisma's own query reads all places, and looks up the certificate of each.").sql`
    UPDATE "CertificateStatus" SET "revoked" = 1
    WHERE ("list", "index") IN (
      SELECT "list", "index" FROM "Certificate"
      WHERE "caseId" IN (${CASES_OF_CHILD}) AND "expiresAt" > $2
        AND (${[
          ...(disclosures > 0 ? [`"disclosed" IN (${placeholders(disclosures, 3)})`] : []),
          ...(isYear ? [WITH_YEAR] : []),
        ].join(' OR ')}))
      AND "revoked" = 0`;

const toCertificate = ({ list, index, madeById, ...row }: Row.Certificate): Certificate =>
  branded<Certificate>({
    ...fromRow(row),
    madeBy: madeById ?? undefined,
    status: { list, index },
    disclosed: oneOf(DISCLOSURES, row.disclosed, 'a certificate', row.id),
  });

const certificateStore = ({ sql, read, write }: Access): Stores['certificates'] => ({
  find: async (id) => {
    const valid = { where: { id, status: { revoked: 0 } } };
    return modelOf(await read(({ certificate }) => certificate.findFirst(valid)), toCertificate);
  },
  insert: async ({ status, madeBy: madeById, ...certificate }) => {
    if ((await sql.count(TAKE_PLACE, status.list, status.index)) === 0) return false;
    const data = { ...toRow({ ...certificate, madeById }, 'issuedAt', 'expiresAt'), ...status };
    await write(({ certificate }) => certificate.create({ data, select: ID }));
    return true;
  },
  ofCase: async (caseId, request) =>
    (await read(({ certificate }) => certificate.findMany(pageOf({ caseId }, request)))).map(toCertificate),
  validOf: async (caseId) => {
    const valid = { where: { caseId, status: { revoked: 0 } }, orderBy: { id: 'asc' } } as const;
    return (await read(({ certificate }) => certificate.findMany(valid))).map(toCertificate);
  },
  revoke: (id) => sql.write(REVOKE, id),
  countOf: (certificationId, madeById) =>
    read(({ certificate }) => certificate.count({ where: { certificationId, madeById } })),
  revokeAllOf: (certificationId) => sql.write(REVOKE_ALL_OF, certificationId),
  revokeNaming: async (childId, { disclosed, isYear }, now) =>
    disclosed.length > 0 || isYear
      ? sql.count(revokeNaming(disclosed.length, isYear), childId, new Date(now), ...disclosed)
      : 0,
});

const statusListStore = ({ read }: Access): Stores['statusLists'] => ({
  newest: async () => {
    const newest = { orderBy: { list: 'desc' }, select: { list: true } } as const;
    return (await read(({ certificateStatus }) => certificateStatus.findFirst(newest)))?.list ?? 0;
  },
  countRevoked: (list) => read(({ certificateStatus }) => certificateStatus.count({ where: { list, revoked: 1 } })),
  revoked: async (list, { after, size }) => {
    const page = {
      where: { list, revoked: 1, index: { gt: after } },
      orderBy: { index: 'asc' },
      take: size,
      select: { index: true },
    } as const;
    return (await read(({ certificateStatus }) => certificateStatus.findMany(page))).map(({ index }) => index);
  },
});

export const certificateStores = { certificates: certificateStore, statusLists: statusListStore };
