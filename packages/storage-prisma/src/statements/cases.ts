import type { IssuedList } from '@health-case/domain/model/case';
import {
  CHANGE,
  columnsBeside,
  columnsOf,
  hot,
  insertRow,
  lock,
  placeholders,
  plan,
  RELY,
  race,
  SKIP,
  type Value,
} from './statement.ts';

const FACTS = ['id', 'childId', 'doctorId', 'title', 'openedAt', 'newSince', 'finishedAt'] as const;
export const CASE = columnsOf('Case', ...FACTS);
const WISH = ['wishedById', 'neededBy'] as const;
export const TASK = columnsOf('Task', 'id', 'caseId', 'title', 'closedAt', 'closedById', ...WISH);

type Opened = [id: string, childId: string, doctorId: string, title: string, openedAt: Date, newSince: Date | null];
export const INSERT_CASE = hot<Opened>('A change that is asked for much.').sql`
  ${insertRow('Case', FACTS.slice(0, -1))}`;

const OF_CERTIFICATION = 'Each call about a certification asks for it.';
/** The case, or that of the task. */
export const LOCATED = `IN ($1, (SELECT "caseId" FROM "Task" WHERE "id" = $1))`;
export const LOCATE_CASE = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).returning(CASE)`
  SELECT ${CASE} FROM "Case" WHERE "id" ${LOCATED}${CHANGE}`;
export const PARENTS_OF_CASE = hot<[taskOrCaseId: string]>(
  'Each call of a parent about a case asks for them.',
).returning(columnsOf('Parenthood', 'parentId'))`
  SELECT p."parentId" FROM "Case" c JOIN "Parenthood" p ON p."childId" = c."childId" WHERE c."id" ${LOCATED}`;
type Counts = Record<'newCases' | 'openTasks' | 'waiting' | 'toConfirm', number>;
const COUNTS = columnsBeside<Counts>('Case', 'newCases', 'openTasks', 'waiting', 'toConfirm');
const counted = (name: keyof Counts, entries: string) =>
  `(SELECT COUNT(*) FROM (SELECT 1 FROM ${entries} LIMIT $2) "${name}") AS "${name}"`;
const newAndOpen = (whose: string) => `
  ${counted('newCases', `"Case" WHERE "doctorId" ${whose} AND "newSince" IS NOT NULL`)},
  ${counted('openTasks', `"Task" WHERE "doctorId" ${whose} AND "closedAt" IS NULL`)}`;
const WAITING = '"Certification" WHERE "waitsFor" = $1';
const TO_CONFIRM = '"Certification" WHERE "decidedById" = $1 AND "validUntil" >= $3 AND "toConfirm"';
const EACH_PAGE = 'Each page of the portal asks for it.';
/** What waits for a doctor. Of each so many are looked at. */
export const WORK_OF_DOCTOR = hot<[doctorId: string, atMost: number, from: string]>(EACH_PAGE).returning(COUNTS)`
  SELECT ${newAndOpen('= $1')}, ${counted('waiting', WAITING)}, ${counted('toConfirm', TO_CONFIRM)}`;
export const WORK_OF_ASSISTANT = hot<[assistantId: string, atMost: number]>(EACH_PAGE).returning(COUNTS)`
  SELECT ${newAndOpen('IN (SELECT "doctorId" FROM "Assistance" WHERE "assistantId" = $1)')}, 0 AS "waiting", 0 AS "toConfirm"`;

/** Whatever belongs to a case changes only while the case is locked. */
export const FIND_CASE = hot<[id: string]>('Each call about a case asks for it.').returning(CASE)`
  SELECT ${CASE} FROM "Case" WHERE "id" = $1${CHANGE}`;
export const FIND_TASK = hot<[id: string]>('Each call about a task asks for it.').returning(TASK)`
  SELECT ${TASK} FROM "Task" WHERE "id" = $1`;
const MEANT = `COALESCE((SELECT "id" FROM "Task" WHERE "id" = $1),
    (SELECT "id" FROM "Task" WHERE "caseId" = $1 AND "closedPlace" IS NOT NULL ORDER BY "closedPlace" DESC LIMIT 1))`;
export const TASK_MEANT = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).returning(TASK)`
  SELECT ${TASK} FROM "Task" WHERE "id" = ${MEANT}`;
export const TASKS_OF_CASE = hot<[caseId: string, after: string, size: number]>(
  'A list of the specification.',
).returning(TASK)`
  SELECT ${TASK} FROM "Task" WHERE "caseId" = $1 AND "id" > $2 ORDER BY "id" LIMIT $3`;
export const LOCK_CASE_OF_TASK = lock<[taskId: string]>('What is found stays as it is.').sql`
  SELECT 1 FROM "Case" WHERE "id" = (SELECT "caseId" FROM "Task" WHERE "id" = $1)${CHANGE}`;

export const FINISHED = plan<[before: Date, size: number]>('As the page that follows.').returning(CASE)`
  SELECT ${CASE} FROM "Case" WHERE "finishedAt" < $1 ORDER BY "finishedAt", "id" LIMIT $2`;
export const FINISHED_AFTER = plan<[before: Date, after: string, size: number]>(
  "Prisma's own, with a cursor, reads all that follow.",
).returning(CASE)`
  SELECT ${CASE} FROM "Case"
  WHERE "finishedAt" < $1 AND ("finishedAt", "id") > (SELECT "finishedAt", "id" FROM "Case" WHERE "id" = $2)
  ORDER BY "finishedAt", "id" LIMIT $3`;

/** The ones that were finished first. */
export const TAKE_FINISHED = race<[before: Date, atMost: number]>('Each case is taken by one unit.').returning(
  columnsOf('Case', 'id', 'childId', 'doctorId'),
)`
  SELECT "id", "childId", "doctorId" FROM "Case" WHERE "finishedAt" < $1 ORDER BY "finishedAt", "id" LIMIT $2${SKIP}`;

type Wished = [wishedById: string | null, neededBy: string | null];
type Added = [id: string, caseId: string, title: string, ...Wished];
/** If there is no such case, it fails. */
export const INSERT_TASK = hot<Added>('It is the doctor of the case who has the task: one statement looks and inserts.')
  .sql`
  INSERT INTO "Task" ("id", "caseId", "doctorId", "title", "wishedById", "neededBy")
  VALUES ($1, $2, (SELECT "doctorId" FROM "Case" WHERE "id" = $2), $3, $4, $5)`;
type Closed = [closedAt: Date, caseId: string, id: string, closedById: string | null];
export const CLOSE_TASK = race<Closed>('Its place follows the last.').sql`
  UPDATE "Task" SET "closedAt" = $1, "closedById" = $4,
    "closedPlace" = (SELECT COALESCE(MAX("closedPlace"), 0) + 1 FROM "Task" WHERE "caseId" = $2)
  WHERE "id" = $3`;

type Requested = [id: string, caseId: string, taskId: string, requestedById: string, requestedAt: Date, status: string];
export const INSERT_CERTIFICATION = race<Requested>('At most one of a task is live. Each gets the next place.').sql`
  INSERT INTO "Certification"
    ("id", "caseId", "taskId", "liveTaskId", "requestedById", "requestedAt", "status", "waitsFor", "place")
  SELECT $1, $2, $3, $3, $4, $5, $6, (SELECT "doctorId" FROM "Case" WHERE "id" = $2), COALESCE(MAX("place"), 0) + 1
  FROM "Certification" WHERE "taskId" = $3
  ON CONFLICT DO NOTHING`;

const LAST_OF_CASE = 'SELECT "id" FROM "Certification" WHERE "caseId" = $1 ORDER BY "id" DESC LIMIT 1';
/** The one that was requested before is the newest of the case again. */
export const FORGET_NEWEST = plan<[caseId: string, removed: string]>('What was before is looked up where it is kept.')
  .sql`
  UPDATE "Case" SET "newestCertificationId" = (${LAST_OF_CASE}),
    "certification" = (SELECT "status" FROM "Certification" WHERE "id" = (${LAST_OF_CASE}))
  WHERE "id" = $1 AND "newestCertificationId" = $2`;

const ASKED = ['id', 'caseId', 'taskId', 'requestedById', 'requestedAt', 'status'] as const;
const DECIDED = ['decidedAt', 'decidedById', 'reason', 'statement', 'validUntil'] as const;
const CERTIFIED = ['firstName', 'lastName', 'birthDate', 'doctorName'] as const;
const CERTIFICATION = columnsOf('Certification', ...ASKED, ...DECIDED, ...CERTIFIED);
export const NEWEST_OF_TASK = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).returning(CERTIFICATION)`
  SELECT ${CERTIFICATION} FROM "Certification" WHERE "taskId" = ${MEANT} ORDER BY "place" DESC LIMIT 1`;
/** The newest certification of each of so many tasks, if it has one. */
export const newestOfEach = (tasks: number) =>
  plan<readonly string[]>("Prisma's own reads all certifications of the tasks.").returning(CERTIFICATION)`
    SELECT ${CERTIFICATION} FROM "Certification" WHERE "id" IN (
      SELECT (SELECT "id" FROM "Certification" WHERE "taskId" = t."id" ORDER BY "place" DESC LIMIT 1)
      FROM "Task" t WHERE t."id" IN (${placeholders(tasks)}))`;

const ENDING = {
  'to confirm': '"toConfirm"',
  'handed over': '"handedOver"',
} as const satisfies Record<IssuedList, string>;
/** What a doctor has issued and has to do with, the one that ends first at first; with `$4` what follows that one. */
export const issuedBy = (list: IssuedList, isFurther: boolean) =>
  plan<readonly Value[]>('The pages of a list, each cut from the index of the list.').returning(CERTIFICATION)`
    SELECT ${CERTIFICATION} FROM "Certification"
    WHERE "decidedById" = $1 AND "validUntil" >= $2 AND ${ENDING[list]}${isFurther ? FURTHER : ''}
    ORDER BY "validUntil", "id" LIMIT $3`;
const FURTHER = ' AND ("validUntil", "id") > (SELECT "validUntil", "id" FROM "Certification" WHERE "id" = $4)';

const OF_CHILD = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';
export const TO_CONFIRM_OF_CHILD = plan<[childId: string]>("Prisma's own looks up the case of each row.").returning(
  columnsOf('Certification', 'id', 'decidedById', 'validUntil'),
)`
  SELECT "id", "decidedById", "validUntil" FROM "Certification" WHERE "toConfirm" AND ${OF_CHILD}`;
/** D-30: after each change of what a child is called, and of whose cases are the child's. */
export const COMPARE_IDENTITIES = plan<[childId: string]>('It compares two tables.').sql`
  UPDATE "Certification" SET "toConfirm" = NOT EXISTS (SELECT 1 FROM "Child" c WHERE c."id" = $1
    AND c."firstName" = "Certification"."firstName" AND c."lastName" = "Certification"."lastName"
    AND COALESCE(c."birthDate", '') = COALESCE("Certification"."birthDate", ''))
  WHERE "decidedById" IS NOT NULL AND ${OF_CHILD}`;
export const HAND_OVER_ISSUED = plan<[caseId: string, doctorId: string]>('It compares two columns.').sql`
  UPDATE "Certification" SET "handedOver" = ("decidedById" <> $2) WHERE "caseId" = $1 AND "decidedById" IS NOT NULL`;

type Nullable = string | null;
type Said = [action: string, reason: Nullable, toId: Nullable, fields: Nullable];
const EVENT_FACTS = ['id', 'caseId', 'at', 'byId', 'action', 'reason', 'toId', 'fields', 'byOperator'] as const;
const EVENT = columnsOf('CaseEvent', ...EVENT_FACTS);
const PLACED = 'COALESCE(MAX("place"), 0) + 1 FROM "CaseEvent" WHERE "caseId" = $2';
export const APPEND_EVENT = race<[id: string, caseId: string, at: Date, byId: string, ...Said]>(
  'Its place follows the last. Nobody erases meanwhile whose it is.',
).sql`
  INSERT INTO "CaseEvent" (${EVENT}, "place")
  SELECT $1, $2, $3, (SELECT "id" FROM "Account" WHERE "id" = $4 AND "erasedAt" IS NULL${RELY}), $5, $6, $7, $8,
    false, ${PLACED}`;
export const APPEND_EVENT_OF_OPERATOR = race<[id: string, caseId: string, at: Date, ...Said]>(
  'Its place follows the last.',
).sql`
  INSERT INTO "CaseEvent" (${EVENT}, "place")
  SELECT $1, $2, $3, (SELECT "doctorId" FROM "Case" WHERE "id" = $2), $4, $5, $6, $7, true, ${PLACED}`;

export const EVENTS = hot<[caseId: string, size: number]>('Each history begins so.').returning(EVENT)`
  SELECT ${EVENT} FROM "CaseEvent" WHERE "caseId" = $1 ORDER BY "place" LIMIT $2`;
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

const CASES_OF_CHILD = 'SELECT "id" FROM "Case" WHERE "childId" = $1';
const WITH_YEAR = `"certificationId" IN (
          SELECT "id" FROM "Certification" WHERE "caseId" IN (${CASES_OF_CHILD}) AND "birthDate" IS NOT NULL)`;

type Naming = [childId: string, now: Date, ...disclosed: readonly string[]];
/** Those that are valid, and disclose one of so many, or name a year of birth. */
export const revokeNaming = (disclosures: number, isYear: boolean) =>
  plan<Naming>("Prisma's own query reads all places, and looks up the certificate of each.").sql`
    UPDATE "CertificateStatus" SET "revoked" = 1
    WHERE ("list", "index") IN (
      SELECT "list", "index" FROM "Certificate"
      WHERE "caseId" IN (${CASES_OF_CHILD}) AND "expiresAt" > $2
        AND (${[
          ...(disclosures > 0 ? [`"disclosed" IN (${placeholders(disclosures, 3)})`] : []),
          ...(isYear ? [WITH_YEAR] : []),
        ].join(' OR ')}))
      AND "revoked" = 0`;
