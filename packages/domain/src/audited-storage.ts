import {
  type AuditRecord,
  checkpointAt,
  extendTrail,
  type Fingerprint,
  type KnownLists,
  listsOf,
  type NewList,
  type NotedRecord,
  type PendingRecord,
  type SealedEntry,
  type SealedSource,
  sealedBeginning,
  sealPending,
  type TrailStop,
  type VerifyRanges,
  verifyRange,
  verifyTrail,
  withChildren,
} from './model/audit.ts';
import { type ChildListId, DAY, type Instant, later } from './model/values.ts';
import type { AuditTable, Connected, Database } from './ports/database.ts';
import type { Reads, Storage, Stores } from './ports/storage.ts';
import { ok, type Result } from './result.ts';

const AT_ONCE = 500;

/** After a day without a record, a connection begins a new source. A source without a record for a week has ended. */
const SOURCE_LIFE = DAY;
const SOURCE_MEMORY = 7 * DAY;
const SWEPT_AT_ONCE = 10;

/**
 * The audit trail of units of work that run at once (P-09). Each leaves its records pending; `sequence` gives them
 * places. The records of a connection are a source: committed one after another, so a gap in their numbers shows a
 * loss.
 */
const createSequencer = ({ reader, transaction }: Database, fingerprint: Fingerprint) => {
  const sources = new WeakMap<AuditTable, PendingRecord['numbered'] & { readonly at: Instant }>();
  /** By source, the last record that this process has committed, until the trail is known to have it. */
  const committed = new Map<string, { readonly number: number; readonly at: Instant }>();
  const stored = createStoredLists();

  const add = async (trail: AuditTable, records: readonly [AuditRecord, ...AuditRecord[]]): Promise<() => void> => {
    const { id, at } = records[0];
    const known = sources.get(trail);
    const { source, number: before } = known && at < later(known.at, SOURCE_LIFE) ? known : { source: id, number: 0 };
    const last = { source, number: before + records.length, at };
    sources.set(trail, last);
    const pending = records.map((record, index) =>
      sealPending(fingerprint, record, { source, number: before + index + 1 }),
    );
    await trail.addPending(pending);
    return () => void committed.set(source, last);
  };

  const confirm = (sequenced: readonly SealedSource[]): void => {
    for (const { id, records } of sequenced) {
      const last = committed.get(id);
      if (last && last.number <= records) committed.delete(id);
    }
  };

  const isBehind = async (): Promise<boolean> => {
    const expected = [...committed.keys()];
    if (await reader.trail.hasPending()) return true;
    if (expected.length === 0) return false;
    confirm(await reader.trail.sources(expected));
    return expected.some((source) => committed.has(source));
  };

  /** Whether another process holds the end. If no reader finds it either, somebody has removed it. */
  const isTaken = async ({ end }: Awaited<ReturnType<AuditTable['end']>>): Promise<boolean> =>
    end === undefined && (await reader.trail.end()).end !== undefined;

  /**
   * Appends a page of pending records in the order of their ids, then the given ones. True if some may be left for this
   * process. With `ifFree` it leaves pending ones to another process that extends the trail.
   */
  const sequenceSome = async (given: readonly NotedRecord[], isAgain: boolean, ifFree: boolean): Promise<boolean> => {
    let taken: readonly PendingRecord[] = [];
    let sequenced: readonly SealedSource[] = [];
    let lists: readonly NewList[] = [];
    await transaction(async ({ trail }) => {
      // Records are committed while this reads. Those copied here were committed before, so each is pending or has a place.
      const expected = new Map(committed);
      // This comes first: it locks the end of the trail, so that a second sequencer waits, or has nothing to do.
      const last = await trail.end(ifFree);
      if (ifFree && (await isTaken(last))) return ok(undefined);
      const added = isAgain && (await hasRecord(trail, given[0])) ? [] : given;
      taken = await trail.takePending(AT_ONCE);
      const all = taken.length < AT_ONCE ? expected : undefined;
      const ids = taken.map(({ numbered }) => numbered.source);
      const found = await trail.sources([...new Set([...ids, ...(all?.keys() ?? [])])]);
      const extended = extendTrail(
        fingerprint,
        { ...last, sources: found, lists: stored.find },
        [...taken, ...added],
        all,
      );
      await appendTo(trail, extended);
      lists = extended.lists;
      sequenced = [...found, ...extended.sources];
      return ok(undefined);
    });
    confirm(sequenced);
    stored.add(lists);
    return taken.length === AT_ONCE;
  };

  const sequence = async (records: readonly NotedRecord[], isAgain = false, ifFree = true): Promise<void> => {
    if (isAgain) stored.forget();
    let [given, isMore] = [records, true];
    while (given.length > 0 || (isMore && (await isBehind()))) {
      isMore = await sequenceSome(given.slice(0, AT_ONCE), isAgain, ifFree && given.length === 0);
      given = given.slice(AT_ONCE);
    }
  };

  return { add, sequence, settle: () => sequence([], false, false) };
};

const appendTo = async (trail: AuditTable, { entries, end, lists, sources }: ReturnType<typeof extendTrail>) => {
  if (entries.length > 0 || sources.length > 0) await trail.append(entries, end, { lists, sources });
  const newest = entries.at(-1);
  if (newest) await trail.sweepSources(later(newest.at, -SOURCE_MEMORY), SWEPT_AT_ONCE);
};

/** Records of one millisecond are fewer than this. */
const MOST_PER_MILLISECOND = 10_000;

const hasRecord = async ({ records }: Pick<Reads['audit'], 'records'>, wanted?: AuditRecord): Promise<boolean> => {
  if (!wanted) return false;
  const found = await records(
    { from: wanted.at, until: later(wanted.at, 1) },
    { after: 0, size: MOST_PER_MILLISECOND },
  );
  return found.some(({ id }) => id === wanted.id);
};

/** Of texts. It bounds the memory, whatever the number and length of lists. */
const MOST_CHARACTERS = 4_000_000;

/** The lists of an epoch that this process has committed: the same pages are read again and again, and stored once. */
export const createStoredLists = () => {
  const ids = new Map<string, ChildListId>();
  let [current, characters] = [0, 0];
  /** Also for an outage: another host may have taken over that lacks the last of them. */
  const forget = (): void => {
    ids.clear();
    characters = 0;
  };
  const find: KnownLists = (epoch, text) => (epoch === current ? ids.get(text) : undefined);
  return {
    find,
    forget,
    add: (lists: readonly NewList[]): void => {
      for (const { id, epoch, text } of lists) {
        if (epoch !== current || characters > MOST_CHARACTERS) forget();
        current = epoch;
        characters += text.length;
        ids.set(text, id);
      }
    },
  };
};

/** The audit trail of units of work that run one after another. Each gives its records places before its commit. */
const createDirectTrail = (fingerprint: Fingerprint, write: Storage['write']) => {
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
