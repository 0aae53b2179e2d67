import { createDirectTrail } from './direct-trail.ts';
import {
  type AuditRecord,
  checkpointAt,
  type Fingerprint,
  listsOf,
  type SealedEntry,
  sealedBeginning,
  type TrailStop,
  type VerifyRanges,
  verifyRange,
  verifyTrail,
  withChildren,
} from './model/audit.ts';
import type { AuditTable, Connected, Database } from './ports/database.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import { ok, type Result } from './result.ts';
import { createSequencer } from './sequencer.ts';

/** Only for an empty store. In a store with an account or a record, somebody has removed the end of the trail. */
export const beginTrail = async ({ reader, transaction }: Database, fingerprint: Fingerprint): Promise<void> => {
  if ((await reader.trail.end()).end) return;
  await transaction(async ({ stores, trail }) => {
    const { end, last } = await trail.end();
    if (!end && last === 0 && !(await stores.accounts.any())) await trail.begin(sealedBeginning(fingerprint));
    return ok(undefined);
  });
};

/** Seals the records of units of work into the trail. */
export const auditedStorage = (database: Database, fingerprint: Fingerprint) => {
  const { reader, transaction, parallel = false, verifyRanges } = database;
  // How audit records get their places depends on whether units of work run at once.
  const trail = parallel
    ? createSequencer(database, fingerprint)
    : createDirectTrail(fingerprint, (work) => write(work));

  /** For an adapter that runs several units in one transaction: begin, run each, finish, commit. */
  const begin = (inside: Connected) => {
    const audit = auditReads(inside.trail, fingerprint);
    const recorded: AuditRecord[] = [];
    return {
      run: async <T, R>(work: (stores: Stores) => Promise<Result<T, R>>): Promise<Result<T, R>> => {
        const own: AuditRecord[] = [];
        const append = async (record: AuditRecord) => void own.push(record);
        const result = await work({ ...inside.stores, audit: { ...audit, append } });
        if (result.ok) recorded.push(...own);
        return result;
      },
      /** Adds the audit records of the units that succeeded. Call the function that it resolves to after the commit. */
      finish: async (): Promise<() => void> => {
        const [first, ...rest] = recorded;
        return first ? trail.add(inside.trail, [first, ...rest]) : () => undefined;
      },
    };
  };

  const write: Storage['write'] = async (work) => {
    let onCommit = (): void => undefined;
    const result = await transaction(async (inside) => {
      const units = begin(inside);
      // Who bounds the time of units passes a `work` that knows of it.
      const outcome = await units.run((stores) => work(stores, async () => true));
      onCommit = await units.finish();
      return outcome;
    });
    onCommit();
    return result;
  };

  const { sequence, settle } = trail;
  const oneByOne = rangesIn(reader.trail, fingerprint);
  const verify: VerifyRanges = (ranges) => (ranges.length > 1 && verifyRanges ? verifyRanges : oneByOne)(ranges);
  const read: Reads = { ...reader.stores, audit: auditReads(reader.trail, fingerprint, settle, verify) };
  return { read, begin, write, sequence };
};

export type AuditedStorage = ReturnType<typeof auditedStorage>;

/** Verifies one range after another. */
export const rangesIn =
  ({ records, lists }: AuditTable, fingerprint: Fingerprint): VerifyRanges =>
  async (ranges) => {
    const page = (after: number, size: number) => records({}, { after, size });
    const stops: (TrailStop | undefined)[] = [];
    for (const range of ranges) {
      stops.push(await verifyRange({ fingerprint, page, lists }, range));
      if (stops.at(-1)) break;
    }
    return stops;
  };

/** `settle` gives all committed records their places before the trail is read. */
const auditReads = (
  table: AuditTable,
  fingerprint: Fingerprint,
  settle = async (): Promise<void> => undefined,
  verify: VerifyRanges = rangesIn(table, fingerprint),
): Reads['audit'] => {
  const end = async () => (await table.end()).end;
  const toLook = ({ seal: _, child: __, ...look }: SealedEntry) => look;
  return {
    records: async (...wanted) => {
      await settle();
      const entries = await table.records(...wanted);
      return withChildren(entries, await table.lists(listsOf(entries)));
    },
    aboutChild: async (...wanted) => {
      await settle();
      return (await table.aboutChild(...wanted)).map(toLook);
    },
    checkpoint: async () => {
      await settle();
      return checkpointAt(fingerprint, await end());
    },
    verify: async (since) => {
      await settle();
      return verifyTrail({ fingerprint, readEnd: end, verify }, since);
    },
  };
};
