import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';

/** Milliseconds that a record waits at most. The port allows a second: the rest is for the write. */
const INTERVAL = 250;
const MOST_WAITING = 100_000;
/** Some 5 ms of the event loop (P-21). Each commit writes pages of all indexes, so fewer would take longer in all. */
const UNIT = 250;

/**
 * Writes noted records and sequences those of units of work: four times a second, and whenever a unit is full. `report`
 * receives the first error of an outage.
 */
export const createBatchedAuditTrail = (storage: Storage, report: (error: unknown) => void) => {
  let waiting: AuditRecord[] = [];
  let running: Promise<void> | undefined;
  let isReported = false;

  /** The records of the last write, if it failed: it may have stored them. */
  let failed: readonly AuditRecord[] = [];

  /** Writes what waits now. Records of a failed write, and those noted meanwhile, are written at the next interval. */
  const writeAll = async (): Promise<void> => {
    let left = waiting.length;
    do {
      const isAgain = failed.length > 0;
      const batch = isAgain ? failed : waiting.slice(0, Math.min(left, UNIT));
      failed = batch;
      await storage.sequence(batch, isAgain);
      failed = [];
      waiting = waiting.slice(batch.length);
      left -= batch.length;
    } while (left > 0);
  };
  /**
   * One write at a time: records stay in `waiting` until their write has ended, so a second write would repeat them.
   */
  const write = async (): Promise<void> => {
    running ??= writeAll();
    await running.finally(() => {
      running = undefined;
    });
  };
  const writeOrReport = async (): Promise<void> => {
    try {
      await write();
      isReported = false;
    } catch (error) {
      if (!isReported) report(error);
      isReported = true;
    }
  };
  const timer = setInterval(() => running ?? writeOrReport(), INTERVAL).unref();

  return {
    note: (record: AuditRecord): void => {
      if (waiting.length >= MOST_WAITING) {
        throw new Unavailable('store', 'The audit trail cannot be written.', { retryAfterSeconds: 5 });
      }
      waiting.push(record);
      if (waiting.length >= UNIT && !running && failed.length === 0) void writeOrReport();
    },
    /** How many records are not written yet. */
    waiting: (): number => waiting.length,
    /** Writes the rest. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await running?.catch(() => undefined);
      await write();
    },
  };
};
