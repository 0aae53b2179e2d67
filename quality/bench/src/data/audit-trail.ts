import type { AccountId, AuditRecordId, ChildId, Instant } from '../../../../packages/domain/src/model/values.ts';
import { ok } from '../../../../packages/domain/src/result.ts';
import { createAesGcmKeyring } from '../../../../packages/node-platform/src/aes-gcm-keyring.ts';
import { openSqliteStorage } from '../../../../packages/storage-prisma/src/sqlite/storage.ts';
import { SECRET_KEY } from '../systems/service.ts';
import { doctorOfCase, FIRST_MILLISECOND, idOf, type Size } from './sizes.ts';

const RECORDS_PER_COMMIT = 5000;

/** A prime, so that every case comes once, and far from the one before it. */
const STEP = 7919;

/** Each case has been shown to its doctor once. The service's own storage writes that down, as only it can seal it. */
export const fillAuditTrail = async (file: string, size: Size): Promise<void> => {
  const storage = await openSqliteStorage({ file, keyring: createAesGcmKeyring(async () => SECRET_KEY) });
  for (let from = 0; from < size.rows; from += RECORDS_PER_COMMIT) {
    await storage.write(async ({ audit }) => {
      for (let n = from; n < Math.min(from + RECORDS_PER_COMMIT, size.rows); n += 1) {
        const shown = (n * STEP) % size.children;
        await audit.append({
          id: idOf('record', n) as AuditRecordId,
          at: (FIRST_MILLISECOND + n) as Instant,
          requestId: idOf('record', n),
          by: idOf('doctor', doctorOfCase(size, shown)) as AccountId,
          action: 'case shown',
          on: idOf('case', shown),
          outcome: 'OK',
          child: idOf('child', shown) as ChildId,
        });
      }
      return ok(undefined);
    });
  }
  await storage.close();
};
