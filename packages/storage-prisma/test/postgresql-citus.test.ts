import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPostgresMigrations } from '../src/postgresql/storage.ts';
import { administer } from '../testing/administer.ts';
import { CITUS, SPREAD, startCitus } from './support/citus.ts';
import { EMPTY, postgresContract } from './support/postgres-contract.ts';
import { openPostgres } from './support/stores.ts';

describe.skipIf(!CITUS)('on Citus, with the audit trail distributed', () => {
  let cluster: Awaited<ReturnType<typeof startCitus>>;
  beforeAll(async () => {
    cluster = await startCitus();
    await applyPostgresMigrations(cluster.url);
    await administer(cluster.url, SPREAD);
  });
  afterAll(() => cluster.stop());

  postgresContract(undefined, async () => ({ url: cluster.url, drop: async () => undefined }));

  it('a record is in the trail once, also if the coordinator crashes while it commits', async () => {
    await administer(cluster.url, EMPTY);
    const storage = await openPostgres(cluster.url);
    await keepRecords(storage, auditRecord());
    const held = cluster.hold();
    const interrupted = Promise.allSettled([storage.sequence([])]);
    await held;
    await cluster.crash();
    await interrupted;
    await administer(cluster.url, 'SELECT recover_prepared_transactions()');
    await storage.sequence([]);
    expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 1 });
  });
});
