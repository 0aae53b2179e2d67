import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditRecord, child } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { createIds } from '@health-case/node-platform/system';
import { openPostgresStorage } from '../../src/postgresql/storage.ts';
import { openSqliteStorage } from '../../src/sqlite/storage.ts';

/**
 * Writes children of a parent for as long as it lives, and prints the id of each once it was acknowledged. `sequence`:
 * it also sequences all the time.
 */
const [database, parentId, mode] = process.argv.slice(2) as [string, AccountId, string?];
const keyring = createAesGcmKeyring(async () => new Uint8Array(32).fill(7));
const ids = createIds();
const isPostgres = database.startsWith('postgresql:');
const bounds = { call: 60_000, idleInTransaction: 1500 };
const storage = isPostgres
  ? await openPostgresStorage({ url: database, keyring, bounds })
  : await openSqliteStorage({ file: database, keyring });

/** Another process may hold what this one waits for. */
const ifAvailable = (error: unknown): void => {
  if (!isPostgres || !(error instanceof Unavailable)) throw error;
};

const write = async (): Promise<void> => {
  const id = randomUUID() as ChildId;
  const inserted = await storage.write(async ({ audit, children }) => {
    await audit.append(auditRecord({ id: ids.next(), child: id }));
    return children.insert({ ...child(id.slice(0, 18)), id }, parentId);
  });
  if (!inserted.ok) throw new Error('Two numbers are the same.');
  process.stdout.write(`${id}\n`);
};

/** Two at once on PostgreSQL need not be in each other's way all the time. */
const forever = async (work: () => Promise<void>): Promise<never> => {
  for (;;) {
    await work().catch(ifAvailable);
    if (isPostgres) await sleep(5);
  }
};
if (mode === 'sequence') void forever(() => storage.sequence([]));
await Promise.all(Array.from({ length: isPostgres ? 4 : 32 }, () => forever(write)));
