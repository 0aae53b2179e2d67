import { Unavailable } from '@health-case/domain/errors';
import type { NotedRecord } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';

/**
 * Milliseconds that a record waits at most. The port allows a second: the rest is for the write. A longer interval writes
 * less, as records of one account, or about one list, share pages of the indexes.
 */
const INTERVAL = 500;
const MOST_WAITING = 100_000;
/** Characters of children for which a record waits like another one. */
const CHILDREN_AS_ONE = 500;
const weightOf = ({ children = '' }: NotedRecord): number => 1 + children.length / CHILDREN_AS_ONE;

/** Twice a second, calls `sequence` with the noted records. `report` gets only the first error of an outage. */
export const createBatchedAuditTrail = (storage: Storage, report: (error: unknown) => void) => {
  let waiting: NotedRecord[] = [];
  /** The records of the current write. If it fails, it may have stored them, so the next write has the same records. */
  let writing: readonly NotedRecord[] = [];
  let [weight, weightOfWriting] = [0, 0];
  let running: Promise<void> | undefined;
  let isReported = false;

  const writeAll = async (): Promise<void> => {
    const isAgain = writing.length > 0;
    if (!isAgain) [writing, waiting, weightOfWriting, weight] = [waiting, [], weight, 0];
    await storage.sequence(writing, isAgain);
    [writing, weightOfWriting] = [[], 0];
  };
  /** One write at a time, which writes what waits when it begins. */
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

  const count = (): number => waiting.length + writing.length;

  return {
    note: (record: NotedRecord): void => {
      if (weight + weightOfWriting >= MOST_WAITING) {
        throw new Unavailable('store', 'The audit trail cannot be written.', { retryAfterSeconds: 5 });
      }
      waiting.push(record);
      weight += weightOf(record);
    },
    /** How many records are not written yet. */
    waiting: count,
    /** Writes the rest. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      await running?.catch(() => undefined);
      do await write();
      while (waiting.length > 0);
    },
  };
};
