import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditRecord, keepAccount, keepRecords } from '@health-case/domain/contracts/storage/samples';
import type { ChildId } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { postgresPlace } from './support/stores.ts';
import { expectKept, startWriter } from './support/writer.ts';

const opened = async () => {
  const { database, open, query } = await postgresPlace();
  const storage = await open();
  const parent = await keepAccount(storage, 'Par');
  const acknowledged: string[] = [];
  const start = (mode: 'write' | 'sequence') => startWriter(acknowledged, database, parent.id, mode);
  const pending = async () => Number((await query('SELECT count(*) AS "many" FROM "AuditPending"'))[0]?.['many']);
  const { audit } = storage.read;
  const expectAll = () => expectKept(storage, parent.id, acknowledged);
  return { storage, audit, acknowledged, start, pending, query, expectAll };
};

/** How many times one of two processes is killed that write and sequence: the environment may ask for more. */
const KILLS = Number(process.env['SEQUENCER_KILLS'] ?? 2);

it(`two processes that write and sequence at once leave no gap and nothing twice, whichever is killed (${KILLS} times)`, {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const { start, expectAll, acknowledged, storage, audit, pending, query } = await opened();
  const processes = [await start('sequence'), await start('sequence')];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep((kill * 37) % 200);
    await processes[kill % 2]?.kill();
    const before = acknowledged.length;
    processes[kill % 2] = await start('sequence');
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
  }
  for (const { kill } of processes) await kill();
  // A server notices the end of a connection after the end of the process.
  await expect.poll(async () => [await storage.sequence([]), await pending()]).toEqual([undefined, 0]);
  const records = await expectAll();
  expect(await audit.verify()).toEqual({ sound: true, records });
  const [counted] = await query('SELECT count(*) AS "all", count(DISTINCT "childId") AS "once" FROM "AuditRecord"');
  expect(counted).toEqual({ all: records, once: records });
});

it('a process that is killed between its commits and their sequencing leaves records that another sequences', async () => {
  const { start, pending, storage, audit, expectAll } = await opened();
  const { kill } = await start('write');
  await kill();
  expect(await pending()).toBeGreaterThan(0);
  await storage.sequence([]);
  const records = await expectAll();
  expect(await audit.verify()).toEqual({ sound: true, records });
  expect(await pending()).toBe(0);
});

it('a process that is frozen while it sequences lets others go on in time', async () => {
  const { start, storage, audit, expectAll } = await opened();
  const { signal, kill } = await start('sequence');
  for (const milliseconds of [0, 7, 23]) {
    await sleep(milliseconds);
    signal('SIGSTOP');
    // The other process counts its ids from 1, too.
    const child = randomUUID() as ChildId;
    const record = auditRecord({ child });
    await keepRecords(storage, record);
    const last = async () => {
      await storage.sequence([]).catch(() => undefined);
      return (await audit.records({ child }, { after: 0, size: 9 }).catch(() => [])).length;
    };
    await expect.poll(last).toBe(1);
    signal('SIGCONT');
  }
  await kill();
  await expectAll();
  await expect.poll(async () => (await audit.verify()).sound).toBe(true);
});
