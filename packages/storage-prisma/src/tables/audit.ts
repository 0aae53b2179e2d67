import { type ChildList, epochOf, type PendingRecord, type SealedEntry } from '@health-case/domain/model/audit';
import type { ChildId, ChildListId } from '@health-case/domain/model/values';
import type { AuditTable } from '@health-case/domain/ports/database';
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
  return [...facts, record.numbered.source, record.numbered.number];
};

const toEntry = ({ place, ...row }: Facts & Pick<SealedEntry, 'place'>): SealedEntry =>
  branded<SealedEntry>({ ...toRecord(row), place });

const LISTS_AT_ONCE = 100;
type ListedRow = Row.ListedChild;

/** Rows of one list with another epoch are another list: verification finds both wrong. */
const toLists = (rows: readonly ListedRow[]): readonly ChildList[] =>
  [...Map.groupBy(rows, ({ listId, epoch }) => `${listId} ${epoch}`).values()].flatMap((listed) => {
    const [first] = listed;
    const children = listed.map(({ childId }) => branded<ById<ChildId>>({ id: childId }).id);
    return first ? { ...branded<ById<ChildListId>>({ id: first.listId }), epoch: first.epoch, children } : [];
  });
type ById<Id> = { readonly id: Id };

/** Places stay below it, and epochs below 2 ** 31. */
const NO_PLACE = 2 ** 46;

/** The newest records about a child: those that are about it alone, and about lists of it, of each so many. */
const newestAbout = async ({ sql, read }: Pick<Access, 'sql' | 'read'>, child: ChildId, request: AboutRequest) => {
  const { after, size } = request;
  const before = after === undefined ? NO_PLACE : (await sql.rows(SQL.PLACE_OF, after))[0]?.place;
  if (before === undefined) return [];
  const merged = await read(({ mergedChild }) => mergedChild.findMany({ where: { childId: child }, select: ID }));
  const found = await Promise.all(
    [child, ...merged.map(({ id }) => id)].flatMap((one) => [
      sql.rows(SQL.NEWEST_ABOUT, one, before, size),
      newestListed(sql, one, before, size),
    ]),
  );
  const byPlace = new Map(found.flat().map((row) => [row.place, row]));
  return [...byPlace.values()].sort((one, other) => other.place - one.place).slice(0, size);
};
type AboutRequest = Parameters<AuditTable['aboutChild']>[1];

/** An epoch has so many records at most. */
const newestListed = async (sql: Access['sql'], child: string, before: number, size: number) => {
  const found: Listed[] = [];
  let last = epochOf(before);
  while (found.length < size) {
    const [next] = await sql.rows(SQL.EPOCH_OF_LISTS, child, last);
    if (!next) break;
    found.push(...(await sql.rows(SQL.NEWEST_LISTED, child, before, size - found.length, next.epoch)));
    last = next.epoch - 1;
  }
  return found;
};
type Listed = Facts & Pick<SealedEntry, 'place'>;

export const auditTable = ({ sql, read, write }: Access): AuditTable => ({
  records: async (query, { after, size }) => {
    const { records, values } = SQL.recordsOf(query, after, size);
    return (await sql.rows(records, ...values)).map(toEntry);
  },
  aboutChild: async (child, request) => (await newestAbout({ sql, read }, child, request)).map(toEntry),
  end: async () => {
    // Two statements: the second sees what was committed while the first waited for its lock.
    const [[end], [last]] = await Promise.all([sql.rows(SQL.END_OF_TRAIL), sql.rows(SQL.LAST_RECORD)]);
    return { end: end && { place: end.place, seal: end.seal, endSeal: end.endSeal }, last: last?.place ?? 0 };
  },
  begin: ({ place, seal, endSeal }) => sql.write(SQL.BEGIN_TRAIL, 1, place, seal, endSeal),
  append: async (entries, { place, seal, endSeal }, { lists = [], sources = [] } = {}) => {
    await sql.insert(SQL.APPEND_RECORDS, entries.map(toRow));
    const listed = lists.flatMap(({ id, epoch, children }) => children.map((child) => [child, epoch, id]));
    if (listed.length > 0) await sql.insert(SQL.ADD_LISTED, listed);
    for (const { id, records, at, seal } of sources) await sql.write(SQL.SET_SOURCE, id, records, new Date(at), seal);
    await sql.write(SQL.SET_END, 1, place, seal, endSeal);
  },
  lists: async (ids) => {
    const rows: ListedRow[] = [];
    for (let from = 0; from < ids.length; from += LISTS_AT_ONCE) {
      const where = { listId: among(ids.slice(from, from + LISTS_AT_ONCE)) };
      rows.push(...(await read(({ listedChild }) => listedChild.findMany({ where }))));
    }
    return toLists(rows);
  },
  addPending: (records) => sql.insert(SQL.ADD_PENDING, records.map(toRow)),
  hasPending: async () => (await read(({ auditPending }) => auditPending.findFirst({ select: ID }))) !== null,
  takePending: async (size) => {
    const taken = (await sql.rows(SQL.TAKE_PENDING, size)).map(({ source, number, ...row }) =>
      branded<PendingRecord>({ ...toRecord(row), numbered: { source, number } }),
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
