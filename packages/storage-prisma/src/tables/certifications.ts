import {
  type Certification,
  type IssuedCertification,
  isLive,
  type RequestedCertification,
  type ToConfirm,
} from '@health-case/domain/model/case';
import type { Identity } from '@health-case/domain/model/child';
import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { Conflict } from '../failures.ts';
import type * as Row from '../generated/sqlite/client.ts';
import type { Sealer } from '../sealer.ts';
import * as SQL from '../statements/cases.ts';
import { among, branded, broken, modelOf, pageOf, type Stored, toInstant } from './rows.ts';

type Ended = Exclude<Certification, RequestedCertification | IssuedCertification>;

type CertificationRow = Stored<
  Omit<Row.Certification, 'place' | 'liveTaskId' | 'waitsFor' | 'toConfirm' | 'handedOver'>
>;

type Asked = Pick<CertificationRow, 'id' | 'caseId' | 'taskId' | 'requestedById' | 'requestedAt'>;
const toRequested = ({ id, caseId, taskId, requestedById: requestedBy, requestedAt }: Asked): RequestedCertification =>
  branded<RequestedCertification>({
    ...{ id, caseId, taskId, requestedBy, requestedAt: toInstant(requestedAt) },
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
    ...{ id, caseId, taskId, requestedBy, requestedAt: toInstant(row.requestedAt), status: 'issued' },
    ...{ decidedAt: toInstant(decidedAt), decidedBy, statement, validUntil },
    certified: branded<Identity>({ firstName, lastName, birthDate: row.birthDate ?? undefined }),
    doctorName: row.doctorName ?? undefined,
  });
};

export const certificationStore = ({ sql, read, write }: Access, { fieldsOf }: Sealer): Stores['certifications'] => {
  const { opened, openedOne, seal } = fieldsOf('Certification', 'reason', 'statement');
  return {
    find: async (id) =>
      modelOf(
        await openedOne(await read(({ certification }) => certification.findFirst({ where: { id } }))),
        toCertification,
      ),
    newestOf: async (id) => modelOf(await openedOne((await sql.rows(SQL.NEWEST_OF_TASK, id))[0]), toCertification),
    newestOfEach: async (taskIds) => {
      if (taskIds.length === 0) return [];
      const tasks = among(taskIds).in;
      return (await opened(await sql.rows(SQL.newestOfEach(tasks.length), ...tasks))).map(toCertification);
    },
    ofCase: async (caseId, request) =>
      (await opened(await read(({ certification }) => certification.findMany(pageOf({ caseId }, request))))).map(
        toCertification,
      ),
    issuedBy: async (doctorId, list, from, { after, size }) => {
      const rows =
        after === undefined
          ? await sql.rows(SQL.issuedBy(list, false), doctorId, from, size)
          : await sql.rows(SQL.issuedBy(list, true), doctorId, from, size, after);
      return (await opened(rows)).map(toIssued);
    },
    toConfirmOf: async (childId) =>
      (await sql.rows(SQL.TO_CONFIRM_OF_CHILD, childId)).map(({ id, decidedById, validUntil }) => {
        if (!decidedById || !validUntil) throw broken('a certification', id);
        return branded<ToConfirm>({ id, decidedBy: decidedById, validUntil });
      }),
    waitingFor: async (waitsFor, request) =>
      (await read(({ certification }) => certification.findMany(pageOf({ waitsFor }, request)))).map(toRequested),
    insertOnce: async (wanted) => {
      const { id, caseId, taskId, requestedBy, requestedAt, status } = wanted;
      const facts = [id, caseId, taskId, requestedBy, new Date(requestedAt), status] as const;
      if ((await sql.count(SQL.INSERT_CERTIFICATION, ...facts)) === 1) {
        const newest = { newestCertificationId: id, certification: status };
        await write((client) => client.case.updateMany({ where: { id: caseId }, data: newest }));
        return wanted;
      }
      const where = { liveTaskId: taskId };
      const live = await openedOne(await read(({ certification }) => certification.findFirst({ where })));
      // The insert met a live certification of the task, which was decided before it could be read.
      if (!live) throw new Conflict();
      return toCertification(live);
    },
    remove: async ({ id, caseId }) => {
      await write(({ certification }) => certification.deleteMany({ where: { id } }));
      await sql.write(SQL.FORGET_NEWEST, caseId, id);
    },
    save: async (saved) => {
      const { id, caseId, status } = saved;
      const said = {
        reason: 'reason' in saved ? await seal(id, 'reason', saved.reason) : null,
        statement: saved.status === 'issued' ? await seal(id, 'statement', saved.statement) : null,
      };
      const data = { ...toRow(saved), ...said };
      await write(({ certification }) => certification.updateMany({ where: { id }, data }));
      const newest = { id: caseId, newestCertificationId: id };
      await write((client) => client.case.updateMany({ where: newest, data: { certification: status } }));
    },
  };
};

/**
 * What changes with its status, besides its texts. Whoever issues or confirms it has seen the
 * child as it is called now.
 */
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
