import { type Child, type ChildEntry, CORRECTABLE, factsOf, MOST_COMPARED } from '@health-case/domain/model/child';
import { birthWord, type NameSearch, nameKey, placeInAlphabet } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok, refuse } from '@health-case/domain/result';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import {
  columnsOf,
  eraseFrom,
  forEach,
  hot,
  insertRow,
  placeholders,
  plan,
  quoted,
  RELY,
  race,
  together,
} from '../statement.ts';
import { TAKE_TURNS_WITH_ACCOUNT } from './account.ts';
import { ERASE_LONE_CHILD, LOCATED, LOCK_CHILD, LOCK_ITS_CASES, OF_CASE } from './case.ts';
import { revokeWhere } from './certificate.ts';
import { COMPARE_IDENTITIES, OF_ITS_CASES } from './certification.ts';
import {
  type ComparedParent,
  type Comparing,
  comparing,
  type Numbers,
  numbersOf,
  PARENTHOOD,
  type ParentValues,
  RELY_ON_CHILD,
  recordOf,
  toChild,
  toNames,
} from './child-numbers.ts';
import { childrenOfBoth, numberWord, reindexPatients, searchOver } from './names.ts';
import { parentsOver, WHETHER } from './parents.ts';
import { patientLists } from './patient-lists.ts';
import { among, branded, ID, modelOf, pageOf, toRow } from './rows.ts';

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

const CHILD_NAMES = columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate');
export const namesOf = forEach(
  (count) =>
    hot<readonly string[]>('Each page of cases asks for them.').selecting(CHILD_NAMES)`
    WHERE "id" IN (${placeholders(count)})`,
);
export const CHILD_OF_CASE = plan<[taskOrCaseId: string]>("Prisma's own query reads all children.").returning(
  CHILD_NAMES,
)`
  SELECT c."id", c."firstName", c."lastName", c."birthDate"
  FROM "Case" k JOIN "Child" c ON c."id" = k."childId" WHERE k."id" ${LOCATED}`;

/** Of a doctor's children those who have the word: a number, or a birth date. */
const LIKE = columnsOf('Child', 'id', 'firstName', 'lastName', 'birthDate', 'isOfStaff');
export const PATIENTS_WITH = plan<[doctorId: string, word: string]>("Prisma's own is two.").selecting(LIKE)`
  WHERE "id" IN
    (SELECT "childId" FROM "PatientWord" WHERE "doctorId" = $1 AND "word" = $2) ORDER BY "id"`;

/** Of any doctor and parent. None, if there are more than `atMost`. */
export const BORN_ON = plan<[birthDate: string, atMost: number]>(
  "Prisma's own query misses the index of those with a birth date.",
).selecting(LIKE)`
  WHERE "birthDate" = $1 AND "birthDate" IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM "Child" WHERE "birthDate" = $1 AND "birthDate" IS NOT NULL LIMIT 1 OFFSET $2)`;

export const HAS_CASE = hot<[doctorId: string, childId: string]>(WHETHER).selecting(columnsOf('Case', 'id'))`
  WHERE "doctorId" = $1 AND "childId" = $2 LIMIT 1`;
const CHILD_COLUMNS = ['id', ...CORRECTABLE];
type ChildValues = [id: string, ...facts: (string | null)[]];
const INSERT_CHILD = hot<ChildValues>('The change that is asked for most.').sql`${insertRow('Child', CHILD_COLUMNS)}`;
export const ENTER_CHILD = hot<ChildValues>('A list that is imported has thousands.').sql`
  INSERT INTO "Child" (${quoted(CHILD_COLUMNS)}, "isOfStaff") VALUES (${placeholders(CHILD_COLUMNS.length)}, true)`;

const INSERT_FIRST_PARENT = hot<ParentValues>('Each new child has one, whom nobody erases meanwhile.').sql`
  INSERT INTO "Parenthood" (${quoted(PARENTHOOD)})
  VALUES ((SELECT "id" FROM "Account" WHERE "id" = $1 AND "erasedAt" IS NULL${RELY}), $2, $3, 1)`;
/** Behind `HAS_NUMBER`: if another transaction has inserted the number since, this one fails, and runs again. */
export const INSERT_CHILD_OF = together(INSERT_CHILD, INSERT_FIRST_PARENT);
export const HAS_NUMBER = hot<[parentId: string, socSecFingerprint: string]>(
  'Each new child with a number asks for it.',
).selecting(columnsOf('Parenthood', 'childId'))`WHERE "parentId" = $1 AND "socSecFingerprint" = $2`;

export const MOVE_JOIN_CODES = race<[from: string, into: string]>('A code for the same address stays.').sql`
  UPDATE "JoinCode" SET "childId" = $2 WHERE "childId" = $1
    AND "email" NOT IN (SELECT "email" FROM "JoinCode" WHERE "childId" = $2)`;

export const REVOKE_ALL_OF_CHILD = revokeWhere(OF_ITS_CASES);

/** What belongs to a child, before the child itself. */
export const ERASE = [
  REVOKE_ALL_OF_CHILD,
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, OF_ITS_CASES)),
  ...ERASE_LONE_CHILD,
];

type Children = Stores['children'];

export const childStore = (access: Access, encryption: Encryption): Children => {
  const numbers = numbersOf(encryption);
  const compared = comparing(access, numbers);
  return {
    ...childLists(access, numbers),
    ...parentsOver(access, numbers, compared),
    ...records(access, numbers, compared),
    ...removal(access, numbers, compared),
  };
};

const childLists = (access: Access, { decrypted, fingerprint }: Numbers) => {
  const { sql, read } = access;
  const { patients } = searchOver(access);
  const having = async (doctorId: AccountId, word: string | undefined) =>
    word === undefined ? [] : sql.rows(PATIENTS_WITH, doctorId, word);
  return {
    ofParent: async (parentId, { after = '', size }) =>
      (await sql.rows(CHILDREN_OF_PARENT, parentId, after, size)).map(branded<ChildEntry>),
    ofDoctor: async (doctorId, { after = '', size }) =>
      (await sql.rows(CHILDREN_OF_DOCTOR, doctorId, after, size)).map(branded<ChildEntry>),
    ...patientLists(access),
    searchOfDoctor: async (doctorId: AccountId, search: NameSearch, request: PageRequest<ChildId>) =>
      (await patients(doctorId, search, request)).map(branded<ChildEntry>),
    ofDoctorAndParent: async (doctorId, parentId, { after = '', size }, words) => {
      const { query, values } = childrenOfBoth({ of: parentId, words: words ?? [], after, size }, doctorId);
      return (await sql.rows(query, ...values)).map(branded<ChildEntry>);
    },
    alikeOfDoctor: async (doctorId, { firstName, lastName, birthDate, socSecNum }) => {
      await sql.lock(TAKE_TURNS_WITH_ACCOUNT, doctorId);
      const withNumber = await having(doctorId, socSecNum && numberWord(fingerprint, doctorId, socSecNum));
      const names = nameKey(firstName, lastName);
      const born = await having(doctorId, birthDate && birthWord(birthDate));
      const namesakes = born.filter((other) => nameKey(other.firstName, other.lastName) === names);
      const found = new Map([...withNumber, ...namesakes].map((other) => [other.id, other]));
      return Array.from(found.values(), ({ isOfStaff: _, ...other }) => toNames(other));
    },
    alikeInPractice: async (doctorId, { firstName, lastName, birthDate, socSecNum }) => {
      const names = nameKey(firstName, lastName);
      const isNamesake = (other: Readonly<Record<'firstName' | 'lastName', string>>) =>
        nameKey(other.firstName, other.lastName) === names;
      const [withNumber, called, born] = await Promise.all([
        having(doctorId, socSecNum && numberWord(fingerprint, doctorId, socSecNum)),
        having(doctorId, placeInAlphabet(firstName, lastName)),
        birthDate === undefined ? [] : sql.rows(BORN_ON, birthDate, MOST_COMPARED),
      ]);
      const own = called.filter(({ birthDate: day }) => birthDate === undefined || day === null || day === birthDate);
      const found = new Map([...withNumber, ...own, ...born.filter(isNamesake)].map((other) => [other.id, other]));
      const likes = Array.from(found.values(), async ({ isOfStaff, ...other }) => ({
        ...toNames(other),
        isOfStaff: Boolean(isOfStaff),
        isOfDoctor: (await sql.rows(HAS_CASE, doctorId, other.id)).length > 0,
        hasNumber: withNumber.some(({ id }) => id === other.id),
      }));
      return Promise.all(likes);
    },
    all: async (request) => {
      const page = { ...pageOf({}, request), include: { parents: { select: { parentId: true } } } };
      return decrypted(await read(({ child }) => child.findMany(page)), ({ parents, ...row }) => ({
        ...toChild(row),
        parentIds: parents.map(({ parentId }) => branded<Pick<ComparedParent, 'parentId'>>({ parentId }).parentId),
      }));
    },
    namesOf: async (ids) => {
      if (ids.length === 0) return [];
      const children = among(ids).in;
      return (await sql.rows(namesOf(children.length), ...children)).map(toNames);
    },
  } satisfies Partial<Children>;
};

const records = (access: Access, numbers: Numbers, compared: Comparing) => {
  const { sql, change, write } = access;
  const { free, setFingerprints, compareOthers, parentsOf } = compared;
  const { encrypted, toParent } = numbers;
  const valuesOf = async (child: Child): Promise<ChildValues> => {
    const row = await encrypted(child);
    return [child.id, ...CORRECTABLE.map((name) => row[name] ?? null)];
  };
  /** What another child of the parent has gets no fingerprint for that parent; for the parent `by` it is refused. */
  const replace = async (child: Child, by?: AccountId) => {
    const { id } = child;
    const parentIds = await parentsOf(id);
    const parents = parentIds.map((parentId) => toParent(parentId, child.socSecNum));
    const data = toRow(factsOf(await encrypted(child)));
    await Promise.all([sql.lock(LOCK_CHILD, id), sql.lock(LOCK_ITS_CASES, id)]);
    const freed = await free(id, parents);
    const isTaken = (one: ComparedParent) => one.parentId === by && !freed.includes(one);
    if (parents.some(isTaken)) return refuse('CHILD_KNOWN');
    const { count } = await change((client) => client.child.updateMany({ where: { id }, data }));
    if (count > 0) {
      await sql.write(COMPARE_IDENTITIES, id);
      await setFingerprints(id, freed);
      await reindexPatients(access, numbers.fingerprint, [child]);
    }
    await compareOthers(parentIds);
    return ok(undefined);
  };
  return {
    isOfDoctor: async (childId, doctorId) => {
      const relying = sql.lock(RELY_ON_CHILD, childId);
      const [, found] = await Promise.all([relying, sql.rows(HAS_CASE, doctorId, childId)]);
      return found.length > 0;
    },
    record: (id) => recordOf(access, numbers, id),
    ofCase: async (id) => modelOf(await sql.one(CHILD_OF_CASE, id), toNames),
    insert: async (child, parentId) => {
      const values = await valuesOf(child);
      const { numberFingerprint = null } = toParent(parentId, child.socSecNum);
      if (numberFingerprint !== null) {
        const known = await sql.rows(HAS_NUMBER, parentId, numberFingerprint);
        if (known.length > 0) return refuse('CHILD_KNOWN');
      }
      await sql.write(INSERT_CHILD_OF, ...values, parentId, child.id, numberFingerprint);
      return ok(undefined);
    },
    enter: async (child) => sql.write(ENTER_CHILD, ...(await valuesOf(child))),
    leaveToStaff: (id) => write(({ child }) => child.updateMany({ where: { id }, data: { isOfStaff: true } })),
    correct: async (child) => void (await replace(child)),
    renumber: replace,
  } satisfies Partial<Children>;
};

const removal = (access: Access, numbers: Numbers, { compareOthers, parentsOf }: Comparing) => {
  const { sql, read, change, write } = access;
  const lockAll = async (...ids: readonly ChildId[]): Promise<void> => {
    const inOrder = [...ids].sort();
    const children = inOrder.map((id) => sql.lock(LOCK_CHILD, id));
    const cases = inOrder.map((id) => sql.lock(LOCK_ITS_CASES, id));
    await Promise.all([...children, ...cases]);
  };
  const erase = async (id: ChildId): Promise<boolean> => {
    for (const statement of ERASE) await sql.write(statement, id);
    return (await change(({ child }) => child.deleteMany({ where: { id } }))).count > 0;
  };
  const merge = async (from: ChildId, into: ChildId) => {
    await lockAll(from, into);
    const [gone, kept] = [await recordOf(access, numbers, from), await recordOf(access, numbers, into)];
    if (!gone || !kept || from === into) return { cases: 0, certificates: 0 };
    const certificates = await sql.count(REVOKE_ALL_OF_CHILD, from);
    const of = { where: { childId: from }, data: { childId: into } };
    const { count: cases } = await change((client) => client.case.updateMany(of));
    await sql.write(COMPARE_IDENTITIES, into);
    await write(({ mail }) => mail.updateMany(of));
    await write(({ mergedChild }) => mergedChild.updateMany(of));
    await write(({ importRow }) => importRow.updateMany(of));
    await sql.write(MOVE_JOIN_CODES, from, into);
    await erase(from);
    await write(({ mergedChild }) => mergedChild.create({ data: { id: from, childId: into }, select: ID }));
    await reindexPatients(access, numbers.fingerprint, [kept]);
    return { cases, certificates };
  };
  return {
    merge: async (from, into) => {
      const parents = await parentsOf(from);
      const moved = await merge(from, into);
      await compareOthers(parents);
      return moved;
    },
    mergedInto: async (id) => {
      const row = await read(({ mergedChild }) => mergedChild.findFirst({ where: { id }, select: { childId: true } }));
      return modelOf(row, ({ childId }) => branded<Pick<Child, 'id'>>({ id: childId }).id);
    },
    erase: async (id) => {
      const parents = await parentsOf(id);
      await lockAll(id);
      const isErased = await erase(id);
      await compareOthers(parents);
      return isErased;
    },
  } satisfies Partial<Children>;
};
