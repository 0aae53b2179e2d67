import type { PendingRecord, SealedEntry } from '@health-case/domain/model/audit';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import * as SQL from '../statements/audit.ts';
import type { Value } from '../statements/statement.ts';
import { among, branded, ID, type Stored, toInstant } from './rows.ts';

type Facts = Omit<Stored<Row.AuditPending>, 'source' | 'number'>;

const toRecord = ({ byId, on, childId, at, ...row }: Facts) => ({
  ...row,
  at: toInstant(at),
  by: byId ?? undefined,
  on: on ?? undefined,
  child: childId ?? undefined,
});

const toRow = (record: PendingRecord | SealedEntry): readonly Value[] => {
  const { id, at, requestId, by, action, on, outcome, child, seal } = record;
  const facts = [id, new Date(at), requestId, by ?? null, action, on ?? null, outcome, child ?? null, seal];
  if ('place' in record) return [...facts, record.place];
  return [...facts, record.numbered?.source ?? null, record.numbered?.number ?? null];
};

const toEntry = ({ place, ...row }: Facts & Pick<SealedEntry, 'place'>): SealedEntry =>
  branded<SealedEntry>({ ...toRecord(row), place });

export const auditTable = ({ sql, read, write }: Access): Tables['audit'] => ({
  records: async (query, { after, size }) => {
    const { records, values } = SQL.recordsOf(query, after, size);
    return (await sql.rows(records, ...values)).map(toEntry);
  },
  aboutChild: async (child, { after, size }) => {
    if (after === undefined) return (await sql.rows(SQL.ABOUT_CHILD, child, size)).map(toEntry);
    return (await sql.rows(SQL.ABOUT_CHILD_AFTER, child, size, after)).map(toEntry);
  },
  end: async () => {
    // Two statements: the second sees what was committed while the first waited for its lock.
    const [[end], [last]] = await Promise.all([sql.rows(SQL.END_OF_TRAIL), sql.rows(SQL.LAST_RECORD)]);
    return { end: end && { place: end.place, seal: end.seal, endSeal: end.endSeal }, last: last?.place ?? 0 };
  },
  begin: ({ place, seal, endSeal }) => sql.write(SQL.BEGIN_TRAIL, 1, place, seal, endSeal),
  append: async (entries, { place, seal, endSeal }, sources = []) => {
    await sql.insert(SQL.APPEND_RECORDS, entries.map(toRow));
    for (const { id, records, at, seal } of sources) await sql.write(SQL.SET_SOURCE, id, records, new Date(at), seal);
    await sql.write(SQL.SET_END, 1, place, seal, endSeal);
  },
  addPending: (records) => sql.insert(SQL.ADD_PENDING, records.map(toRow)),
  hasPending: async () => (await read(({ auditPending }) => auditPending.findFirst({ select: ID }))) !== null,
  takePending: async (size) => {
    const taken = (await sql.rows(SQL.TAKE_PENDING, size)).map(({ source, number, ...row }) =>
      branded<PendingRecord>({ ...toRecord(row), numbered: source && number ? { source, number } : undefined }),
    );
    return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
  },
  sources: async (ids) => {
    if (ids.length === 0) return [];
    const rows = await read(({ auditSource }) => auditSource.findMany({ where: { id: among(ids) } }));
    return rows.map(({ at, ...row }) => ({ ...row, at: toInstant(at) }));
  },
  // The transaction has locked the end of the trail before, so no other one changes a source meanwhile.
  sweepSources: (olderThan, atMost) =>
    write(({ auditSource }) => auditSource.deleteMany({ where: { at: { lt: new Date(olderThan) } }, limit: atMost })),
});
