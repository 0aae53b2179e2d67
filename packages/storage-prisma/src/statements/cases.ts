import { CHANGE, columnsOf, lock, lockOf, plan, race } from './statement.ts';

const CASE = columnsOf('Case', 'id', 'childId', 'parentId', 'doctorId', 'title', 'openedAt', 'finishedAt');

export const CASES_OF_ASSISTANT = plan<[assistantId: string, after: string, size: number]>(
  "Prisma's own query reads all cases, and looks up the doctor of each.",
).returning(CASE)`
  SELECT c."id", c."childId", c."parentId", c."doctorId", c."title", c."openedAt", c."finishedAt"
  FROM "Assistance" a CROSS JOIN "Case" c
  WHERE a."assistantId" = $1 AND c."doctorId" = a."doctorId" AND c."id" > $2 ORDER BY c."id" LIMIT $3`;

/** Whatever belongs to a case changes only while the case is locked. */
export const LOCK_CASE = lockOf(CHANGE, 'Case', 'id');
export const LOCK_CASE_OF_TASK = lock<[taskId: string]>('What is found stays as it is.').sql`
  SELECT 1 FROM "Case" WHERE "id" = (SELECT "caseId" FROM "Task" WHERE "id" = $1)${CHANGE}`;

export const CLOSE_TASK = race<[closedAt: Date, caseId: string, id: string]>('Its place follows the last.').sql`
  UPDATE "Task" SET "closedAt" = $1,
    "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
  WHERE "id" = $3`;

type Requested = [id: string, caseId: string, taskId: string, requestedById: string, requestedAt: Date, status: string];
export const INSERT_CERTIFICATION = race<Requested>('At most one of a task is live. Each gets the next place.').sql`
  INSERT INTO "Certification"
    ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status", "place")
  SELECT $1, $2, $3, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "Certification" WHERE "taskId" = $3
  ON CONFLICT DO NOTHING`;

type Event = [id: string, caseId: string, at: Date, byId: string, action: string, reason: string | null];
export const APPEND_EVENT = race<Event>('Its place follows the last.').sql`
  INSERT INTO "CaseEvent" ("id", "caseId", "at", "byId", "action", "reason", "place")
  SELECT $1, $2, $3, $4, $5, $6, COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $2`;

const EVENT = columnsOf('CaseEvent', 'id', 'caseId', 'place', 'at', 'byId', 'action', 'reason');
export const EVENTS_AFTER = plan<[caseId: string, after: string, size: number]>(
  "Prisma's own, with a cursor, reads all that follow.",
).returning(EVENT)`
  SELECT ${EVENT} FROM "CaseEvent"
  WHERE "caseId" = $1 AND "place" > (SELECT "place" FROM "CaseEvent" WHERE "id" = $2 AND "caseId" = $1)
  ORDER BY "place" LIMIT $3`;

export const TAKE_PLACE = race<[list: number, index: number]>('The first one has the place.').sql`
  INSERT INTO "CertificateStatus" ("list", "index") VALUES ($1, $2) ON CONFLICT DO NOTHING`;

/** Revokes the certificates that meet a condition, in which `$1` may stand. */
export const revokeWhere = (condition: string) =>
  plan<[id: string]>("Prisma's own query reads all places, and looks up the certificate of each.").sql`
    UPDATE "CertificateStatus" SET "revoked" = 1
    WHERE "revoked" = 0 AND ("list", "index") IN (SELECT "list", "index" FROM "Certificate" WHERE ${condition})`;
export const REVOKE_ALL_OF = revokeWhere('"certificationId" = $1');
