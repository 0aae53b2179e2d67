import { once } from 'node:events';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from './support/programs.ts';
import { openBeside, openSqlite, scratchFile, scratchFolder } from './support/sqlite.ts';
import { backedUp, contentsOf, keeps, restore, storeWithAccount } from './support/store-files.ts';

const WRITERS = new URL('support/write-until-killed-program.ts', import.meta.url);
const SET_ASIDE = /^health-case\.db\.before-restore-\d{8}T\d{6}Z$/;

/** The content in which the stores of these tests differ. */
const heldIn = (file: string) => {
  const database = openBeside(file);
  const accounts = database.prepare('SELECT id FROM Account').pluck().all();
  return { accounts, children: database.prepare('SELECT count(*) FROM Child').pluck().get() };
};

/** A store whose process was killed, so that its last writes are in its log only. */
const killedStore = async () => {
  const { file, folder, id } = await storeWithAccount();
  const writers = start(WRITERS, file, id);
  await once(writers.stdout, 'data');
  writers.kill('SIGKILL');
  await once(writers, 'close');
  expect(readdirSync(folder).sort()).toEqual(['health-case.db', 'health-case.db-shm', 'health-case.db-wal']);
  return { file, folder, id };
};

describe('a restored store', () => {
  it('is the backup in a file for its owner alone, and nothing else is left', async () => {
    const { backup, id } = await backedUp();
    const file = scratchFile();
    expect(await restore(backup, file)).toEqual({ bytes: statSync(backup).size, setAside: undefined });
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).equals(readFileSync(backup))).toBe(true);
    expect(await keeps(file, id)).toBe(true);
  });

  it('replaces the old one by force, which is kept whole and can be restored in its turn', async () => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    const writtenLast = readFileSync(`${old.file}-wal`).length;
    expect(writtenLast).toBeGreaterThan(0);
    const { setAside = '' } = await restore(backup, old.file, { force: true });

    const [store, kept, ...more] = readdirSync(old.folder).sort();
    expect([store, kept, more]).toEqual(['health-case.db', expect.stringMatching(SET_ASIDE), []]);
    expect(join(old.folder, kept ?? '')).toBe(setAside);
    expect([await keeps(old.file, id), await keeps(old.file, old.id)]).toEqual([true, false]);
    const again = scratchFile();
    await restore(setAside, again);
    const storage = await openSqlite(again);
    expect(await storage.read.children.ofParent(old.id, { after: undefined, size: 10 })).not.toEqual([]);
  });

  it('replaces the target of a link, and the link stays', async () => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    const linked = join(scratchFolder(), 'linked.db');
    symlinkSync(old.file, linked);
    await restore(backup, linked, { force: true });
    expect(readdirSync(dirname(linked))).toEqual(['linked.db']);
    expect([await keeps(old.file, id), await keeps(old.file, old.id)]).toEqual([true, false]);
  });
});

describe('the log of the old store', () => {
  it('would change a restored store if it were left beside it', async () => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    copyFileSync(backup, old.file);
    rmSync(`${old.file}-shm`);
    const whole = { accounts: [id], children: 0 };
    // Either it changes some rows, or the file cannot be read any more.
    await expect(async () => expect(heldIn(old.file)).toEqual(whole)).rejects.toThrow();
  });

  it('is not applied to a restored store, where a killed command left it beside the draft', async () => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    const file = scratchFile();
    copyFileSync(`${old.file}-wal`, `${file}.part-wal`);
    await restore(backup, file);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(heldIn(file)).toEqual({ accounts: [id], children: 0 });
  });

  it.each(['-wal', '-journal'])('is set aside where its file is gone (%s)', async (suffix) => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    rmSync(old.file);
    renameSync(`${old.file}-wal`, `${old.file}${suffix}`);
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file)).rejects.toThrow(`${suffix} is there already; --force sets it aside`);
    expect(contentsOf(old.folder)).toEqual(before);
    const { setAside = '' } = await restore(backup, old.file, { force: true });
    expect(readdirSync(old.folder).sort()).toEqual(['health-case.db', basename(setAside + suffix)]);
    expect(heldIn(old.file)).toEqual({ accounts: [id], children: 0 });
  });

  it('is set aside with a store that is damaged beyond reading', async () => {
    const { backup, id } = await backedUp();
    const old = await killedStore();
    rmSync(`${old.file}-shm`);
    for (const suffix of ['', '-wal']) writeFileSync(`${old.file}${suffix}`, 'damaged '.repeat(1000));
    const { setAside = '' } = await restore(backup, old.file, { force: true });
    for (const suffix of ['', '-wal']) expect(readFileSync(`${setAside}${suffix}`, 'utf8')).toMatch(/^damaged /);
    expect(readdirSync(old.folder)).toHaveLength(3);
    expect(heldIn(old.file)).toEqual({ accounts: [id], children: 0 });
  });
});
