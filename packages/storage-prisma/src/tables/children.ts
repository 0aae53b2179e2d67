import type { ChildEntry } from '@health-case/domain/model/child';
import type { AccountId } from '@health-case/domain/model/values';
import type { StoredChild, Tables } from '@health-case/domain/ports/tables';
import { ok, refuse } from '@health-case/domain/result';
import type { Access, Select } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { revokeWhere } from './certificates.ts';
import { modelOf } from './rows.ts';

const toStoredChild = ({ birthDate, socSecNum, socSecFingerprint, ...row }: Row.Child): StoredChild =>
  ({
    ...row,
    birthDate: birthDate ?? undefined,
    encryptedNumber: socSecNum ?? undefined,
    numberFingerprint: socSecFingerprint ?? undefined,
  }) as StoredChild;

type NamesRow = Pick<Row.Child, 'firstName' | 'lastName' | 'birthDate'>;
type Names = Pick<StoredChild, 'firstName' | 'lastName' | 'birthDate'>;
const toNames = ({ birthDate, ...row }: NamesRow): Names => ({ ...row, birthDate: birthDate ?? undefined }) as Names;

const COLUMNS = '"id", "parentId", "firstName", "lastName", "birthDate", "socSecNum", "socSecFingerprint"';
const PARENT_OF: Select = 'SELECT "parentId" FROM "Child" WHERE "id" = $1';
const NAMES: Select = 'SELECT "firstName", "lastName", "birthDate" FROM "Child" WHERE "id" = $1';
const IS_OF_DOCTOR: Select = 'SELECT 1 FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1';
const INSERT = `
  INSERT INTO "Child" (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT ("parentId", "socSecFingerprint") DO NOTHING`;
const OF_PARENT: Select = `SELECT "id", "firstName", "lastName" FROM "Child" WHERE "parentId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
/** The page is cut from the index before any child is looked up: its cost does not grow with the doctor's cases. */
const OF_DOCTOR: Select = `SELECT c."id", c."firstName", c."lastName"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1 AND "childId" > $2
        ORDER BY "childId" LIMIT $3) k
  JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`;
const OF_DOCTOR_AND_PARENT: Select = `SELECT c."id", c."firstName", c."lastName" FROM "Child" c
  WHERE c."parentId" = $1 AND c."id" > $2
    AND EXISTS (SELECT 1 FROM "Case" k WHERE k."doctorId" = $3 AND k."childId" = c."id")
  ORDER BY c."id" LIMIT $4`;

const CHILD: Select = `SELECT ${COLUMNS} FROM "Child" WHERE "id" = $1`;
const PAGE: Select = `SELECT ${COLUMNS} FROM "Child" WHERE "id" > $1 ORDER BY "id" LIMIT $2`;
const LOCK_CHILD: Select = 'SELECT 1 FROM "Child" WHERE "id" = $1';
const LOCK_ITS_CASES: Select = 'SELECT 1 FROM "Case" WHERE "childId" = $1 ORDER BY "id"';

export const childTable = ({ sql, locks: { rely, remove } }: Access): Tables['children'] => ({
  parentOf: async (id) => (await sql.all<{ readonly parentId: AccountId }>(`${PARENT_OF}${rely}`, id))[0]?.parentId,
  find: async (id) => modelOf((await sql.all<Row.Child>(`${CHILD}${rely}`, id))[0], toStoredChild),
  names: async (id) => modelOf((await sql.all<NamesRow>(NAMES, id))[0], toNames),
  ofParent: (parentId, { after = '', size }) => sql.all<ChildEntry>(OF_PARENT, parentId, after, size),
  ofDoctor: (doctorId, { after = '', size }) => sql.all<ChildEntry>(OF_DOCTOR, doctorId, after, size),
  ofDoctorAndParent: (doctorId, parentId, { after = '', size }) =>
    sql.all<ChildEntry>(OF_DOCTOR_AND_PARENT, parentId, after, doctorId, size),
  isOfDoctor: async (childId, doctorId) => (await sql.all(IS_OF_DOCTOR, doctorId, childId)).length > 0,
  insert: async ({ id, parentId, firstName, lastName, birthDate, encryptedNumber, numberFingerprint }) => {
    const more = [birthDate ?? null, encryptedNumber ?? null, numberFingerprint ?? null];
    const values = [id, parentId, firstName, lastName, ...more];
    // A child without a number is never refused, so its insert need not be awaited.
    const inserted = numberFingerprint === undefined ? sql.write(INSERT, ...values) : sql.run(INSERT, ...values);
    return (await inserted) === 0 ? refuse('CHILD_KNOWN') : ok(undefined);
  },
  erase: async (id) => {
    // With these locks, no other unit can add to the child or its cases: one that came before has ended, a later one finds no row.
    if (remove)
      await Promise.all([LOCK_CHILD, LOCK_ITS_CASES].map((statement) => sql.all(`${statement}${remove}`, id)));
    await sql.write(revokeWhere(OF_ITS_CASES), id);
    for (const model of Object.keys(OF_CASE)) await sql.write(`DELETE FROM "${model}" WHERE ${OF_ITS_CASES}`, id);
    await sql.write('DELETE FROM "Case" WHERE "childId" = $1', id);
    return (await sql.run('DELETE FROM "Child" WHERE "id" = $1', id)) > 0;
  },
  encryptedNumbers: async ({ after = '', size }) => (await sql.all<Row.Child>(PAGE, after, size)).map(toStoredChild),
  setEncryptedNumber: (id, encrypted) =>
    sql.write('UPDATE "Child" SET "socSecNum" = $1 WHERE "id" = $2', encrypted, id),
});

type Models = Row.Prisma.TypeMap['model'];
type ModelOfCase = {
  [Name in keyof Models]: 'caseId' extends keyof Models[Name]['payload']['scalars'] ? Name : never;
}[keyof Models];

/** Erased in this order, as each refers to the next. The compiler asks for each model that has a case. */
const OF_CASE: { readonly [Name in ModelOfCase]: true } = {
  Certificate: true,
  Certification: true,
  Task: true,
  CaseEvent: true,
};

/** The tables of which a child that is erased loses rows. */
export const TABLES_OF_CHILD: readonly string[] = [...Object.keys(OF_CASE), 'Case', 'Child'];

const OF_ITS_CASES = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';
