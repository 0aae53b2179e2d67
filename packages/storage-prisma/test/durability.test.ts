import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import { expect, it } from 'vitest';
import { backUp, restore } from './support/store-files.ts';
import { migratedFile, openBeside, openSqlite, scratchFile, scratchFolder } from './support/stores.ts';
import { startWriter } from './support/writer.ts';

const startStore = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const parent = await keepAccount(storage, 'Par');
  await storage.close();
  return { file, parentId: parent.id };
};
type Started = Awaited<ReturnType<typeof startStore>>;

/** Expects all these children in a file, and its audit trail to be sound. */
const expectAll = async (file: string, { parentId }: Started, ids: readonly string[]): Promise<void> => {
  const storage = await openSqlite(file);
  const children = await storage.read.children.ofParent(parentId, { after: undefined, size: 1_000_000 });
  const found = new Set<string>(children.map(({ id }) => id));
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  expect(await storage.read.audit.verify()).toEqual({ sound: true, records: children.length });
  await storage.close();
  expect(openBeside(file).pragma('integrity_check', { simple: true })).toBe('ok');
};

it('a process that is killed while it writes has kept everything that it acknowledged, each time', async () => {
  const started = await startStore();
  const acknowledged: string[] = [];
  for (const milliseconds of [0, 13, 37, 64, 98]) {
    const { kill } = await startWriter(acknowledged, started.file, started.parentId);
    await sleep(milliseconds);
    await kill();
    await expectAll(started.file, started, acknowledged);
  }
});

it('a backup taken while 32 writers of another process write holds all they had acknowledged, and lets them go on', async () => {
  const started = await startStore();
  const acknowledged: string[] = [];
  const { kill } = await startWriter(acknowledged, started.file, started.parentId);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(500);
  const before = [...acknowledged];
  const backup = join(scratchFolder(), 'backup.db');
  await backUp(started.file, backup);
  const since = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(since);
  await kill();
  const restored = scratchFile();
  await restore(backup, restored);
  await expectAll(restored, started, before);
});
