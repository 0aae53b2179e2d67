import type { MemoryTables } from '@health-case/domain/memory-tables';
import type { SealedEnd, SealedEntry } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';

/** A row as the store keeps it, with the store's own columns besides. */
type Row = { readonly place: number; readonly seal: string; readonly [column: string]: unknown };
export type TrailRows = { readonly records: readonly Row[]; readonly end: Row | undefined };
export type Change = (stored: TrailRows) => TrailRows;

/** An empty store, and a way to change its audit trail past the port, as somebody who can write to the database could. */
export type Harness = {
  readonly storage: Storage;
  /** Resolves to the store over the changed trail: the same one, or opened anew. */
  readonly tamper: (change: Change) => Promise<Storage>;
};

/** For stores over the reference implementation's tables. */
export const tamperWithTables = ({ audit, auditEnd }: MemoryTables, change: Change): void => {
  const { records, end } = change({ records: [...audit.values()], end: auditEnd.get(1) });
  audit.clear();
  for (const record of records) audit.set(record.place, record as unknown as SealedEntry);
  auditEnd.clear();
  if (end) auditEnd.set(1, end as unknown as SealedEnd);
};
