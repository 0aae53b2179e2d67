import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { backUp, restore } from './support/store-file-calls.ts';
import { storeWithAccount } from './support/store-files.ts';
import { openBeside, openSqlite, scratchFile, scratchFolder } from './support/stores.ts';
import { expectKept, startWriter } from './support/writer.ts';

/** Expects all these children in a file, and its audit trail to be sound. */
const expectAll = async (file: string, parentId: AccountId, ids: readonly string[]): Promise<void> => {
  const storage = await openSqlite(file);
  const records = await expectKept(storage, parentId, ids);
  expect(await storage.read.audit.verify()).toEqual({ sound: true, records });
  await storage.close();
  expect(openBeside(file).pragma('integrity_check', { simple: true })).toBe('ok');
};

it('a process that is killed while it writes has kept everything that it acknowledged, each time', async () => {
  const { file, id } = await storeWithAccount();
  const acknowledged: string[] = [];
  for (const milliseconds of [0, 50]) {
    const { kill } = await startWriter(acknowledged, file, id);
    await sleep(milliseconds);
    await kill();
    await expectAll(file, id, acknowledged);
  }
});

it('a backup taken while 32 writers of another process write holds all they had acknowledged, and lets them go on', async () => {
  const { file, id } = await storeWithAccount();
  const acknowledged: string[] = [];
  const { kill } = await startWriter(acknowledged, file, id);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(500);
  const before = [...acknowledged];
  const backup = join(scratchFolder(), 'backup.db');
  await backUp(file, backup);
  const since = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(since);
  await kill();
  const restored = scratchFile();
  await restore(backup, restored);
  await expectAll(restored, id, before);
});
