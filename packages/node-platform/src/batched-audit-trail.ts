import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { AuditTrail } from '@health-case/domain/ports/platform';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';

const EVERY_MILLISECONDS = 500;
const MOST_WAITING = 100_000;
const MOST_PER_UNIT = 500;

export type BatchedAuditTrail = AuditTrail & {
  /** How many records were noted and are not written yet. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
};

/** Writes what was noted twice a second, so that it is at most a second late also when a write takes its time. `report` hears of each write that failed. */
export const createBatchedAuditTrail = (storage: Storage, report: (error: unknown) => void): BatchedAuditTrail => {
  let waiting: AuditRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  /** One at a time: a batch that is being written is still waiting, and must not be written twice. */
  const write = (): Promise<void> => {
    last = last.catch(() => undefined).then(writeAll);
    return last;
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_PER_UNIT);
      await storage.write(async ({ audit }) => {
        for (const record of batch) await audit.append(record);
        return ok(undefined);
      });
      waiting = waiting.slice(batch.length);
    }
  };

  /** What could not be written waits for the next time. */
  const writeLater = (): void => {
    timer ??= setTimeout(async () => {
      await write().catch(report);
      timer = undefined;
      if (waiting.length > 0) writeLater();
    }, EVERY_MILLISECONDS).unref();
  };

  return {
    note: (record) => {
      if (waiting.length >= MOST_WAITING) {
        throw new Unavailable('store', 'The audit trail cannot be written.', { retryAfterSeconds: 5 });
      }
      waiting.push(record);
      writeLater();
    },
    waiting: () => waiting.length,
    close: async () => {
      clearTimeout(timer);
      await write();
    },
  };
};
