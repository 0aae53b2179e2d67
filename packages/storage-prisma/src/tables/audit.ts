import type { PendingRecord, SealedEntry } from '@health-case/domain/model/audit';
import type { Tables } from '@health-case/domain/ports/tables';
import type { Access } from '../client.ts';
import type * as Row from '../generated/sqlite/client.ts';
import {
  ADD_PENDING,
  APPEND_RECORDS,
  BEGIN_TRAIL,
  END_OF_TRAIL,
  LAST_RECORD,
  recordsOf,
  SET_END,
  SET_SOURCE,
  TAKE_PENDING,
} from '../statements/audit.ts';
import type { Value } from '../statements/statement.ts';
import { brand, brandOrNone, type Stored, toInstant } from './rows.ts';

type Facts = Omit<Stored<Row.AuditPending>, 'source' | 'number'>;

/** Nothing is checked: a record that somebody has changed must be read, to be found unsound. */
const toRecord = ({ id, at, requestId, byId, action, on, outcome, childId, seal }: Facts) => ({
  id: brand<SealedEntry['id']>(id),
  at: toInstant(at),
  requestId,
  by: brandOrNone<NonNullable<SealedEntry['by']>>(byId),
  action,
  on: on ?? undefined,
  outcome: brand<SealedEntry['outcome']>(outcome),
  child: brandOrNone<NonNullable<SealedEntry['child']>>(childId),
  seal,
});

const toRow = (record: PendingRecord | SealedEntry): readonly Value[] => {
  const { id, at, requestId, by, action, on, outcome, child, seal } = record;
  const facts = [id, new Date(at), requestId, by ?? null, action, on ?? null, outcome, child ?? null, seal];
  if ('place' in record) return [...facts, record.place];
  return [...facts, record.numbered?.source ?? null, record.numbered?.number ?? null];
};

export const auditTable = ({ sql, read, write }: Access): Tables['audit'] => ({
  records: async (query, { after, size }) => {
    const { records, values } = recordsOf(query, after, size);
    return (await sql.rows(records, ...values)).map((row) => ({ ...toRecord(row), place: row.place }));
  },
  end: async () => {
    // Two statements: the second sees what was committed while the first waited for its lock.
    const [[end], [last]] = await Promise.all([sql.rows(END_OF_TRAIL), sql.rows(LAST_RECORD)]);
    return { end: end && { place: end.place, seal: end.seal, endSeal: end.endSeal }, last: last?.place ?? 0 };
  },
  begin: ({ place, seal, endSeal }) => sql.write(BEGIN_TRAIL, 1, place, seal, endSeal),
  append: async (entries, { place, seal, endSeal }, sources = []) => {
    await sql.insert(APPEND_RECORDS, entries.map(toRow));
    for (const { id, records, at, seal } of sources) await sql.write(SET_SOURCE, id, records, new Date(at), seal);
    await sql.write(SET_END, 1, place, seal, endSeal);
  },
  addPending: (records) => sql.insert(ADD_PENDING, records.map(toRow)),
  hasPending: async () => (await read(({ auditPending }) => auditPending.findFirst({ select: { id: true } }))) !== null,
  takePending: async (size) => {
    const taken = (await sql.rows(TAKE_PENDING, size)).map(({ source, number, ...row }) => ({
      ...toRecord(row),
      numbered: source && number ? { source, number } : undefined,
    }));
    return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
  },
  sources: async (ids) => {
    const rows = await read(({ auditSource }) => auditSource.findMany({ where: { id: { in: [...ids] } } }));
    return rows.map(({ at, ...row }) => ({ ...row, at: toInstant(at) }));
  },
  // Whoever sweeps has the end of the trail, so nobody changes a source meanwhile.
  sweepSources: (olderThan, atMost) =>
    write(({ auditSource }) => auditSource.deleteMany({ where: { at: { lt: new Date(olderThan) } }, limit: atMost })),
});
