import type { Prisma } from '../generated/sqlite/client.ts';
import { revokeWhere } from './cases.ts';
import { columnsOf, hot, insertRow, lock, lockOf, plan, RELY, REMOVE } from './statement.ts';

/** The page is cut from the index before any child is looked up: its cost does not grow with the doctor's cases. */
export const CHILDREN_OF_DOCTOR = hot<[doctorId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(columnsOf('Child', 'id', 'firstName', 'lastName'))`
  SELECT c."id", c."firstName", c."lastName"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1 AND "childId" > $2
        ORDER BY "childId" LIMIT $3) k
  JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`;

const COLUMNS = ['id', 'parentId', 'firstName', 'lastName', 'birthDate', 'socSecNum', 'socSecFingerprint'];
type Nullable = string | null;
type Child = [id: string, parentId: string, firstName: string, lastName: string, Nullable, Nullable, Nullable];
/** `DO NOTHING`, because an error would abort the transaction on PostgreSQL. */
export const INSERT_CHILD = hot<Child>('The change that is asked for most.').sql`
  ${insertRow('Child', COLUMNS)} ON CONFLICT ("parentId", "socSecFingerprint") DO NOTHING`;

/** By whoever only relies on the child. */
export const RELY_ON_CHILD = lockOf(RELY, 'Child', 'id');
/** While a unit holds both locks, no other unit adds anything to the child or its cases. */
export const LOCK_CHILD = lockOf(REMOVE, 'Child', 'id');
export const LOCK_ITS_CASES = lock<[childId: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Case" WHERE "childId" = $1 ORDER BY "id"${REMOVE}`;

type Models = Prisma.TypeMap['model'];
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

/** The tables from which erasing a child removes rows. */
export const TABLES_OF_CHILD: readonly string[] = [...Object.keys(OF_CASE), 'Case', 'Child'];

const OF_ITS_CASES = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';
const eraseFrom = (table: string, condition: string) =>
  plan<[childId: string]>("Prisma's own query reads the whole table, and looks up the case of each row.").sql`
    DELETE FROM "${table}" WHERE ${condition}`;

/** What belongs to a child, before the child itself. */
export const ERASE = [
  revokeWhere(OF_ITS_CASES),
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, OF_ITS_CASES)),
  eraseFrom('Case', '"childId" = $1'),
];
