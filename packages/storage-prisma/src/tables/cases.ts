import type { Account } from '@health-case/domain/model/account';
import {
  type Case,
  CERTIFICATION_STATUSES,
  type FinishedCase,
  type ListedCase,
  type OngoingCase,
} from '@health-case/domain/model/case';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { CaseId, Instant } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/cases.ts';
import { ERASE_CASE, LOCK_CHILD, LOCK_ITS_CASES } from '../statements/children.ts';
import { LOCK_ACCOUNT_WITH_ITS_ROWS } from '../statements/people.ts';
import { caseLists, MOST_OWNERS, type Owner } from './case-lists.ts';
import { patientWords } from './patient-words.ts';
import { among, branded, ID, modelOf, oneOf, pageOf, type Stored, toInstant } from './rows.ts';

type CaseRow = Stored<Omit<Row.Case, 'newestCertificationId' | 'certification'>>;
type ListedRow = CaseRow & Pick<Row.Case, 'certification'>;
type Facts = Omit<OngoingCase, 'status'>;

const toFacts = ({ id, childId, doctorId, title, openedAt, newSince }: Omit<CaseRow, 'finishedAt'>): Facts => ({
  ...branded<Omit<Facts, 'newSince'>>({ id, childId, doctorId, title, openedAt: toInstant(openedAt) }),
  ...(newSince !== null && { newSince: toInstant(newSince) }),
});

const momentOf = (at: Instant | undefined) => (at === undefined ? null : new Date(at));

const toCase = ({ finishedAt, ...row }: CaseRow): Case => {
  if (finishedAt === null) return { ...toFacts(row), status: 'ongoing' };
  return { ...toFacts(row), status: 'finished', finishedAt: toInstant(finishedAt) };
};

const toFinishedCases = (rows: readonly CaseRow[]): readonly FinishedCase[] =>
  rows.map(toCase).filter((found) => found.status === 'finished');

const toListedCase = ({ certification, ...row }: ListedRow): ListedCase => {
  const newest =
    certification === null
      ? undefined
      : oneOf(CERTIFICATION_STATUSES, certification, 'a case with a certification', row.id);
  return { ...toCase(row), certification: newest };
};

const NO_WORK = { newCases: 0, openTasks: 0, waiting: 0, toConfirm: 0, unreadNotes: 0 };

const TITLED = { id: true, childId: true, title: true } as const;
type Titled = Pick<Case, 'id' | 'childId' | 'title'>;

type CaseStore = Stores['cases'];

export const caseStore = (access: Access, sealer: Sealer): CaseStore => {
  const titles = titlesOf(sealer);
  return { ...caseReads(access, titles), ...listsOfCases(access, titles), ...caseChanges(access, titles) };
};

type Titles = ReturnType<typeof titlesOf>;
const titlesOf = ({ fieldsOf }: Sealer) => fieldsOf('Case', 'title');

const caseReads = (
  { sql, read }: Access,
  { opened, openedOne }: Titles,
): Pick<
  CaseStore,
  'find' | 'locate' | 'parentsOf' | 'titlesOf' | 'ofChild' | 'workOf' | 'ongoingOf' | 'finishedBefore'
> => ({
  find: async (id) => modelOf(await openedOne((await sql.rows(SQL.FIND_CASE, id))[0]), toCase),
  locate: async (id) => modelOf(await openedOne((await sql.rows(SQL.LOCATE_CASE, id))[0]), toCase),
  parentsOf: async (id) =>
    (await sql.rows(SQL.PARENTS_OF_CASE, id)).map(({ parentId }) => branded<Pick<Account, 'id'>>({ id: parentId }).id),
  titlesOf: async (ids) => {
    if (ids.length === 0) return [];
    const all = { where: { id: among(ids) }, select: TITLED };
    return (await opened(await read((client) => client.case.findMany(all)))).map((row) => branded<Titled>(row));
  },
  // While the child is locked, nobody opens another case.
  ofChild: async (childId, request) => {
    const lock = Promise.all([sql.lock(LOCK_CHILD, childId), sql.lock(LOCK_ITS_CASES, childId)]);
    return (await opened(await read((client) => client.case.findMany(pageOf({ childId }, request)), lock))).map(toCase);
  },
  workOf: async ({ id, role }, from, atMost) => {
    const [found] = await (role === 'Doc'
      ? sql.rows(SQL.WORK_OF_DOCTOR, id, atMost, from)
      : sql.rows(role === 'Ast' ? SQL.WORK_OF_ASSISTANT : SQL.WORK_OF_PARENT, id, atMost));
    const { waiting, toConfirm, ...counted } = found ?? NO_WORK;
    return { ...counted, decisions: Math.min(atMost, waiting + toConfirm) };
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
        ? await sql.rows(SQL.FINISHED, before, size)
        : await sql.rows(SQL.FINISHED_AFTER, before, after, size);
    return toFinishedCases(await opened(rows));
  },
});

const listsOfCases = (access: Access, { opened }: Titles): Pick<CaseStore, 'ofDoctor' | 'ofAssistant' | 'ofParent'> => {
  const { doctorsOf, childrenOf, casesOf, casesOfAll } = caseLists(access);
  type Filter = Parameters<typeof casesOf>[2];
  const list = async (owners: readonly Owner[], request: PageRequest<CaseId>, filter: Filter) =>
    (await opened(await casesOf(owners, request, filter))).map(toListedCase);
  const wanted = (ids: readonly string[], id: string | undefined) =>
    id === undefined ? ids : ids.filter((one) => one === id);
  const ofDoctors = (doctors: readonly string[], request: PageRequest<CaseId>, filter: Filter) => {
    const { doctorId: only, childId } = filter;
    const owners = wanted(doctors, only).map((doctorId) => ({ doctorId, childId }));
    return list(owners, request, filter);
  };
  return {
    ofDoctor: (doctorId, request, filter = {}) => ofDoctors([doctorId], request, filter),
    ofAssistant: async (assistantId, request, filter = {}) => ofDoctors(await doctorsOf(assistantId), request, filter),
    ofParent: async (parentId, request, filter = {}) => {
      const { childId: only, doctorId } = filter;
      const children = await childrenOf(parentId, only);
      if (children.length > MOST_OWNERS)
        return (await opened(await casesOfAll(parentId, request, filter))).map(toListedCase);
      return list(
        children.map((childId) => ({ childId, doctorId })),
        request,
        filter,
      );
    },
  };
};

const caseChanges = (
  access: Access,
  { seal }: Titles,
): Pick<CaseStore, 'insert' | 'rename' | 'save' | 'open' | 'handOver' | 'eraseFinished'> => {
  const { sql, write } = access;
  const words = patientWords(access);
  return {
    insert: async ({ id, childId, doctorId, title, openedAt, newSince }) => {
      const sealed = await seal(id, 'title', title);
      const inserted = sql.write(
        SQL.INSERT_CASE,
        id,
        childId,
        doctorId,
        sealed,
        new Date(openedAt),
        momentOf(newSince),
      );
      await Promise.all([inserted, words.add(doctorId, childId)]);
    },
    rename: async ({ id, title }) => {
      const data = { title: await seal(id, 'title', title) };
      await write((client) => client.case.updateMany({ where: { id }, data }));
    },
    save: ({ id, newSince, ...facts }) => {
      const finishedAt = facts.status === 'finished' ? new Date(facts.finishedAt) : null;
      const data = { finishedAt, newSince: momentOf(newSince) };
      return write((client) => client.case.updateMany({ where: { id }, data }));
    },
    open: ({ id, doctorId, newSince }) => {
      const found = { id, doctorId, newSince: momentOf(newSince) };
      return write((client) => client.case.updateMany({ where: found, data: { newSince: null } }));
    },
    handOver: async ({ id, childId, doctorId, newSince }, from) => {
      const data = { doctorId, newSince: momentOf(newSince) };
      await write((client) => client.case.updateMany({ where: { id }, data }));
      await write(({ task }) => task.updateMany({ where: { caseId: id }, data: { doctorId } }));
      await write(({ certification }) =>
        certification.updateMany({ where: { caseId: id, waitsFor: from }, data: { waitsFor: doctorId } }),
      );
      await sql.write(SQL.HAND_OVER_ISSUED, id, doctorId);
      await words.add(doctorId, childId);
      await words.removeUnlessNeeded(from, childId);
    },
    eraseFinished: async (before, atMost) => {
      const taken = await sql.rows(SQL.TAKE_FINISHED, new Date(before), atMost);
      for (const { id } of taken) for (const statement of ERASE_CASE) await sql.write(statement, id);
      for (const { doctorId, childId } of taken) await words.removeUnlessNeeded(doctorId, childId);
      return taken.length;
    },
  };
};
