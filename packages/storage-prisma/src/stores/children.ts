import { refuse } from '@health-case/domain/errors';
import type { BirthDate } from '@health-case/domain/model/birth-date';
import type { Child } from '@health-case/domain/model/child';
import type { AccountId, ChildId } from '@health-case/domain/model/ids';
import { comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/soc-sec-num';
import type { ChildReads, ChildStore } from '@health-case/domain/ports/child-store';
import { ok } from '@health-case/domain/result';
import type { Client } from '../client.ts';
import { isUniqueViolation } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import type { FieldCipher, Keys } from '../keyring.ts';
import { toChildEntry } from '../rows.ts';
import { following } from './paging.ts';

type NameRow = Pick<Row.Child, 'id' | 'firstName' | 'lastName'>;

const ENTRY = { id: true, firstName: true, lastName: true };

/** D-14: a sealed number opens for its own row only. */
const sealedFor = (childId: string): string => `Child:${childId}:socSecNum`;
/** D-14: numbers are compared among one parent's children, so two parents' fingerprints of one number differ. */
const comparedFor = (parentId: string): string => `Child:parent:${parentId}:socSecNum`;

const toChild = (row: Row.Child, cipher: FieldCipher): Child => ({
  ...toChildEntry(row),
  parentId: row.parentId as AccountId,
  birthDate: row.birthDate === null ? undefined : (row.birthDate as BirthDate),
  socSecNum: row.socSecNum === null ? undefined : (cipher.open(row.socSecNum, sealedFor(row.id)) as SocSecNum),
});

const toRow = ({ birthDate, socSecNum, ...child }: Child, cipher: FieldCipher): Row.Child => ({
  ...child,
  birthDate: birthDate ?? null,
  socSecNum: socSecNum === undefined ? null : cipher.seal(socSecNum, sealedFor(child.id)),
  socSecFingerprint:
    socSecNum === undefined ? null : cipher.fingerprint(comparableSocSecNum(socSecNum), comparedFor(child.parentId)),
});

export const prismaChildren = (client: Client, keys: Keys): ChildStore => ({
  ...listings(client),
  parentOf: async (id) => {
    const row = await client.child.findUnique({ where: { id }, select: { parentId: true } });
    return row ? (row.parentId as AccountId) : undefined;
  },
  record: async (id) => {
    const row = await client.child.findUnique({ where: { id } });
    return row ? toChild(row, await cipherFor(row, client, keys)) : undefined;
  },
  isOfDoctor: async (childId, doctorId) =>
    (await client.case.findFirst({ where: { doctorId, childId }, select: { id: true } })) !== null,
  insert: async (child) => {
    try {
      await client.child.create({ data: toRow(child, keys.cipher) });
      return ok(undefined);
    } catch (error) {
      if (isUniqueViolation(error)) return refuse('CHILD_KNOWN');
      throw error;
    }
  },
  erase: async (id) => {
    // Written out because Prisma's own words for it visit every row of these tables.
    const ofChild = Prisma.sql`"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = ${id})`;
    await client.$executeRaw`DELETE FROM "Certification" WHERE ${ofChild}`;
    await client.$executeRaw`DELETE FROM "Task" WHERE ${ofChild}`;
    await client.$executeRaw`DELETE FROM "CaseEvent" WHERE ${ofChild}`;
    await client.case.deleteMany({ where: { childId: id } });
    return (await client.child.deleteMany({ where: { id } })).count > 0;
  },
  sealAnew: async ({ after, size }) => {
    const rows = await client.child.findMany({
      where: { id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
      select: { id: true, socSecNum: true },
    });
    let sealed = 0;
    for (const { id, socSecNum } of rows) {
      if (socSecNum === null || keys.cipher.keyOf(socSecNum) === 'current') continue;
      const number = keys.cipher.open(socSecNum, sealedFor(id));
      await client.child.updateMany({ where: { id }, data: { socSecNum: keys.cipher.seal(number, sealedFor(id)) } });
      sealed += 1;
    }
    return { last: rows.at(-1)?.id as ChildId | undefined, sealed };
  },
});

/** A number that another process has sealed since under a key of its own making calls for that key. */
const cipherFor = async ({ socSecNum }: Row.Child, client: Client, keys: Keys): Promise<FieldCipher> => {
  if (socSecNum !== null && keys.cipher.keyOf(socSecNum) === 'unknown') await keys.refresh(client);
  return keys.cipher;
};

const listings = (client: Client): Pick<ChildReads, 'ofParent' | 'ofDoctor' | 'ofDoctorAndParent'> => ({
  ofParent: async (parentId, { after, size }) => {
    const rows = await client.child.findMany({
      where: { parentId, id: following(after) },
      orderBy: { id: 'asc' },
      take: size,
      select: ENTRY,
    });
    return rows.map(toChildEntry);
  },
  // Written out so that the page is cut from the index of a doctor's cases before any child is looked up: Prisma's own
  // words for it visit every case of the doctor, however few are asked for.
  ofDoctor: async (doctorId, { after = '' as ChildId, size }) => {
    const rows = await client.$queryRaw<NameRow[]>`
      SELECT c."id", c."firstName", c."lastName"
      FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = ${doctorId} AND "childId" > ${after}
            ORDER BY "childId" LIMIT ${size}) k
      JOIN "Child" c ON c."id" = k."childId"
      ORDER BY k."childId"`;
    return rows.map(toChildEntry);
  },
  ofDoctorAndParent: async (doctorId, parentId, { after, size }) => {
    const rows = await client.child.findMany({
      where: { parentId, id: following(after), cases: { some: { doctorId } } },
      orderBy: { id: 'asc' },
      take: size,
      select: ENTRY,
    });
    return rows.map(toChildEntry);
  },
});
