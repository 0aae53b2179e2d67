import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { child, keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { AccountId, ChildId } from '@health-case/domain/model/values';
import { describe, expect, it, onTestFinished } from 'vitest';
import { start } from './support/programs.ts';
import { migratedFile, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';
import { backUp, restore } from './support/store-files.ts';

const WRITERS = new URL('support/write-until-killed-program.ts', import.meta.url);

/** Which of these children are not in a store. */
const missingIn = async (file: string, parentId: AccountId, ids: readonly string[]) => {
  const storage = await openSqlite(file);
  const kept = await storage.read.children.ofParent(parentId, { after: undefined, size: 1_000_000 });
  const found = new Set<string>(kept.map(({ id }) => id));
  return { missing: ids.filter((id) => !found.has(id)), found: found.size, verdict: await storage.read.audit.verify() };
};

describe('a backup that is taken while 32 writers write', () => {
  it('in another process holds all they had acknowledged, with a sound audit trail, and lets them go on', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const parent = await keepAccount(storage, 'Par');
    await storage.close();
    const writers = start(WRITERS, file, parent.id);
    let said = '';
    writers.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const acknowledged = () => said.split('\n').slice(0, -1);
    await expect.poll(() => acknowledged().length).toBeGreaterThan(500);

    const before = acknowledged();
    const backup = join(scratchFolder(), 'backup.db');
    await backUp(file, backup);
    const since = acknowledged().length;
    await expect.poll(() => acknowledged().length).toBeGreaterThan(since);
    writers.kill('SIGKILL');
    await once(writers, 'close');

    const restored = scratchFile();
    await restore(backup, restored);
    const { missing, found, verdict } = await missingIn(restored, parent.id, before);
    expect(missing).toEqual([]);
    expect(verdict).toEqual({ sound: true, records: found });
  });

  it('in the same process holds all they had acknowledged', async () => {
    const file = await migratedFile();
    const storage = await openSqlite(file);
    const parent = await keepAccount(storage, 'Par');
    const acknowledged: ChildId[] = [];
    let stopped = false;
    onTestFinished(() => {
      stopped = true;
    });
    const write = async (): Promise<void> => {
      while (!stopped) {
        const added = child(parent.id);
        const kept = await storage.write(({ children }) => children.insert(added));
        if (kept.ok) acknowledged.push(added.id);
        // Where one write leads straight to the next, no timer and no other thread would ever be heard.
        await turn();
      }
    };
    const writers = Array.from({ length: 32 }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(200);

    const before = [...acknowledged];
    const backup = join(scratchFolder(), 'backup.db');
    await backUp(file, backup);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before.length);
    stopped = true;
    await Promise.all(writers);
    expect((await missingIn(backup, parent.id, before)).missing).toEqual([]);
  });
});
