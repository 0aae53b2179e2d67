import { refuse } from '@health-case/domain/errors';
import { type BirthDate, type Child, comparableSocSecNum, type SocSecNum } from '@health-case/domain/model/child';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { ChildReads, ChildStore } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { type Connection, first } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { FieldCipher, Keys } from '../keyring.ts';
import { type NameRow, toChildEntry } from '../rows.ts';
import { following } from './paging.ts';

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

const PARENT_OF = 'SELECT "parentId" FROM "Child" WHERE "id" = $1';
const IS_OF_DOCTOR = 'SELECT 1 FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1';
const INSERT = `
  INSERT INTO "Child" ("id", "parentId", "firstName", "lastName", "birthDate", "socSecNum", "socSecFingerprint")
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT ("parentId", "socSecFingerprint") DO NOTHING`;

export const prismaChildren = (connection: Connection, keys: Keys): ChildStore => ({
  ...listings(connection),
  ...upkeep(connection, keys),
  parentOf: async (id) => {
    const row = await first(connection.sql.all<Row.Child>(PARENT_OF, id));
    return row && (row.parentId as AccountId);
  },
  record: async (id) => {
    const row = await connection.client.child.findUnique({ where: { id } });
    return row ? toChild(row, await cipherFor(row, connection, keys)) : undefined;
  },
  isOfDoctor: async (childId, doctorId) => (await connection.sql.all(IS_OF_DOCTOR, doctorId, childId)).length > 0,
  insert: async (child) => {
    const { id, parentId, firstName, lastName, birthDate, socSecNum, socSecFingerprint } = toRow(child, keys.cipher);
    const names = [id, parentId, firstName, lastName];
    const inserted = await connection.sql.run(INSERT, ...names, birthDate, socSecNum, socSecFingerprint);
    return inserted === 1 ? ok(undefined) : refuse('CHILD_KNOWN');
  },
});

/** Of all cases of a child. Written out because Prisma's own words for it visit every row of these tables. */
const OF_ITS_CASES = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';

/** What the operator asks for. */
const upkeep = ({ client, sql }: Connection, keys: Keys): Pick<ChildStore, 'erase' | 'reencrypt'> => ({
  erase: async (id) => {
    for (const table of ['Certification', 'Task', 'CaseEvent']) {
      await sql.run(`DELETE FROM "${table}" WHERE ${OF_ITS_CASES}`, id);
    }
    await client.case.deleteMany({ where: { childId: id } });
    return (await client.child.deleteMany({ where: { id } })).count > 0;
  },
  reencrypt: async ({ after, size }) => {
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
const cipherFor = async ({ socSecNum }: Row.Child, connection: Connection, keys: Keys): Promise<FieldCipher> => {
  if (socSecNum !== null && keys.cipher.keyOf(socSecNum) === 'unknown') await keys.refresh(connection);
  return keys.cipher;
};

const OF_PARENT = `
  SELECT "id", "firstName", "lastName" FROM "Child" WHERE "parentId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
/**
 * The page is cut from the index of a doctor's cases before any child is looked up, so that its cost does not grow with
 * the cases of the doctor.
 */
const OF_DOCTOR = `
  SELECT c."id", c."firstName", c."lastName"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1 AND "childId" > $2
        ORDER BY "childId" LIMIT $3) k
  JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`;
const OF_DOCTOR_AND_PARENT = `
  SELECT c."id", c."firstName", c."lastName" FROM "Child" c
  WHERE c."parentId" = $1 AND c."id" > $2
    AND EXISTS (SELECT 1 FROM "Case" k WHERE k."doctorId" = $3 AND k."childId" = c."id")
  ORDER BY c."id" LIMIT $4`;

const listings = ({ sql }: Connection): Pick<ChildReads, 'ofParent' | 'ofDoctor' | 'ofDoctorAndParent'> => ({
  ofParent: async (parentId, { after = '', size }) =>
    (await sql.all<NameRow>(OF_PARENT, parentId, after, size)).map(toChildEntry),
  ofDoctor: async (doctorId, { after = '', size }) =>
    (await sql.all<NameRow>(OF_DOCTOR, doctorId, after, size)).map(toChildEntry),
  ofDoctorAndParent: async (doctorId, parentId, { after = '', size }) =>
    (await sql.all<NameRow>(OF_DOCTOR_AND_PARENT, parentId, after, doctorId, size)).map(toChildEntry),
});
