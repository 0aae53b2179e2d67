import type * as Row from '../generated/sqlite/client.ts';
import { revokeWhere } from './cases.ts';
import { columnsOf, insertRow, lockOf, query, type Statement, takes } from './statement.ts';

export const CHILD_ENTRY = columnsOf('Child', 'id', 'firstName', 'lastName');

export const CHILDREN_OF_DOCTOR = query(CHILD_ENTRY, {
  reason: 'hot',
  why: "A list of the specification. Its cost does not grow with the doctor's cases: the page is cut from the index before any child is looked up.",
  takes: takes<[doctorId: string, after: string, size: number]>(),
  text: `SELECT c."id", c."firstName", c."lastName"
    FROM (SELECT DISTINCT "childId" FROM "Case" WHERE "doctorId" = $1 AND "childId" > $2
          ORDER BY "childId" LIMIT $3) k
    JOIN "Child" c ON c."id" = k."childId"
    ORDER BY k."childId"`,
});

const CHILD = columnsOf(
  'Child',
  'id',
  'parentId',
  'firstName',
  'lastName',
  'birthDate',
  'socSecNum',
  'socSecFingerprint',
);

type Nullable = string | null;
export const INSERT_CHILD: Statement<
  [
    id: string,
    parentId: string,
    firstName: string,
    lastName: string,
    birthDate: Nullable,
    number: Nullable,
    fingerprint: Nullable,
  ]
> = {
  reason: 'hot',
  why: 'The change that is asked for most. It must not fail, or it would end the transaction on PostgreSQL.',
  text: `${insertRow('Child', CHILD.names)} ON CONFLICT ("parentId", "socSecFingerprint") DO NOTHING`,
};

/** Of whoever only relies on the child. */
export const RELY_ON_CHILD = lockOf('rely', 'Child', 'id');
/** With both, no other unit can add to the child or its cases: one that came before has ended, a later one finds no row. */
export const LOCK_CHILD = lockOf('remove', 'Child', 'id');
export const LOCK_ITS_CASES: Statement<[childId: string]> = {
  reason: 'lock',
  why: 'In one order, so that two units do not wait for each other.',
  text: ({ remove }) => `SELECT 1 FROM "Case" WHERE "childId" = $1 ORDER BY "id"${remove}`,
};

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
const eraseFrom = (table: string, condition: string): Statement<[childId: string]> => ({
  reason: 'plan',
  why: "Prisma's own looks for the case of each row of the table.",
  text: `DELETE FROM "${table}" WHERE ${condition}`,
});

/** What belongs to a child, before the child itself. */
export const ERASE: readonly Statement<[childId: string]>[] = [
  revokeWhere(OF_ITS_CASES),
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, OF_ITS_CASES)),
  eraseFrom('Case', '"childId" = $1'),
];
