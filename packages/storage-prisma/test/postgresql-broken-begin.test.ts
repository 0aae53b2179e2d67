import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import { refuse } from '@health-case/domain/result';
import { expect, it, onTestFinished } from 'vitest';
import { openBreakingProxy } from '../testing/breaking-proxy.ts';
import { openPostgres, postgresPlace } from './support/stores.ts';

/** A store behind a proxy, which makes the next BEGIN fail alone: what was sent with it still reaches the server. */
const opened = async () => {
  const { database, query } = await postgresPlace();
  let isBreaking = false;
  const proxy = await openBreakingProxy(database, ({ text }) => {
    if (!isBreaking || text !== 'BEGIN') return undefined;
    isBreaking = false;
    return 'fails 57014';
  });
  onTestFinished(proxy.close);
  const storage = await openPostgres(proxy.url);
  const breakNextBegin = () => {
    isBreaking = true;
  };
  return { storage, query, breakNextBegin, isBroken: () => !isBreaking };
};

it('a BEGIN that fails alone loses no audit record', async () => {
  const { storage, query, breakNextBegin, isBroken } = await opened();
  const records = [auditRecord(), auditRecord(), auditRecord()];
  await keepRecords(storage, ...records);
  breakNextBegin();
  await storage.sequence([]).catch(() => undefined);
  expect(isBroken()).toBe(true);
  await storage.sequence([]);
  const kept = await query('SELECT "id" FROM "AuditRecord" ORDER BY "id"');
  expect(kept.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  expect(await storage.read.audit.verify()).toMatchObject({ sound: true });
});

it('a BEGIN that fails alone counts no attempt: no throttle is kept of a unit of work that was rolled back', async () => {
  const { storage, query, breakNextBegin, isBroken } = await opened();
  breakNextBegin();
  const unit = storage.write(async ({ throttles }) => {
    await throttles.find('somebody');
    return refuse('EMAIL_TAKEN');
  });
  await unit.catch(() => undefined);
  expect(isBroken()).toBe(true);
  expect(await query('SELECT "key" FROM "Throttled"')).toEqual([]);
});
