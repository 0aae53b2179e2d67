import type { AuditQuery, AuditRecord } from '@health-case/domain/model/audit-record';
import type { AuditReads, AuditVerdict } from '@health-case/domain/ports/audit-store';
import type { Client } from '../client.ts';
import type { Prisma } from '../generated/sqlite/client.ts';
import type { FieldCipher } from '../keyring.ts';
import { type AuditRow, toAuditEntry, toAuditRow } from '../rows.ts';

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

/** Adds records to the end of the trail, in the transaction that is open on the client. */
export const appendToAudit = async (
  client: Client,
  cipher: FieldCipher,
  records: readonly AuditRecord[],
): Promise<void> => {
  const end = await client.auditEnd.findUnique({ where: { id: 1 } });
  let { place, seal } = end ? { place: Number(end.place), seal: end.seal } : BEGINNING;
  const rows = records.map((record) => {
    place += 1;
    const row = toAuditRow({ ...record, place });
    seal = sealOf(cipher, seal, row);
    return { ...row, seal };
  });
  await client.auditRecord.createMany({ data: rows });
  const next = { place: BigInt(place), seal, endSeal: sealOfEnd(cipher, { place, seal }) };
  if (end) await client.auditEnd.updateMany({ where: { id: 1 }, data: next });
  else await client.auditEnd.create({ data: { id: 1, ...next } });
};

export const prismaAudit = (client: Client, cipher: FieldCipher): AuditReads => ({
  records: async (query, { after, size }) => {
    const rows = await client.auditRecord.findMany({
      where: { place: { gt: BigInt(after) }, ...(await conditions(client, query)) },
      orderBy: { place: 'asc' },
      take: size,
    });
    return rows.map(toAuditEntry);
  },
  verify: () => verify(client, cipher),
});

const conditions = async (
  client: Client,
  { by, child, from, until }: AuditQuery,
): Promise<Prisma.AuditRecordWhereInput> => ({
  ...(by !== undefined && { byId: by }),
  ...(child !== undefined && { on: { in: await idsAround(client, child) } }),
  ...((from !== undefined || until !== undefined) && {
    at: { ...(from !== undefined && { gte: new Date(from) }), ...(until !== undefined && { lt: new Date(until) }) },
  }),
});

/** The child, its cases, and their tasks and certifications. */
const idsAround = async (client: Client, childId: string): Promise<string[]> => {
  const cases = await client.case.findMany({
    where: { childId },
    select: { id: true, tasks: { select: { id: true } }, certifications: { select: { id: true } } },
  });
  return [childId, ...cases.flatMap((found) => [found, ...found.tasks, ...found.certifications].map(({ id }) => id))];
};

const verify = async (client: Client, cipher: FieldCipher): Promise<AuditVerdict> => {
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
