import { Unavailable } from '@health-case/domain/errors';
import type { AuditRecord } from '@health-case/domain/model/audit';
import type { Storage } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';

/** Half of the second that the port allows, so that a write may take the other half. */
const INTERVAL = 500;
const MOST_WAITING = 100_000;
const MOST_PER_UNIT = 500;

/** Writes noted records twice a second. `report` receives the error of each failed write. */
export const createBatchedAuditTrail = (storage: Storage, report: (error: unknown) => void) => {
  let waiting: AuditRecord[] = [];
  let running: Promise<void> | undefined;

  /** Records of a failed write stay, and are written at the next interval. */
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
  /** One write at a time: the batch of a running write still waits, and a second write would write it again. */
  const write = async (): Promise<void> => {
    running ??= writeAll();
    await running.finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(() => running ?? write().catch(report), INTERVAL).unref();

  return {
    note: (record: AuditRecord): void => {
      if (waiting.length >= MOST_WAITING) {
        throw new Unavailable('store', 'The audit trail cannot be written.', { retryAfterSeconds: 5 });
      }
      waiting.push(record);
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
