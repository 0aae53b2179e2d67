import { extendTrail, type Fingerprint, type NotedRecord } from './model/audit.ts';
import type { AuditTable } from './ports/database.ts';
import type { Storage, Stores } from './ports/storage.ts';
import { ok, type Result } from './result.ts';
import { hasRecord } from './sequencer.ts';
import { createStoredLists } from './stored-lists.ts';

/** The audit trail of units of work that run one after another. Each gives its records places before its commit. */
export const createDirectTrail = (fingerprint: Fingerprint, write: Storage['write']) => {
  const stored = createStoredLists();
  return {
    add: async (trail: AuditTable, records: readonly NotedRecord[]): Promise<() => void> => {
      const last = { ...(await trail.end()), lists: stored.find };
      const { entries, end, lists } = extendTrail(fingerprint, last, records);
      await trail.append(entries, end, { lists });
      return () => stored.add(lists);
    },
    /** No committed record is without a place. */
    settle: async (): Promise<void> => undefined,
    sequence: async (records: readonly NotedRecord[], isAgain = false): Promise<void> => {
      if (isAgain) stored.forget();
      if (records.length > 0) await write(appending(records, isAgain));
    },
  };
};

/** A unit of work. With `isAgain` it appends nothing if the first record is stored already. */
export const appending =
  (records: readonly NotedRecord[], isAgain: boolean) =>
  async ({ audit }: Stores): Promise<Result<undefined, never>> => {
    if (isAgain && (await hasRecord(audit, records[0]))) return ok(undefined);
    for (const record of records) await audit.append(record);
    return ok(undefined);
  };
