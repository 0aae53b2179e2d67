import type { Account } from '@health-case/domain/model/account';
import {
  type Case,
  type CaseFilter,
  CERTIFICATION_STATUSES,
  type ListedCase,
  type OngoingCase,
} from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { CaseId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  CHANGE,
  columnsBeside,
  columnsOf,
  eraseFrom,
  hot,
  insertRow,
  lock,
  lockOf,
  type ModelWith,
  plan,
  REMOVE,
  race,
  SKIP,
} from '../statement.ts';
import { LOCK_ACCOUNT_WITH_ITS_ROWS } from './account.ts';
import { CASE, caseLists, MOST_OWNERS, type Owner } from './case-lists.ts';
import { revokeWhere } from './certificate.ts';
import { covered } from './cover.ts';
import { patientWords } from './names.ts';
import { unreadOf } from './note.ts';
import { among, branded, ID, oneOf, pageOf, type Stored, toDateOrNull, toInstant } from './rows.ts';

type Opened = [id: string, childId: string, doctorId: string, title: string, openedAt: Date, newSince: Date | null];
export const INSERT_CASE = hot<Opened>('A change that is asked for much.').sql`
  ${insertRow('Case', CASE.names.slice(0, -1))}`;

export const OF_CERTIFICATION = 'Each call about a certification asks for it.';
/** The case, or that of the task. */
export const LOCATED = `IN ($1, (SELECT "caseId" FROM "Task" WHERE "id" = $1))`;
export const LOCATE_CASE = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).selecting(CASE)`
  WHERE "id" ${LOCATED}${CHANGE}`;
export const PARENTS_OF_CASE = hot<[taskOrCaseId: string]>(
  'Each call of a parent about a case asks for them.',
).returning(columnsOf('Parenthood', 'parentId'))`
  SELECT p."parentId" FROM "Case" c JOIN "Parenthood" p ON p."childId" = c."childId" WHERE c."id" ${LOCATED}`;
type Counts = Record<'newCases' | 'openTasks' | 'waiting' | 'toConfirm' | 'toCorrect' | 'unreadNotes', number>;
const COUNTS = columnsBeside<Counts>(
  'Case',
  'newCases',
  'openTasks',
  'waiting',
  'toConfirm',
  'toCorrect',
  'unreadNotes',
);
const counted = (name: keyof Counts, entries: string) =>
  `(SELECT COUNT(*) FROM (SELECT 1 FROM ${entries} LIMIT $2) "${name}") AS "${name}"`;
const newAndOpen = (whose: string) => `
  ${counted('newCases', `"Case" WHERE "doctorId" ${whose} AND "newSince" IS NOT NULL`)},
  ${counted('openTasks', `"Task" WHERE "doctorId" ${whose} AND "closedAt" IS NULL`)}`;
/** The own ones, and those of doctors for whom the doctor stands in (D-41). */
const ofDeputy = (day: string) => `IN (SELECT $1 UNION ALL ${covered(day)})`;
const TO_CONFIRM = '"Certification" WHERE "decidedById" = $1 AND "validUntil" >= $3 AND "toConfirm"';
/** Of the case's doctor, as whoever issued it cannot log in. It ends on that day or later. */
export const toCorrect = (
  day: string,
  whose = ofDeputy(day),
) => `"doctorId" ${whose} AND "validUntil" >= ${day} AND "toConfirm"
  AND NOT EXISTS (SELECT 1 FROM "Account" a WHERE a."id" = "Certification"."decidedById" AND a."disabledAt" IS NULL)`;
const unread = (...whose: Parameters<typeof unreadOf>) => counted('unreadNotes', unreadOf(...whose));
const EACH_PAGE = 'Each page of the portal asks for it.';
/** Of each so many are looked at. */
const workOfDoctor = (whose: string, notes: string) =>
  hot<[doctorId: string, atMost: number, today: string]>(EACH_PAGE).returning(COUNTS)`
    SELECT ${newAndOpen(whose)}, ${counted('waiting', `"Certification" WHERE "waitsFor" ${whose}`)},
      ${counted('toConfirm', TO_CONFIRM)}, ${counted('toCorrect', `"Certification" WHERE ${toCorrect('$3', whose)}`)}, ${notes}`;
/** What waits for a doctor who stands in for nobody: to look for others would take as long again. */
export const WORK_OF_DOCTOR = workOfDoctor('= $1', unread('Doc'));
export const WORK_OF_DEPUTY = workOfDoctor(ofDeputy('$3'), unread('Doc', '$3'));
export const WORK_OF_ASSISTANT = hot<[assistantId: string, atMost: number]>(EACH_PAGE).returning(COUNTS)`
  SELECT ${newAndOpen('IN (SELECT "doctorId" FROM "Assistance" WHERE "assistantId" = $1)')}, 0 AS "waiting", 0 AS "toConfirm",
    0 AS "toCorrect", ${unread('Ast')}`;
export const WORK_OF_PARENT = hot<[parentId: string, atMost: number]>(EACH_PAGE).returning(COUNTS)`
  SELECT 0 AS "newCases", 0 AS "openTasks", 0 AS "waiting", 0 AS "toConfirm", 0 AS "toCorrect", ${unread('Par')}`;

/** Whatever belongs to a case changes only while the case is locked. */
export const FIND_CASE = hot<[id: string]>('Each call about a case asks for it.').selecting(CASE)`
  WHERE "id" = $1${CHANGE}`;
export const FINISHED = plan<[before: Date, size: number]>('As the page that follows.').selecting(CASE)`
  WHERE "finishedAt" < $1 ORDER BY "finishedAt", "id" LIMIT $2`;
export const FINISHED_AFTER = plan<[before: Date, after: string, size: number, least: Date]>(
  "Prisma's own, with a cursor, reads all that follow.",
).selecting(CASE)`
  WHERE "finishedAt" < $1 AND ("finishedAt", "id") > (COALESCE((SELECT "finishedAt" FROM "Case" WHERE "id" = $2), $4), $2)
  ORDER BY "finishedAt", "id" LIMIT $3`;

const FINISHED_CASE = columnsOf('Case', 'id', 'childId', 'doctorId');
/** The ones that were finished first. */
export const TAKE_FINISHED = race<[before: Date, atMost: number]>('Each case is taken by one unit.').selecting(
  FINISHED_CASE,
)`
  WHERE "finishedAt" < $1 ORDER BY "finishedAt", "id" LIMIT $2${SKIP}`;

export const HAND_OVER_ISSUED = plan<[caseId: string, doctorId: string]>('It compares two columns.').sql`
  UPDATE "Certification" SET "handedOver" = ("decidedById" <> $2), "doctorId" = $2
  WHERE "caseId" = $1 AND "decidedById" IS NOT NULL`;

/** While a unit holds both locks, no other unit adds anything to the child or its cases. */
export const LOCK_CHILD = lockOf(REMOVE, 'Child', 'id');
export const LOCK_ITS_CASES = lock<[childId: string]>('In one order, so that no two units wait for each other.').sql`
  SELECT 1 FROM "Case" WHERE "childId" = $1 ORDER BY "id"${REMOVE}`;

/** Erased in this order, as each refers to the next. The compiler asks for each model that has a case. */
export const OF_CASE: { readonly [Name in ModelWith<'caseId'>]: true } = {
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
  ImportRow: true,
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
export const ERASED = Object.entries(OF_CHILD).flatMap(([table, isErased]) => (isErased ? [table] : []));

/** What belongs to a child that has no case, before the child itself. */
export const ERASE_LONE_CHILD = ERASED.map((table) => eraseFrom(table, '"childId" = $1'));
/** D-42: behind its lock, so that it sees a case that was opened meanwhile. */
export const IS_FOUND = plan<[childId: string]>('It looks into two tables.').selecting(columnsOf('Child', 'id'))`
  WHERE "id" = $1
    AND (EXISTS (SELECT 1 FROM "Case" WHERE "childId" = $1) OR EXISTS (SELECT 1 FROM "Parenthood" WHERE "childId" = $1))`;

/** A case with what belongs to it, each before what it refers to. */
export const ERASE_CASE = [
  revokeWhere('"caseId" = $1'),
  ...Object.keys(OF_CASE).map((table) => eraseFrom(table, '"caseId" = $1')),
  eraseFrom('Case', '"id" = $1'),
];

type CaseRow = Stored<Omit<Row.Case, 'newestCertificationId' | 'certification'>>;
type Facts = Omit<OngoingCase, 'status'>;

const toFacts = ({ id, childId, doctorId, title, openedAt, newSince }: Omit<CaseRow, 'finishedAt'>): Facts => ({
  ...branded<Omit<Facts, 'newSince'>>({ id, childId, doctorId, title, openedAt: toInstant(openedAt) }),
  ...(newSince !== null && { newSince: toInstant(newSince) }),
});

const toCase = ({ finishedAt, ...row }: CaseRow): Case => {
  if (finishedAt === null) return { ...toFacts(row), status: 'ongoing' };
  return { ...toFacts(row), status: 'finished', finishedAt: toInstant(finishedAt) };
};

const toListedCase = ({ certification, ...row }: CaseRow & Pick<Row.Case, 'certification'>): ListedCase => {
  const newest =
    certification === null
      ? undefined
      : oneOf(CERTIFICATION_STATUSES, certification, 'a case with a certification', row.id);
  return { ...toCase(row), certification: newest };
};

const NO_WORK = { newCases: 0, openTasks: 0, waiting: 0, toConfirm: 0, toCorrect: 0, unreadNotes: 0 };

const TITLED = { id: true, childId: true, doctorId: true, title: true } as const;
type Titled = Pick<Case, 'id' | 'childId' | 'doctorId' | 'title'>;

type CaseStore = Stores['cases'];

export const caseStore = (access: Access, encryption: Encryption): CaseStore => {
  const titles = titlesOf(encryption);
  return { ...caseReads(access, titles), ...listsOfCases(access, titles), ...caseChanges(access, encryption) };
};

type Titles = ReturnType<typeof titlesOf>;
const titlesOf = ({ fieldsOf }: Encryption) => fieldsOf('Case');

const caseReads = (
  { sql, read }: Access,
  { decrypted, decryptedOne }: Titles,
): Pick<
  CaseStore,
  'find' | 'locate' | 'parentsOf' | 'titlesOf' | 'ofChild' | 'workOf' | 'countOf' | 'ongoingOf' | 'finishedBefore'
> => ({
  find: async (id) => decryptedOne(await sql.one(FIND_CASE, id), toCase),
  locate: async (id) => decryptedOne(await sql.one(LOCATE_CASE, id), toCase),
  parentsOf: async (id) =>
    (await sql.rows(PARENTS_OF_CASE, id)).map(({ parentId }) => branded<Pick<Account, 'id'>>({ id: parentId }).id),
  titlesOf: async (ids) => {
    if (ids.length === 0) return [];
    const all = { where: { id: among(ids) }, select: TITLED };
    return decrypted(await read((client) => client.case.findMany(all)), (row) => branded<Titled>(row));
  },
  // While the child is locked, nobody opens another case.
  ofChild: async (childId, request) => {
    const lock = Promise.all([sql.lock(LOCK_CHILD, childId), sql.lock(LOCK_ITS_CASES, childId)]);
    return decrypted(await read((client) => client.case.findMany(pageOf({ childId }, request)), lock), toCase);
  },
  workOf: async ({ id, role, coversOn }, today, atMost) => {
    const [found] = await (role === 'Doc'
      ? sql.rows(coversOn ? WORK_OF_DEPUTY : WORK_OF_DOCTOR, id, atMost, today)
      : sql.rows(role === 'Ast' ? WORK_OF_ASSISTANT : WORK_OF_PARENT, id, atMost));
    const { waiting, toConfirm, toCorrect, ...counted } = found ?? NO_WORK;
    return { ...counted, decisions: Math.min(atMost, waiting + toConfirm + toCorrect) };
  },
  countOf: async (doctorId) => {
    const count = (finishedAt: null | { readonly not: null }) =>
      read((client) => client.case.count({ where: { doctorId, finishedAt } }));
    const [ongoing, finished] = await Promise.all([count(null), count({ not: null })]);
    return { ongoing, finished };
  },
  // While the doctor's account is locked, nobody opens another case with the doctor.
  ongoingOf: async (doctorId, size) => {
    const page = { ...pageOf({ doctorId, finishedAt: null }, { after: undefined, size }), select: ID };
    const lock = sql.lock(LOCK_ACCOUNT_WITH_ITS_ROWS, doctorId);
    return (await read((client) => client.case.findMany(page), lock)).map((row) => branded<Pick<Case, 'id'>>(row).id);
  },
  finishedBefore: async (moment, { after, size }) => {
    const before = new Date(moment);
    const rows =
      after === undefined
        ? await sql.rows(FINISHED, before, size)
        : await sql.rows(FINISHED_AFTER, before, after, size, new Date(0));
    return (await decrypted(rows, toCase)).filter((found) => found.status === 'finished');
  },
});

const listsOfCases = (access: Access, { decrypted }: Titles) => {
  const { childrenOf, casesOf, casesOfAll, countCases } = caseLists(access);
  type Filter = Parameters<typeof casesOf>[2];
  const list = async (owners: readonly Owner[], request: PageRequest<CaseId>, filter: Filter) =>
    decrypted(await casesOf(owners, request, filter), toListedCase);
  const wanted = (ids: readonly string[], id: string | undefined) =>
    id === undefined ? ids : ids.filter((one) => one === id);
  const ownersOf = (doctors: readonly string[], { doctorId: only, childId, children }: CaseFilter) => {
    const wantedChildren: readonly Owner['childId'][] = children ?? [childId];
    return wanted(doctors, only).flatMap((doctorId) => wantedChildren.map((id) => ({ doctorId, childId: id })));
  };
  return {
    ofDoctors: (doctors, request, { children, ...filter } = {}) =>
      list(ownersOf(doctors, { ...filter, children }), request, filter),
    count: async (doctors, { children, ...filter }, atMost) =>
      countCases(ownersOf(doctors, { ...filter, children }), filter, atMost),
    ofParent: async (parentId, request, filter = {}) => {
      const { childId: only, doctorId } = filter;
      const children = await childrenOf(parentId, only);
      if (children.length > MOST_OWNERS) return decrypted(await casesOfAll(parentId, request, filter), toListedCase);
      return list(
        children.map((childId) => ({ childId, doctorId })),
        request,
        filter,
      );
    },
  } satisfies Partial<CaseStore>;
};

const caseChanges = (access: Access, encryption: Encryption) => {
  const { sql, write } = access;
  const { encrypt } = titlesOf(encryption);
  const words = patientWords(access, encryption);
  const isFound = async (childId: string) => (await sql.rows(IS_FOUND, childId)).length > 0;
  const eraseUnlessFound = async (childId: string): Promise<void> => {
    if (await isFound(childId)) return;
    await sql.lock(LOCK_CHILD, childId);
    if (await isFound(childId)) return;
    for (const statement of ERASE_LONE_CHILD) await sql.write(statement, childId);
    await write(({ child }) => child.deleteMany({ where: { id: childId } }));
  };
  return {
    insert: async ({ id, childId, doctorId, title, openedAt, newSince }, entered) => {
      const encrypted = await encrypt(id, 'title', title);
      const inserted = sql.write(
        INSERT_CASE,
        id,
        childId,
        doctorId,
        encrypted,
        new Date(openedAt),
        toDateOrNull(newSince),
      );
      await Promise.all([inserted, words.add(doctorId, childId, entered)]);
    },
    rename: async ({ id, title }) => {
      const data = { title: await encrypt(id, 'title', title) };
      await write((client) => client.case.updateMany({ where: { id }, data }));
    },
    save: ({ id, newSince, ...facts }) => {
      const finishedAt = facts.status === 'finished' ? new Date(facts.finishedAt) : null;
      const data = { finishedAt, newSince: toDateOrNull(newSince) };
      return write((client) => client.case.updateMany({ where: { id }, data }));
    },
    open: ({ id, doctorId, newSince }) => {
      const found = { id, doctorId, newSince: toDateOrNull(newSince) };
      return write((client) => client.case.updateMany({ where: found, data: { newSince: null } }));
    },
    handOver: async ({ id, childId, doctorId, newSince }, from) => {
      const data = { doctorId, newSince: toDateOrNull(newSince) };
      await write((client) => client.case.updateMany({ where: { id }, data }));
      await write(({ task }) => task.updateMany({ where: { caseId: id }, data: { doctorId } }));
      await write(({ certification }) =>
        certification.updateMany({ where: { caseId: id, waitsFor: from }, data: { waitsFor: doctorId } }),
      );
      await sql.write(HAND_OVER_ISSUED, id, doctorId);
      await words.add(doctorId, childId);
      await words.removeUnlessNeeded(from, childId);
    },
    eraseFinished: async (before, atMost) => {
      const taken = await sql.rows(TAKE_FINISHED, new Date(before), atMost);
      for (const { id } of taken) for (const statement of ERASE_CASE) await sql.write(statement, id);
      for (const { doctorId, childId } of taken) await words.removeUnlessNeeded(doctorId, childId);
      for (const childId of new Set(taken.map((row) => row.childId))) await eraseUnlessFound(childId);
      return taken.length;
    },
  } satisfies Partial<CaseStore>;
};
