import type { AuditEntry, AuditQuery } from '../model/audit-record.ts';
import type { AuditStore } from '../ports/audit-store.ts';
import { all, type Tables } from './tables.ts';

/** The child, its cases, and their tasks and certifications. */
const idsAround = ({ cases, certifications, tasks }: Tables, childId: string): ReadonlySet<string | undefined> => {
  const caseIds = all(cases, (found) => found.childId === childId).map(({ id }) => id);
  const inCases = ({ caseId }: { caseId: string }) => caseIds.some((id) => id === caseId);
  return new Set<string>([
    childId,
    ...caseIds,
    ...[...all(tasks, inCases), ...all(certifications, inCases)].map(({ id }) => id),
  ]);
};

export const memoryAudit = (tables: Tables): AuditStore => ({
  records: async ({ by, child, from, until }: AuditQuery, { after, size }) => {
    const ids = child && idsAround(tables, child);
    const wanted = (entry: AuditEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (ids === undefined || ids.has(entry.on)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return all(tables.audit, wanted).slice(0, size);
  },
  verify: async (report) => {
    const { size } = tables.audit;
    if (size > 0) report?.(size, size);
    return { sound: true, records: size };
  },
  append: async (record) => {
    const place = tables.audit.size + 1;
    tables.audit.set(place, { ...record, place });
  },
});
