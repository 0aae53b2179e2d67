import { type Certification, isLive, type WaitingFilter } from '../../src/model/case.ts';
import { BY_NAME, compareCodePoints, wordsOfPatient } from '../../src/model/names.ts';
import type { AccountId } from '../../src/model/values.ts';
import type { Stores } from '../../src/ports/storage.ts';
import { isRevoked, issuedBy, isToConfirm, ofDoctors, revoke, taskMeant, toCorrect } from './case.ts';
import { by, following, type MemoryTables, type Sync } from './table.ts';

type CertificationStores = Pick<Stores, 'certificates' | 'certifications' | 'statusLists'>;

export const certificationStores = (tables: MemoryTables): Sync<CertificationStores> => ({
  certifications: certificationStore(tables),
  certificates: certificateStore(tables),
  statusLists: statusListStore(tables),
});

const certificationStore = (tables: MemoryTables): Sync<CertificationStores>['certifications'] => {
  const { cases, certifications, children, tasks } = tables;
  const waiting = (doctors: readonly AccountId[], { children: wanted }: WaitingFilter) =>
    certifications
      .all({})
      .filter((one) => one.status === 'requested')
      .filter(({ caseId }) => {
        const of = cases.find(caseId);
        return ofDoctors(doctors)(of) && of !== undefined && (wanted?.includes(of.childId) ?? true);
      });
  const newestOf = (taskId: string | undefined) => certifications.all((one) => one.taskId === taskId).at(-1);
  return {
    find: certifications.find,
    newestOf: (id) => newestOf(taskMeant(tables, id)?.id),
    newestOfEach: (taskIds) => taskIds.flatMap((taskId) => newestOf(taskId) ?? []),
    ofCase: (caseId, request) => certifications.page({ caseId }, request),
    issuedBy: (doctorId, list, from, request) => {
      const isOwn = ofDoctors([doctorId]);
      const ofAnother = () => issuedBy(tables, doctorId, from).filter((one) => !isOwn(cases.find(one.caseId)));
      const toConfirm = () => issuedBy(tables, doctorId, from).filter((one) => isToConfirm(tables, one));
      const listed = {
        'to confirm': toConfirm,
        'to correct': () => toCorrect(tables, doctorId, from),
        'handed over': ofAnother,
      }[list]();
      return following(listed.sort(by('validUntil', 'id')), request);
    },
    readyFor: (parentId, from, atMost) =>
      certifications
        .all({})
        .filter((one) => one.status === 'issued')
        .filter(({ caseId, validUntil, doctorName }) => {
          const childId = cases.find(caseId)?.childId;
          const isOwn = childId !== undefined && tables.parenthoods.any({ parentId, childId });
          return isOwn && validUntil >= from && doctorName !== undefined;
        })
        .filter(({ id, requestedBy }) => {
          const own = requestedBy === parentId && { madeBy: parentId };
          return tables.certificates.all({ certificationId: id, ...own }).every((made) => isRevoked(tables, made));
        })
        .filter((one) => !isToConfirm(tables, one))
        .sort((one, other) => other.decidedAt - one.decidedAt || compareCodePoints(other.id, one.id))
        .slice(0, atMost),
    toConfirmOf: (childId) =>
      certifications
        .all(({ caseId }) => cases.find(caseId)?.childId === childId)
        .filter((one) => one.status === 'issued')
        .filter((one) => isToConfirm(tables, one))
        .flatMap(({ id, caseId, decidedBy, validUntil }) => {
          const of = cases.find(caseId);
          return of ? [{ id, decidedBy, validUntil, doctorId: of.doctorId }] : [];
        }),
    waitingFor: (doctors, { after, size }, { byChild, byNeed, backwards, ...filter } = {}) => {
      const childOf = ({ caseId }: Certification) => children.find(cases.find(caseId)?.childId);
      const keyOf = (one: Certification) => {
        const { wishedBy, dueOn = '~' } = (byNeed && tasks.find(one.taskId)) || {};
        if (byNeed) return `${wishedBy ? dueOn : '~'} ${one.id}`;
        const child = byChild && childOf(one);
        return `${child ? wordsOfPatient(child).find((word) => word.startsWith(BY_NAME)) : ''} ${one.id}`;
      };
      const sorted = waiting(doctors, filter).toSorted((one, other) => compareCodePoints(keyOf(one), keyOf(other)));
      const last = certifications.find(after);
      const place = byChild || byNeed ? last && keyOf(last) : after && ` ${after}`;
      const follows = (one: Certification) =>
        place === undefined || compareCodePoints(keyOf(one), place) * (backwards ? -1 : 1) > 0;
      return (backwards ? sorted.reverse() : sorted).filter(follows).slice(0, size);
    },
    countWaiting: (doctors, filter, atMost) => Math.min(waiting(doctors, filter).length, atMost),
    insertOnce: (wanted) => {
      const live = certifications.all({ taskId: wanted.taskId }).find(isLive);
      if (!live) certifications.put(wanted);
      return live ?? wanted;
    },
    replace: (revoked, issued) => {
      certifications.save(revoked);
      certifications.put(issued);
    },
    remove: ({ id }) => void certifications.delete(id),
    save: certifications.save,
  };
};

const certificateStore = (tables: MemoryTables): Sync<CertificationStores>['certificates'] => {
  const { cases, certificates, certifications, statuses } = tables;
  return {
    find: (id) => certificates.all((one) => one.id === id && !isRevoked(tables, one))[0],
    insert: (certificate) => {
      const isFree = statuses.insert({ ...certificate.status, isRevoked: false });
      if (isFree) certificates.put(certificate);
      return isFree;
    },
    ofCase: (caseId, request) => certificates.page({ caseId }, request),
    validOf: (caseId) => certificates.all((one) => one.caseId === caseId && !isRevoked(tables, one)),
    revoke: (id) => revoke(tables, (one) => one.id === id),
    countOf: (certificationId, madeBy) => certificates.all({ certificationId, madeBy }).length,
    revokeAllOf: (id) => revoke(tables, ({ certificationId }) => certificationId === id),
    revokeNaming: (child, wrong, now) =>
      revoke(tables, ({ caseId, certificationId, disclosed, expiresAt }) => {
        if (cases.find(caseId)?.childId !== child || expiresAt <= now) return false;
        const found = certifications.find(certificationId);
        const hasYear = found?.status === 'issued' && found.certified.birthDate !== undefined;
        return wrong.disclosed.includes(disclosed) || (wrong.isYear && hasYear);
      }),
  };
};

const statusListStore = ({ statuses }: MemoryTables): Sync<CertificationStores>['statusLists'] => ({
  newest: () => Math.max(0, ...statuses.all({}).map(({ list }) => list)),
  countRevoked: (list) => statuses.all({ list, isRevoked: true }).length,
  revoked: (list, { after, size }) =>
    statuses
      .all({ list, isRevoked: true })
      .map(({ index }) => index)
      .filter((index) => index > after)
      .sort((one, other) => one - other)
      .slice(0, size),
});
