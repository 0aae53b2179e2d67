import {
  CASE_ACTIONS,
  type Case,
  type CaseEvent,
  type Certification,
  type IssuedCertification,
  isLive,
  type OngoingCase,
  type OpenTask,
  type RequestedCertification,
  type Task,
} from '@health-case/domain/model/case';
import { DEFAULT_STATEMENT, defaultValidity } from '@health-case/domain/model/certificate';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { CaseId } from '@health-case/domain/model/values';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/cases.ts';
import { LOCK_CHILD, LOCK_ITS_CASES } from '../statements/children.ts';
import { LOCK_ACCOUNT_WITH_ITS_ROWS } from '../statements/people.ts';
import { branded, broken, ID, modelOf, oneOf, pageOf, type Stored, toInstant } from './rows.ts';

const toCase = ({ openedAt, finishedAt, ...row }: Stored<Row.Case>): Case => {
  const facts = branded<CaseFacts>({ ...row, openedAt: toInstant(openedAt) });
  if (finishedAt === null) return { ...facts, status: 'ongoing' };
  return { ...facts, status: 'finished', finishedAt: toInstant(finishedAt) };
};
type CaseFacts = Omit<OngoingCase, 'status'>;

const toTask = ({ closedAt, closedPlace: _, ...row }: Row.Task): Task => {
  const facts = branded<Omit<OpenTask, 'status'>>(row);
  if (closedAt === null) return { ...facts, status: 'open' };
  return { ...facts, status: 'closed', closedAt: toInstant(closedAt) };
};

const toCertification = (row: Row.Certification): Certification => {
  const { id, caseId, taskId, requestedById: requestedBy, status, reason, statement, validUntil } = row;
  const requested = { id, caseId, taskId, requestedBy, requestedAt: toInstant(row.requestedAt) };
  if (status === 'requested' && row.decidedAt === null)
    return branded<RequestedCertification>({ ...requested, status });
  if (row.decidedAt === null) throw broken('a certification', id);
  const decidedAt = toInstant(row.decidedAt);
  if (status === 'issued') {
    // Certifications from before D-26 are stored without both.
    const said = { statement: statement ?? DEFAULT_STATEMENT, validUntil: validUntil ?? defaultValidity(decidedAt) };
    return branded<IssuedCertification>({ ...requested, ...said, status, decidedAt });
  }
  if ((status === 'rejected' || status === 'revoked') && reason !== null)
    return branded<EndedCertification>({ ...requested, status, decidedAt, reason });
  throw broken('a certification', id);
};
type EndedCertification = Exclude<Certification, RequestedCertification | IssuedCertification>;

const toCaseEvent = ({ id, caseId, at, byId: by, action, reason }: Stored<Row.CaseEvent>): CaseEvent =>
  branded<CaseEvent>({
    id,
    caseId,
    at: toInstant(at),
    by,
    action: oneOf(CASE_ACTIONS, action, 'an event', id),
    reason: reason ?? undefined,
  });

export const caseTable = ({ sql, read, write }: Access): Tables['cases'] => {
  type Owner = { readonly doctorId: string } | { readonly parentId: string } | { readonly childId: string };
  const list = async (owner: Owner, request: PageRequest<CaseId>, lock?: Promise<unknown>) =>
    (await read((client) => client.case.findMany(pageOf(owner, request)), lock)).map(toCase);
  return {
    find: async (id) =>
      modelOf(await read((client) => client.case.findFirst({ where: { id } }), sql.lock(SQL.LOCK_CASE, id)), toCase),
    ofDoctor: (doctorId, request) => list({ doctorId }, request),
    ofAssistant: async (assistantId, { after = '', size }) =>
      (await sql.rows(SQL.CASES_OF_ASSISTANT, assistantId, after, size)).map(toCase),
    ofParent: (parentId, request) => list({ parentId }, request),
    // While the child is locked, nobody opens another case.
    ofChild: (childId, request) =>
      list({ childId }, request, Promise.all([sql.lock(LOCK_CHILD, childId), sql.lock(LOCK_ITS_CASES, childId)])),
    // While the doctor's account is locked, nobody opens another case with the doctor.
    ongoingOf: async (doctorId, size) => {
      const page = { ...pageOf({ doctorId, finishedAt: null }, { after: undefined, size }), select: ID };
      const lock = sql.lock(LOCK_ACCOUNT_WITH_ITS_ROWS, doctorId);
      return (await read((client) => client.case.findMany(page), lock)).map((row) => branded<Pick<Case, 'id'>>(row).id);
    },
    insert: ({ id, childId, parentId, doctorId, title, openedAt }) => {
      const data = { id, childId, parentId, doctorId, title, openedAt: new Date(openedAt) };
      return write((client) => client.case.create({ data, select: ID }));
    },
    save: ({ id, title, ...facts }) => {
      const finishedAt = facts.status === 'finished' ? new Date(facts.finishedAt) : null;
      return write((client) => client.case.updateMany({ where: { id }, data: { title, finishedAt } }));
    },
  };
};

export const taskTable = ({ sql, read, write }: Access): Tables['tasks'] => ({
  find: async (id) =>
    modelOf(await read(({ task }) => task.findFirst({ where: { id } }), sql.lock(SQL.LOCK_CASE_OF_TASK, id)), toTask),
  ofCase: async (caseId, request) => (await read(({ task }) => task.findMany(pageOf({ caseId }, request)))).map(toTask),
  lastClosedOf: async (caseId) => {
    const where = { caseId, closedPlace: { not: null } };
    const row = await read(({ task }) => task.findFirst({ where, orderBy: { closedPlace: 'desc' } }));
    const found = modelOf(row, toTask);
    return found?.status === 'closed' ? found : undefined;
  },
  anyOpenIn: async (caseId) => {
    const open = { where: { caseId, closedPlace: null }, select: ID };
    return (await read(({ task }) => task.findFirst(open))) !== null;
  },
  insert: ({ id, caseId, title }) => write(({ task }) => task.create({ data: { id, caseId, title }, select: ID })),
  save: ({ id, caseId, closedAt }) => sql.write(SQL.CLOSE_TASK, new Date(closedAt), caseId, id),
});

export const certificationTable = ({ sql, read, write }: Access): Tables['certifications'] => ({
  find: async (id) =>
    modelOf(await read(({ certification }) => certification.findFirst({ where: { id } })), toCertification),
  newestOf: async (taskId) => {
    const newest = { where: { taskId }, orderBy: { place: 'desc' } } as const;
    return modelOf(await read(({ certification }) => certification.findFirst(newest)), toCertification);
  },
  ofCase: async (caseId, request) =>
    (await read(({ certification }) => certification.findMany(pageOf({ caseId }, request)))).map(toCertification),
  insertOnce: async (wanted) => {
    const { id, caseId, taskId, requestedBy, requestedAt, status } = wanted;
    const facts = [id, caseId, taskId, requestedBy, new Date(requestedAt), status] as const;
    if ((await sql.count(SQL.INSERT_CERTIFICATION, ...facts)) === 1) return wanted;
    const live = await read(({ certification }) => certification.findFirst({ where: { liveTaskId: taskId } }));
    // The insert met a live certification of the task, which was decided before it could be read.
    if (!live) throw new Conflict();
    return toCertification(live);
  },
  save: (found) => {
    const { id, taskId, status } = found;
    const data = {
      status,
      liveTaskId: isLive(found) ? taskId : null,
      decidedAt: 'decidedAt' in found ? new Date(found.decidedAt) : null,
      reason: 'reason' in found ? found.reason : null,
      statement: found.status === 'issued' ? found.statement : null,
      validUntil: found.status === 'issued' ? found.validUntil : null,
    };
    return write(({ certification }) => certification.updateMany({ where: { id }, data }));
  },
});

export const historyTable = ({ sql, read }: Access): Tables['history'] => ({
  ofCase: async (caseId, { after, size }) => {
    if (after !== undefined) return (await sql.rows(SQL.EVENTS_AFTER, caseId, after, size)).map(toCaseEvent);
    const first = { where: { caseId }, orderBy: { place: 'asc' }, take: size } as const;
    return (await read(({ caseEvent }) => caseEvent.findMany(first))).map(toCaseEvent);
  },
  append: ({ id, caseId, at, by, action, reason = null }) =>
    sql.write(SQL.APPEND_EVENT, id, caseId, new Date(at), by, action, reason),
});
