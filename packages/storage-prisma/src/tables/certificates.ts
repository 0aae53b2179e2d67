import { type Certificate, DISCLOSURES } from '@health-case/domain/model/certificate';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/cases.ts';
import { branded, ID, modelOf, oneOf, pageOf, toInstant } from './rows.ts';

const toCertificate = ({ id, certificationId, caseId, list, index, ...row }: Row.Certificate): Certificate =>
  branded<Certificate>({
    id,
    certificationId,
    caseId,
    status: { list, index },
    disclosed: oneOf(DISCLOSURES, row.disclosed, 'a certificate', id),
    issuedAt: toInstant(row.issuedAt),
    expiresAt: toInstant(row.expiresAt),
  });

export const certificateStore = ({ sql, read, write }: Access): Stores['certificates'] => ({
  find: async (id) => {
    const valid = { where: { id, status: { revoked: 0 } } };
    return modelOf(await read(({ certificate }) => certificate.findFirst(valid)), toCertificate);
  },
  insert: async ({ id, certificationId, caseId, status, disclosed, issuedAt, expiresAt }) => {
    if ((await sql.count(SQL.TAKE_PLACE, status.list, status.index)) === 0) return false;
    const dates = { issuedAt: new Date(issuedAt), expiresAt: new Date(expiresAt) };
    const data = { id, certificationId, caseId, ...status, disclosed, ...dates };
    await write(({ certificate }) => certificate.create({ data, select: ID }));
    return true;
  },
  ofCase: async (caseId, request) =>
    (await read(({ certificate }) => certificate.findMany(pageOf({ caseId }, request)))).map(toCertificate),
  countOf: (certificationId) => read(({ certificate }) => certificate.count({ where: { certificationId } })),
  revokeAllOf: (certificationId) => sql.write(SQL.REVOKE_ALL_OF, certificationId),
  revokeNaming: async (childId, { disclosed, isYear }, now) =>
    disclosed.length > 0 || isYear
      ? sql.count(SQL.revokeNaming(disclosed.length, isYear), childId, new Date(now), ...disclosed)
      : 0,
});

export const statusListStore = ({ read }: Access): Stores['statusLists'] => ({
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
