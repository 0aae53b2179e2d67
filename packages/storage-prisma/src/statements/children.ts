import type { Prisma } from '../generated/sqlite/client.ts';
import { LOCATED, revokeWhere } from './cases.ts';
import {
  CHANGE,
  columnsOf,
  hot,
  insertRow,
  joined,
  lock,
  lockOf,
  placeholders,
  plan,
  quoted,
  RELY,
  REMOVE,
  race,
  together,
} from './statement.ts';

/** The page is cut from the index before any child is looked up: its cost does not grow with the doctor's cases. */
export const CHILDREN_OF_DOCTOR = hot<[doctorId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(columnsOf('Child', 'id', 'firstName', 'lastName'))`
  SELECT c."id", c."firstName", c."lastName"
  FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1 AND "childId" > $2
        ORDER BY "childId" LIMIT $3) k
  JOIN "Child" c ON c."id" = k."childId"
  ORDER BY k."childId"`;

export const CHILDREN_OF_PARENT = hot<[parentId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(columnsOf('Child', 'id', 'firstName', 'lastName'))`
  SELECT c."id", c."firstName", c."lastName"
  FROM "Parenthood" p JOIN "Child" c ON c."id" = p."childId"
  WHERE p."parentId" = $1 AND p."childId" > $2 ORDER BY p."childId" LIMIT $3`;

const NAMES = columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate');
/** Those of so many children. */
export const namesOf = (count: number) =>
  hot<readonly string[]>('Each page of cases asks for them.').returning(NAMES)`
    SELECT ${NAMES} FROM "Child" WHERE "id" IN (${placeholders(count)})`;
export const CHILD_OF_CASE = plan<[taskOrCaseId: string]>("Prisma's own query reads all children.").returning(NAMES)`
  SELECT c."id", c."firstName", c."lastName", c."birthDate"
  FROM "Case" k JOIN "Child" c ON c."id" = k."childId" WHERE k."id" ${LOCATED}`;

const WHETHER = 'Each call of its kind asks.';
export const IS_PARENT = hot<[parentId: string, childId: string]>(WHETHER).returning(columnsOf('Parenthood', 'place'))`
  SELECT "place" FROM "Parenthood" WHERE "parentId" = $1 AND "childId" = $2`;
export const HAS_CASE = hot<[doctorId: string, childId: string]>(WHETHER).returning(columnsOf('Case', 'id'))`
  SELECT "id" FROM "Case" WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1`;
export const PARENTS = hot<[childId: string]>("Each page of a case asks for them, and Prisma's own is two.").returning(
  joined(columnsOf('Account', 'id', 'firstName', 'lastName'), columnsOf('Parenthood', 'place')),
)`
  SELECT p."id", p."firstName", p."lastName", k."place"
  FROM "Parenthood" k JOIN "Account" p ON p."id" = k."parentId" WHERE k."childId" = $1 ORDER BY k."place"`;

const COLUMNS = ['id', 'firstName', 'lastName', 'birthDate', 'socSecNum'];
type Nullable = string | null;
type Child = [id: string, firstName: string, lastName: string, birthDate: Nullable, socSecNum: Nullable];
const INSERT_CHILD = hot<Child>('The change that is asked for most.').sql`${insertRow('Child', COLUMNS)}`;

const PARENTHOOD = ['parentId', 'childId', 'socSecFingerprint', 'place'];
type Parent = [parentId: string, childId: string, socSecFingerprint: Nullable];
const INSERT_FIRST_PARENT = hot<Parent>('Each new child has one, whom nobody erases meanwhile.').sql`
  INSERT INTO "Parenthood" (${quoted(PARENTHOOD)})
  VALUES ((SELECT "id" FROM "Account" WHERE "id" = $1 AND "erasedAt" IS NULL${RELY}), $2, $3, 1)`;
/** Behind `HAS_NUMBER`: if another transaction has inserted the number since, this one fails, and runs again. */
export const INSERT_CHILD_OF = together(INSERT_CHILD, INSERT_FIRST_PARENT);
export const HAS_NUMBER = hot<[parentId: string, socSecFingerprint: string]>(
  'Each new child with a number asks for it.',
).returning(columnsOf('Parenthood', 'childId'))`
  SELECT "childId" FROM "Parenthood" WHERE "parentId" = $1 AND "socSecFingerprint" = $2`;

/** `DO NOTHING`, because an error would abort the transaction on PostgreSQL. */
const UNLESS_KNOWN = 'ON CONFLICT DO NOTHING';
export const INSERT_PARENT = race<[...Parent, place: number]>('The number is no other child of the parent.').sql`
  ${insertRow('Parenthood', PARENTHOOD)} ${UNLESS_KNOWN}`;
export const ADD_PARENT = race<Parent>('Its place follows the last. The number is no other child of the parent.').sql`
  INSERT INTO "Parenthood" (${quoted(PARENTHOOD)})
  SELECT $1, "id", $3, (SELECT COALESCE(MAX("place"), 0) + 1 FROM "Parenthood" WHERE "childId" = $2)
  FROM "Child" WHERE "id" = $2 ${UNLESS_KNOWN}`;

/** By whoever only relies on the child. */
export const RELY_ON_CHILD = lockOf(RELY, 'Child', 'id');
/** While a unit holds both locks, no other unit adds anything to the child or its cases. */
export const LOCK_CHILD = lockOf(REMOVE, 'Child', 'id');
export const LOCK_ITS_CASES = lock<[childId: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Case" WHERE "childId" = $1 ORDER BY "id"${REMOVE}`;
const NUMBER = columnsOf('Child', 'id', 'socSecNum');
/** One statement: a read behind a lock of its own could find a row that was inserted meanwhile. */
export const LOCK_NUMBERS = lock<[after: string, size: number]>('What is encrypted again is what is stored.').returning(
  NUMBER,
)`
  SELECT ${NUMBER} FROM "Child" WHERE "id" > $1 ORDER BY "id" LIMIT $2${CHANGE}`;

/** Whoever changes a row of the subquery has locked the child before. */
export const LOCK_UNCOMPARED = lock<[parentId: string]>('The fingerprint becomes that of the number stored.').returning(
  NUMBER,
)`
  SELECT ${NUMBER} FROM "Child" WHERE "socSecNum" IS NOT NULL AND "id" IN
    (SELECT "childId" FROM "Parenthood" WHERE "parentId" = $1 AND "socSecFingerprint" IS NULL)
  ORDER BY "id"${CHANGE}`;

export const MOVE_JOIN_CODES = race<[from: string, into: string]>('A code for the same address stays.').sql`
  UPDATE "JoinCode" SET "childId" = $2 WHERE "childId" = $1
    AND "email" NOT IN (SELECT "email" FROM "JoinCode" WHERE "childId" = $2)`;

type Models = Prisma.TypeMap['model'];
type ModelWith<Column extends string> = {
  [Name in keyof Models]: Column extends keyof Models[Name]['payload']['scalars'] ? Name : never;
}[keyof Models];

/** Erased in this order, as each refers to the next. The compiler asks for each model that has a case. */
const OF_CASE: { readonly [Name in ModelWith<'caseId'>]: true } = {
  Certificate: true,
  Certification: true,
  Task: true,
  CaseEvent: true,
  Note: true,
  UnreadNote: true,
  Mail: true,
};

/** Whether the rows are erased with the child, in this order. The compiler asks for each model that has a child. */
const OF_CHILD: { readonly [Name in ModelWith<'childId'>]: boolean } = {
  Case: true,
  JoinCode: true,
  Mail: true,
  MergedChild: true,
  Parenthood: true,
  PatientWord: true,
  // The audit trail outlives what it is about.
  AuditPending: false,
  AuditRecord: false,
  ListedChild: false,
};
const ERASED = Object.entries(OF_CHILD).flatMap(([table, isErased]) => (isErased ? [table] : []));

/** The tables from which erasing a child removes rows. */
export const TABLES_OF_CHILD: readonly string[] = [...new Set([...Object.keys(OF_CASE), ...ERASED, 'Child', 'Draft'])];

const OF_ITS_CASES = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';
const eraseFrom = (table: string, condition: string) =>
  plan<[id: string]>("Prisma's own query reads the whole table, and looks up the case of each row.").sql`
    DELETE FROM "${table}" WHERE ${condition}`;

export const REVOKE_ALL_OF_CHILD = revokeWhere(OF_ITS_CASES);

/** A case with what belongs to it, each before what it refers to. */
export const ERASE_CASE = [
  revokeWhere('"caseId" = $1'),
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, '"caseId" = $1')),
  eraseFrom('Case', '"id" = $1'),
];

/** What belongs to a child, before the child itself. */
export const ERASE = [
  REVOKE_ALL_OF_CHILD,
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, OF_ITS_CASES)),
  ...ERASED.map((table) => eraseFrom(table, '"childId" = $1')),
];
