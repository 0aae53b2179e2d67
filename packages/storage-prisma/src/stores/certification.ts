import {
  type Case,
  type Certification,
  type IssuedCertification,
  type IssuedList,
  isLive,
  type RequestedCertification,
  type ToConfirm,
  type WaitingFilter,
} from '@health-case/domain/model/case';
import type { Identity } from '@health-case/domain/model/child';
import { BY_NAME } from '@health-case/domain/model/names';
import type { PageRequest } from '@health-case/domain/model/pages';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../access.ts';
import type { Encryption } from '../encryption.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import { columnsBeside, columnsOf, forEach, hot, placeholders, plan, race, type Value } from '../statement.ts';
import { OF_CERTIFICATION, toCorrect } from './case.ts';
import { COUNT } from './case-lists.ts';
import { among, branded, broken, pageOf, type Stored, toInstant } from './rows.ts';
import { MEANT } from './task.ts';

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
export const READY = plan<[parentId: string, from: string, atMost: number]>(
  "Prisma's own looks up cases and certificates of each row.",
).selecting(CERTIFICATION)`
  WHERE "caseId" IN
    (SELECT c."id" FROM "Parenthood" p JOIN "Case" c ON c."childId" = p."childId" WHERE p."parentId" = $1)
  AND "status" = 'issued' AND "validUntil" >= $2 AND NOT "toConfirm" AND "doctorName" IS NOT NULL
  AND NOT EXISTS
    (SELECT 1 FROM "Certificate" m JOIN "CertificateStatus" s ON s."list" = m."list" AND s."index" = m."index"
     WHERE m."certificationId" = "Certification"."id" AND s."revoked" = 0 AND ("requestedById" <> $1 OR m."madeById" = $1))
  ORDER BY "decidedAt" DESC, "id" DESC LIMIT $3`;
export const NEWEST_OF_TASK = hot<[taskOrCaseId: string]>(OF_CERTIFICATION).selecting(CERTIFICATION)`
  WHERE "taskId" = ${MEANT} ORDER BY "place" DESC LIMIT 1`;
/** The newest certification of each of so many tasks, if it has one. */
export const newestOfEach = forEach(
  (tasks) =>
    plan<readonly string[]>("Prisma's own reads all certifications of the tasks.").selecting(CERTIFICATION)`
    WHERE "id" IN (
      SELECT (SELECT "id" FROM "Certification" WHERE "taskId" = t."id" ORDER BY "place" DESC LIMIT 1)
      FROM "Task" t WHERE t."id" IN (${placeholders(tasks)}))`,
);

const LISTED = {
  'to confirm': '"decidedById" = $1 AND "validUntil" >= $2 AND "toConfirm"',
  'to correct': toCorrect('$2'),
  'handed over': '"decidedById" = $1 AND "validUntil" >= $2 AND "handedOver"',
} as const satisfies Record<IssuedList, string>;
/**
 * What a doctor has to do with, the one that ends first at first; with `$4` what follows that one. Behind one that has
 * no such day any more, as it was revoked, the list begins again.
 */
export const issuedBy = (list: IssuedList, isFurther: boolean) =>
  plan<readonly Value[]>('The pages of a list, each cut from the index of the list.').selecting(CERTIFICATION)`
    WHERE ${LISTED[list]}${isFurther ? FURTHER : ''}
    ORDER BY "validUntil", "id" LIMIT $3`;
const FURTHER = ` AND ("validUntil", "id") > (COALESCE((SELECT "validUntil" FROM "Certification" WHERE "id" = $4), ''), $4)`;

const REQUESTED = columnsOf('Certification', 'id', 'caseId', 'taskId', 'requestedById', 'requestedAt');
/** Of a parent's wish. What has no such day comes last. */
const NEEDED_BY = `COALESCE(CASE WHEN t."wishedById" IS NOT NULL THEN t."dueOn" END, '~')`;
/** Of what waits for a doctor, which is little at any time, all is looked at where it is of some children, or ordered by them, or by a day. */
export const waitingFor = (
  doctors: readonly string[],
  { after, size }: PageRequest<string>,
  { children, byChild, byNeed, backwards }: WaitingFilter,
) => {
  const [way, follows, end] = backwards ? ['DESC', '<', '\u{10ffff}'] : ['ASC', '>', ''];
  const values: Value[] = [after ?? end, size];
  const value = (one: Value): string => `$${values.push(one)}`;
  const ids = among(doctors).in.map(value);
  const whose = `e."waitsFor" ${ids.length === 1 ? `= ${ids[0]}` : `IN (${ids.join(', ')})`}`;
  const ofChildren = children ? [`c."childId" IN (${among(children).in.map(value).join(', ')})`] : [];
  const withCase = 'FROM "Certification" e JOIN "Case" c ON c."id" = e."caseId"';
  const order = (): { readonly from: string; readonly follow: string; readonly by: string } => {
    if (byNeed) {
      const from = `${withCase} JOIN "Task" t ON t."id" = e."taskId"`;
      const last = `COALESCE((SELECT ${NEEDED_BY} ${from} WHERE e."id" = $1), ${value(end)})`;
      const follow = `(${NEEDED_BY}, e."id") ${follows} (${last}, $1)`;
      return { from, follow, by: `${NEEDED_BY} ${way}, e."id" ${way}` };
    }
    if (!byChild) return { from: withCase, follow: `e."id" ${follows} $1`, by: `e."id" ${way}` };
    const [least, most] = [value(BY_NAME), value(`${BY_NAME}\u{10ffff}`)];
    const from = `${withCase} JOIN "PatientWord" w ON w."doctorId" = c."doctorId" AND w."childId" = c."childId"
      AND w."word" >= ${least} AND w."word" < ${most}`;
    const last = `COALESCE((SELECT w."word" ${from} WHERE e."id" = $1), ${backwards ? most : least})`;
    return { from, follow: `(w."word", e."id") ${follows} (${last}, $1)`, by: `w."word" ${way}, e."id" ${way}` };
  };
  const { from, follow, by } = order();
  const wanted = (columns: readonly string[]) => `SELECT ${columns.map((name) => `e."${name}"`).join(', ')} ${from}
    WHERE ${[whose, follow, ...ofChildren].join(' AND ')} ORDER BY ${by} LIMIT $2`;
  return {
    page: plan<readonly Value[]>('The pages of a list in several orders.').returning(
      REQUESTED,
    )`${wanted(REQUESTED.names)}`,
    count: plan<readonly Value[]>('It counts.').returning(COUNT)`SELECT COUNT(*) AS "count" FROM (${wanted(['id'])}) n`,
    values,
  };
};

export const OF_ITS_CASES = '"caseId" IN (SELECT "id" FROM "Case" WHERE "childId" = $1)';
type ToConfirmRow = Pick<Row.Certification, 'id' | 'decidedById' | 'validUntil'> & Pick<Row.Case, 'doctorId'>;
const TO_CONFIRM = columnsBeside<ToConfirmRow>('Certification', 'id', 'decidedById', 'validUntil', 'doctorId');
export const TO_CONFIRM_OF_CHILD = plan<[childId: string]>("Prisma's own looks up the case of each row.").returning(
  TO_CONFIRM,
)`
  SELECT e."id", e."decidedById", e."validUntil", c."doctorId" FROM "Case" c JOIN "Certification" e ON e."caseId" = c."id"
  WHERE c."childId" = $1 AND e."toConfirm"`;
/** D-30: after each change of what a child is called, and of whose cases are the child's. */
export const COMPARE_IDENTITIES = plan<[childId: string]>('It compares two tables.').sql`
  UPDATE "Certification" SET "toConfirm" = NOT EXISTS (SELECT 1 FROM "Child" c WHERE c."id" = $1
    AND c."firstName" = "Certification"."firstName" AND c."lastName" = "Certification"."lastName"
    AND COALESCE(c."birthDate", '') = COALESCE("Certification"."birthDate", '')),
    "doctorId" = (SELECT "doctorId" FROM "Case" WHERE "id" = "Certification"."caseId")
  WHERE "decidedById" IS NOT NULL AND ${OF_ITS_CASES}`;
type Ended = Exclude<Certification, RequestedCertification | IssuedCertification>;

type CertificationRow = Stored<
  Omit<Row.Certification, 'place' | 'liveTaskId' | 'waitsFor' | 'toConfirm' | 'handedOver' | 'doctorId'>
>;

type Asked = Pick<CertificationRow, 'id' | 'caseId' | 'taskId' | 'requestedById' | 'requestedAt'>;
const toRequested = ({ id, caseId, taskId, requestedById: requestedBy, requestedAt }: Asked): RequestedCertification =>
  branded<RequestedCertification>({
    id,
    caseId,
    taskId,
    requestedBy,
    requestedAt: toInstant(requestedAt),
    status: 'requested',
  });

const toCertification = (row: CertificationRow): Certification => {
  const { id, status, reason } = row;
  const requested = toRequested(row);
  if (status === 'requested' && row.decidedAt === null) return requested;
  if (row.decidedAt === null) throw broken('a certification', id);
  const decidedAt = toInstant(row.decidedAt);
  if (status === 'issued') return toIssued(row);
  if ((status === 'rejected' || status === 'revoked') && reason !== null)
    return branded<Ended>({ ...requested, status, decidedAt, reason });
  throw broken('a certification', id);
};

const toIssued = (row: CertificationRow): IssuedCertification => {
  const { id, caseId, taskId, requestedById: requestedBy, decidedById: decidedBy, decidedAt, validUntil } = row;
  const { firstName, lastName, statement } = row;
  if (!decidedAt || !decidedBy || !statement || !validUntil || !firstName || !lastName)
    throw broken('a certification', id);
  return branded<IssuedCertification>({
    id,
    caseId,
    taskId,
    requestedBy,
    requestedAt: toInstant(row.requestedAt),
    status: 'issued',
    decidedAt: toInstant(decidedAt),
    decidedBy,
    statement,
    validUntil,
    certified: branded<Identity>({ firstName, lastName, birthDate: row.birthDate ?? undefined }),
    doctorName: row.doctorName ?? undefined,
  });
};

export const certificationStore = (
  { sql, read, write }: Access,
  { fieldsOf }: Encryption,
): Stores['certifications'] => {
  const { decrypted, decryptedOne, encrypt } = fieldsOf('Certification');
  /** A unit that changed the row of its case twice would lock the child behind it, which others lock before. */
  const saveRow = async (saved: Certification, of?: Pick<Case, 'doctorId'>) => {
    const { id, status } = saved;
    const said = {
      reason: 'reason' in saved ? await encrypt(id, 'reason', saved.reason) : null,
      statement: status === 'issued' ? await encrypt(id, 'statement', saved.statement) : null,
    };
    const issuedIn = status === 'issued' && of;
    const whose = issuedIn ? { handedOver: saved.decidedBy !== of.doctorId, doctorId: of.doctorId } : {};
    const data = { ...toRow(saved), ...said, ...whose };
    await write(({ certification }) => certification.updateMany({ where: { id }, data }));
  };
  const insertOnce: Stores['certifications']['insertOnce'] = async (wanted, of) => {
    const { id, caseId, taskId, requestedBy, requestedAt, status } = wanted;
    const facts = [id, caseId, taskId, requestedBy, new Date(requestedAt), status] as const;
    if ((await sql.count(INSERT_CERTIFICATION, ...facts)) === 1) {
      if (status !== 'requested') await saveRow(wanted, of);
      const newest = { newestCertificationId: id, certification: status };
      await write((client) => client.case.updateMany({ where: { id: caseId }, data: newest }));
      return wanted;
    }
    const where = { liveTaskId: taskId };
    const live = await decryptedOne(
      await read(({ certification }) => certification.findFirst({ where })),
      toCertification,
    );
    // The insert met a live certification of the task, which was decided before it could be read.
    if (!live) throw new Conflict();
    return live;
  };
  return {
    find: async (id) =>
      decryptedOne(await read(({ certification }) => certification.findFirst({ where: { id } })), toCertification),
    newestOf: async (id) => decryptedOne(await sql.one(NEWEST_OF_TASK, id), toCertification),
    newestOfEach: async (taskIds) => {
      if (taskIds.length === 0) return [];
      const tasks = among(taskIds).in;
      return decrypted(await sql.rows(newestOfEach(tasks.length), ...tasks), toCertification);
    },
    ofCase: async (caseId, request) =>
      decrypted(
        await read(({ certification }) => certification.findMany(pageOf({ caseId }, request))),
        toCertification,
      ),
    issuedBy: async (doctorId, list, from, { after, size }) => {
      const rows =
        after === undefined
          ? await sql.rows(issuedBy(list, false), doctorId, from, size)
          : await sql.rows(issuedBy(list, true), doctorId, from, size, after);
      return decrypted(rows, toIssued);
    },
    readyFor: async (parentId, from, atMost) => decrypted(await sql.rows(READY, parentId, from, atMost), toIssued),
    toConfirmOf: async (childId) =>
      (await sql.rows(TO_CONFIRM_OF_CHILD, childId)).map(({ id, decidedById, validUntil, doctorId }) => {
        if (!decidedById || !validUntil) throw broken('a certification', id);
        return branded<ToConfirm>({ id, decidedBy: decidedById, validUntil, doctorId });
      }),
    waitingFor: async (doctors, request, filter = {}) => {
      if (doctors.length === 0 || filter.children?.length === 0) return [];
      const { page, values } = waitingFor(doctors, request, filter);
      return (await sql.rows(page, ...values)).map(toRequested);
    },
    countWaiting: async (doctors, { children }, atMost) => {
      if (doctors.length === 0 || children?.length === 0) return 0;
      const { count, values } = waitingFor(doctors, { after: undefined, size: atMost }, { children });
      return Number((await sql.one(count, ...values))?.count ?? 0);
    },
    insertOnce,
    remove: async ({ id, caseId }) => {
      await write(({ certification }) => certification.deleteMany({ where: { id } }));
      await sql.write(FORGET_NEWEST, caseId, id);
    },
    replace: async (revoked, issued, of) => {
      await saveRow(revoked);
      await insertOnce(issued, of);
    },
    save: async (saved, of) => {
      await saveRow(saved, of);
      const newest = { id: saved.caseId, newestCertificationId: saved.id };
      await write((client) => client.case.updateMany({ where: newest, data: { certification: saved.status } }));
    },
  };
};

/** What changes with its status. Whoever issues or confirms it has seen the child as it is called now. */
const toRow = (saved: Certification) => {
  const issued = saved.status === 'issued' ? saved : undefined;
  return {
    status: saved.status,
    liveTaskId: isLive(saved) ? saved.taskId : null,
    ...(saved.status !== 'requested' && { waitsFor: null }),
    decidedAt: 'decidedAt' in saved ? new Date(saved.decidedAt) : null,
    decidedById: issued?.decidedBy ?? null,
    validUntil: issued?.validUntil ?? null,
    firstName: issued?.certified.firstName ?? null,
    lastName: issued?.certified.lastName ?? null,
    birthDate: issued?.certified.birthDate ?? null,
    doctorName: issued?.doctorName ?? null,
    toConfirm: false,
  };
};
