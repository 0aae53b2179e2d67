import {
  type AuditEntry,
  type AuditQuery,
  checkpointAt,
  extendTrail,
  type SealedEntry,
  verifyTrail,
} from '../model/audit.ts';
import type { AuditStore } from '../ports/storage.ts';
import { checksum } from './checksum.ts';
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

const withoutSeal = ({ seal: _, ...entry }: SealedEntry): AuditEntry => entry;

export const memoryAudit = (tables: Tables): AuditStore => ({
  records: async ({ by, child, from, until }: AuditQuery, { after, size }) => {
    const ids = child && idsAround(tables, child);
    const wanted = (entry: AuditEntry): boolean =>
      entry.place > after &&
      (by === undefined || entry.by === by) &&
      (ids === undefined || entry.child === child || ids.has(entry.on)) &&
      (from === undefined || entry.at >= from) &&
      (until === undefined || entry.at < until);
    return all(tables.audit, wanted).slice(0, size).map(withoutSeal);
  },
  checkpoint: async () => checkpointAt(checksum, tables.auditEnd.get(1)),
  verify: (verification) =>
    verifyTrail(
      {
        fingerprint: checksum,
        page: async (after, size) => all(tables.audit, ({ place }) => place > after).slice(0, size),
        end: async () => tables.auditEnd.get(1),
      },
      verification,
    ),
  append: async (record) => {
    const last = [...tables.audit.keys()].at(-1) ?? 0;
    const { entries, end } = extendTrail(checksum, { end: tables.auditEnd.get(1), last }, [record]);
    for (const entry of entries) tables.audit.set(entry.place, entry);
    tables.auditEnd.set(1, end);
  },
});
