import { once } from 'node:events';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openWriter } from '../src/sqlite/connection.ts';
import { start } from './support/programs.ts';
import { openBeside } from './support/sqlite.ts';
import { backedUp, contentsOf, keeps, restore, storeWithAccount } from './support/store-files.ts';

const HOLDER = new URL('support/hold-open-program.ts', import.meta.url);

describe('while a process has the old store open', () => {
  it('nothing is restored, though that process does nothing with it', async () => {
    const { backup, id } = await backedUp();
    const old = await storeWithAccount();
    const holder = start(HOLDER, old.file);
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

  it('nothing is restored, though that process only reads', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const reader = new Database(old.file, { readonly: true });
    reader.prepare('SELECT id FROM Account').all();
    await expect(restore(backup, old.file, { force: true })).rejects.toThrow(/stop the service/);
    reader.close();
    expect(await keeps(old.file, old.id)).toBe(true);
  });

  it('one that had only just opened it cannot write into what was set aside', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const early = openBeside(old.file);
    await restore(backup, old.file, { force: true });
    expect(() => early.pragma('journal_mode = WAL')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }),
    );
    await (await openWriter(old.file)).close();
  });
});
