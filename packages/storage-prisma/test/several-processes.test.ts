import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepAccount } from '@health-case/domain/contracts/storage/samples';
import type { ChildId } from '@health-case/domain/model/values';
import { expect, it } from 'vitest';
import { migrationsOf, readMigrations } from '../src/migrations.ts';
import { finished, start } from './support/programs.ts';
import { migratedFile, openBeside, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';
import { backedUp, backUp, contentsOf, keeps, restore, storeWithAccount } from './support/store-files.ts';

const program = (name: string): URL => new URL(`support/${name}-program.ts`, import.meta.url);

it('a new file is migrated once by processes that start together, and each reads what the others encrypted', async () => {
  const file = scratchFile();
  const moment = Date.now() + 600;
  const processes = [1, 2, 3].map(() => {
    const childId = randomUUID() as ChildId;
    return { childId, process: start(program('open-at'), file, String(moment), randomUUID(), childId) };
  });
  const ends = await Promise.all(processes.map(({ process }) => finished(process)));
  expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const applied = openBeside(file).prepare('SELECT migration_name FROM _prisma_migrations ORDER BY 1').pluck().all();
  expect(applied).toEqual((await readMigrations(migrationsOf('sqlite'))).map(({ name }) => name));
  const storage = await openSqlite(file);
  for (const { childId } of processes) {
    expect((await storage.read.children.record(childId))?.socSecNum).toBe('756.1234');
  }
  expect(readdirSync(dirname(file)).filter((name) => !/\.db(-wal|-shm)?$/.test(name))).toEqual([]);
});

it('a backup taken while 32 writers of another process write holds all they had acknowledged, and lets them go on', async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const parent = await keepAccount(storage, 'Par');
  await storage.close();
  const writers = start(program('write-until-killed'), file, parent.id);
  let output = '';
  writers.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const acknowledged = () => output.split('\n').slice(0, -1);
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
  const { read } = await openSqlite(restored);
  const children = await read.children.ofParent(parent.id, { after: undefined, size: 1_000_000 });
  const ids = new Set<string>(children.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  expect(await read.audit.verify()).toEqual({ sound: true, records: children.length });
});

it('nothing is restored while a process has the old store open, even an idle one', async () => {
  const { backup, id } = await backedUp();
  const old = await storeWithAccount();
  const holder = start(program('hold-open'), old.file);
  await once(holder.stdout, 'data');
  const before = contentsOf(old.folder);
  await expect(restore(backup, old.file, { force: true })).rejects.toThrow(
    /^A process has the database .*health-case\.db open; stop the service/,
  );
  expect(contentsOf(old.folder)).toEqual(before);
  holder.kill('SIGKILL');
  await once(holder, 'close');
  await restore(backup, old.file, { force: true });
  expect(await keeps(old.file, id)).toBe(true);
});
