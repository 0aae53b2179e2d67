import { columnsOf, lockOf, query, type Statement, takes } from './statement.ts';

const CASE = columnsOf('Case', 'id', 'childId', 'parentId', 'doctorId', 'title', 'openedAt', 'finishedAt');

export const CASES_OF_ASSISTANT = query(CASE, {
  reason: 'plan',
  why: "Prisma's own goes through all cases, as it looks for the doctor of each.",
  takes: takes<[assistantId: string, after: string, size: number]>(),
  text: `SELECT ${CASE.names.map((name) => `c."${name}"`).join(', ')} FROM "Assistance" a CROSS JOIN "Case" c
    WHERE a."assistantId" = $1 AND c."doctorId" = a."doctorId" AND c."id" > $2 ORDER BY c."id" LIMIT $3`,
});

export const LOCK_CASE = lockOf('change', 'Case', 'id');
/** Whatever belongs to a case changes only while the case is locked. */
export const LOCK_CASE_OF_TASK: Statement<[taskId: string]> = {
  reason: 'lock',
  why: 'What belongs to the case stays as it is.',
  text: ({ change }) => `SELECT 1 FROM "Case" WHERE "id" = (SELECT "caseId" FROM "Task" WHERE "id" = $1)${change}`,
};

export const CLOSE_TASK: Statement<[closedAt: Date, caseId: string, taskId: string]> = {
  reason: 'race',
  why: 'Its place follows that of the last closed task.',
  text: `UPDATE "Task" SET "closedAt" = $1,
      "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
    WHERE "id" = $3`,
};

export const INSERT_CERTIFICATION: Statement<
  [id: string, caseId: string, taskId: string, requestedById: string, requestedAt: Date, status: string]
> = {
  reason: 'race',
  why: 'A task has one live certification, and each has a place.',
  text: `INSERT INTO "Certification"
      ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status", "place")
    SELECT $1, $2, $3, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "Certification" WHERE "taskId" = $3
    ON CONFLICT DO NOTHING`,
};

export const APPEND_EVENT: Statement<
  [id: string, caseId: string, at: Date, byId: string, action: string, reason: string | null]
> = {
  reason: 'race',
  why: 'Its place follows that of the last event.',
  text: `INSERT INTO "CaseEvent" ("id", "caseId", "at", "byId", "action", "reason", "place")
    SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $2`,
};

export const TAKE_PLACE: Statement<[list: number, index: number]> = {
  reason: 'race',
  why: 'The first that takes a place of a list has it.',
  text: 'INSERT INTO "CertificateStatus" ("list", "index") VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/** Revokes the certificates that meet a condition, in which `$1` may stand. */
export const revokeWhere = (condition: string): Statement<[id: string]> => ({
  reason: 'plan',
  why: "Prisma's own looks for a certificate of each place.",
  text: `UPDATE "CertificateStatus" SET "revoked" = 1
    WHERE ("list", "index") IN (SELECT "list", "index" FROM "Certificate" WHERE ${condition})`,
});
export const REVOKE_ALL_OF = revokeWhere('"certificationId" = $1');
