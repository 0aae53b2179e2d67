import {
  type Case,
  type CaseEvent,
  type Certification,
  type ClosedTask,
  isLive,
  type Task,
} from '@health-case/domain/model/case';
import { DEFAULT_STATEMENT, defaultValidity } from '@health-case/domain/model/certificate';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { CaseId } from '@health-case/domain/model/values';
import type { Tables } from '@health-case/domain/ports/tables';
import { type Access, insertRow, type Select } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { broken, modelOf, type SqlRow, toInstant } from './rows.ts';

const toCase = ({ openedAt, finishedAt, ...row }: Row.Case | SqlRow<Row.Case>): Case => {
  const facts = { ...row, openedAt: toInstant(openedAt) };
  if (finishedAt === null) return { ...facts, status: 'ongoing' } as Case;
  return { ...facts, status: 'finished', finishedAt: toInstant(finishedAt) } as Case;
};

const toTask = ({ closedAt, closedPlace: _, ...facts }: Row.Task | SqlRow<Row.Task>): Task => {
  if (closedAt === null) return { ...facts, status: 'open' } as Task;
  return { ...facts, status: 'closed', closedAt: toInstant(closedAt) } as Task;
};

const toCertification = (row: Row.Certification): Certification => {
  const { id, caseId, taskId, requestedById: requestedBy, status, decidedAt, reason, statement, validUntil } = row;
  const requested = { id, caseId, taskId, requestedBy, requestedAt: toInstant(row.requestedAt), status };
  if (status === 'requested' && decidedAt === null) return requested as Certification;
  if (decidedAt === null) throw broken('a certification', id);
  const decided = { ...requested, decidedAt: toInstant(decidedAt) };
  if (status === 'issued') {
    // Before D-26 neither was stored.
    const last = validUntil ?? defaultValidity(decided.decidedAt);
    return { ...decided, statement: statement ?? DEFAULT_STATEMENT, validUntil: last } as Certification;
  }
  if ((status === 'rejected' || status === 'revoked') && reason !== null)
    return { ...decided, reason } as Certification;
  throw broken('a certification', id);
};

type CaseEventRow = SqlRow<Omit<Row.CaseEvent, 'place'>>;

const toCaseEvent = ({ byId, reason, ...row }: CaseEventRow): CaseEvent =>
  ({ ...row, by: byId, reason: reason ?? undefined }) as CaseEvent;

const pageOf = <Where>(where: Where, { after = '', size }: PageRequest<string>) => ({
  where: { ...where, id: { gt: after } },
  orderBy: { id: 'asc' as const },
  take: size,
});

const SELECT_CASE: Select =
  'SELECT "id", "childId", "parentId", "doctorId", "title", "openedAt", "finishedAt" FROM "Case"';
const CASE: Select = `${SELECT_CASE} WHERE "id" = $1`;
/** Prisma's own statement would name every doctor, and takes 999 values at most. */
const OF_ASSISTANT: Select = `SELECT c."id", c."childId", c."parentId", c."doctorId", c."title", c."openedAt", c."finishedAt"
  FROM "Assistance" a CROSS JOIN "Case" c
  WHERE a."assistantId" = $1 AND c."doctorId" = a."doctorId" AND c."id" > $2 ORDER BY c."id" LIMIT $3`;
const INSERT_CASE = insertRow('Case', ['id', 'childId', 'parentId', 'doctorId', 'title', 'openedAt']);
const OF_CHILD: Select = `${SELECT_CASE} WHERE "childId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;

export const caseTable = ({ read, sql, locks: { change } }: Access): Tables['cases'] => {
  type Owner = { readonly doctorId: string } | { readonly parentId: string };
  const list = async (owner: Owner, request: PageRequest<CaseId>): Promise<readonly Case[]> =>
    (await read((client) => client.case.findMany(pageOf(owner, request)))).map(toCase);
  return {
    find: async (id) => modelOf((await sql.all<SqlRow<Row.Case>>(`${CASE}${change}`, id))[0], toCase),
    ofDoctor: (doctorId, request) => list({ doctorId }, request),
    ofAssistant: async (assistantId, { after = '', size }) =>
      (await sql.all<SqlRow<Row.Case>>(OF_ASSISTANT, assistantId, after, size)).map(toCase),
    ofParent: (parentId, request) => list({ parentId }, request),
    // Locks and reads in one statement: a second one would find cases that were opened after the first, and are not locked.
    ofChild: async (childId, { after = '', size }) =>
      (await sql.all<SqlRow<Row.Case>>(`${OF_CHILD}${change}`, childId, after, size)).map(toCase),
    insert: ({ id, childId, parentId, doctorId, title, openedAt }) =>
      sql.write(INSERT_CASE, id, childId, parentId, doctorId, title, new Date(openedAt)),
    save: async ({ id, title, ...facts }) => {
      const finishedAt = facts.status === 'finished' ? new Date(facts.finishedAt) : null;
      await sql.write('UPDATE "Case" SET "title" = $1, "finishedAt" = $2 WHERE "id" = $3', title, finishedAt, id);
    },
  };
};

const CLOSE = `
  UPDATE "Task" SET "closedAt" = $1,
    "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
  WHERE "id" = $3`;

const TASK: Select = 'SELECT "id", "caseId", "title", "closedAt", "closedPlace" FROM "Task" WHERE "id" = $1';
const LOCK_ITS_CASE: Select = 'SELECT 1 FROM "Case" WHERE "id" = (SELECT "caseId" FROM "Task" WHERE "id" = $1)';

export const taskTable = ({ read, sql, locks: { change } }: Access): Tables['tasks'] => ({
  find: async (id) => {
    // Whatever belongs to a case changes only while the case is locked.
    const locked = change && sql.all(`${LOCK_ITS_CASE}${change}`, id);
    const [, [row]] = await Promise.all([locked, sql.all<SqlRow<Row.Task>>(TASK, id)]);
    return modelOf(row, toTask);
  },
  ofCase: async (caseId, request) => (await read(({ task }) => task.findMany(pageOf({ caseId }, request)))).map(toTask),
  lastClosedOf: async (caseId) => {
    const closed = { caseId, closedPlace: { not: null } };
    const row = await read(({ task }) => task.findFirst({ where: closed, orderBy: { closedPlace: 'desc' } }));
    return modelOf(row, toTask) as ClosedTask | undefined;
  },
  anyOpenIn: async (caseId) => {
    const open = await read(({ task }) => task.findFirst({ where: { caseId, closedPlace: null } }));
    return open !== null;
  },
  insert: ({ id, caseId, title }) =>
    sql.write('INSERT INTO "Task" ("id", "caseId", "title") VALUES ($1, $2, $3)', id, caseId, title),
  save: ({ id, caseId, closedAt }) => sql.write(CLOSE, new Date(closedAt), caseId, id),
});

const INSERT_CERTIFICATION = `
  INSERT INTO "Certification" ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status", "place")
  SELECT $1, $2, $3, $4, $5, $6, $7, COALESCE(MAX("place"), 0) + 1 FROM "Certification" WHERE "taskId" = $8
  ON CONFLICT DO NOTHING`;
const SAVE_CERTIFICATION = `
  UPDATE "Certification" SET "status" = $1, "liveTaskId" = $2, "decidedAt" = $3, "reason" = $4, "statement" = $5, "validUntil" = $6
  WHERE "id" = $7`;

export const certificationTable = ({ read, sql }: Access): Tables['certifications'] => ({
  find: async (id) =>
    modelOf(await read(({ certification }) => certification.findUnique({ where: { id } })), toCertification),
  newestOf: async (taskId) => {
    const row = await read(({ certification }) =>
      certification.findFirst({ where: { taskId }, orderBy: { place: 'desc' } }),
    );
    return modelOf(row, toCertification);
  },
  ofCase: async (caseId, request) =>
    (await read((client) => client.certification.findMany(pageOf({ caseId }, request)))).map(toCertification),
  insertOnce: async (wanted) => {
    const { id, caseId, taskId, requestedBy, requestedAt, status } = wanted;
    const facts = [id, caseId, taskId, taskId, requestedBy, new Date(requestedAt), status];
    if ((await sql.run(INSERT_CERTIFICATION, ...facts, taskId)) === 1) return wanted;
    const live = await read((client) => client.certification.findUnique({ where: { liveTaskId: taskId } }));
    // The insert met a live certification of the task, which was decided before it could be read.
    if (!live) throw new Conflict();
    return toCertification(live);
  },
  save: (certification) => {
    const { id, taskId, status } = certification;
    const decidedAt = 'decidedAt' in certification ? new Date(certification.decidedAt) : null;
    const reason = 'reason' in certification ? certification.reason : null;
    const issued = status === 'issued' ? [certification.statement, certification.validUntil] : [null, null];
    return sql.write(
      SAVE_CERTIFICATION,
      status,
      isLive(certification) ? taskId : null,
      decidedAt,
      reason,
      ...issued,
      id,
    );
  },
});

const EVENT = 'e."id", e."caseId", e."at", e."byId", e."action", e."reason"';
const FIRST: Select = `SELECT ${EVENT} FROM "CaseEvent" e WHERE e."caseId" = $1 ORDER BY e."place" LIMIT $2`;
const FOLLOWING: Select = `SELECT ${EVENT} FROM "CaseEvent" a JOIN "CaseEvent" e ON e."caseId" = a."caseId" AND e."place" > a."place"
  WHERE a."caseId" = $1 AND a."id" = $2 ORDER BY e."place" LIMIT $3`;
const APPEND = `
  INSERT INTO "CaseEvent" ("id", "caseId", "at", "byId", "action", "reason", "place")
  SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $7`;

export const historyTable = ({ sql }: Access): Tables['history'] => ({
  ofCase: async (caseId, { after, size }) => {
    const [statement, values] = after === undefined ? [FIRST, [caseId]] : [FOLLOWING, [caseId, after]];
    return (await sql.all<CaseEventRow>(statement, ...values, size)).map(toCaseEvent);
  },
  append: ({ id, caseId, at, by, action, reason }) =>
    sql.write(APPEND, id, caseId, new Date(at), by, action, reason ?? null, caseId),
});
