import { execFileSync } from 'node:child_process';
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restore } from './support/store-file-calls.ts';
import {
  abortedAfter,
  backedUp,
  contentsOf,
  crashedStore,
  damage,
  execute,
  failToSync,
  storeWithAccount,
  whenThreads,
} from './support/store-files.ts';
import { keyring, openBeside, openSqlite, refusalOf, scratchFile, scratchFolder } from './support/stores.ts';

const accountsIn = (file: string) => openBeside(file).prepare('SELECT id FROM Account').pluck().all();
const SET_ASIDE = /^health-case\.db\.before-restore-\d{8}T\d{6}Z$/;

describe('a restored store', () => {
  it('is the backup in a file for its owner alone, and nothing else is left', async () => {
    const { backup, id } = await backedUp();
    const file = scratchFile();
    expect(await restore(backup, file)).toEqual({ bytes: statSync(backup).size, setAside: undefined });
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).equals(readFileSync(backup))).toBe(true);
    expect((await (await openSqlite(file)).read.accounts.find(id))?.id).toBe(id);
  });

  it('replaces the old one by force, also through a link, which is kept whole and can be restored in its turn', async () => {
    const [{ backup, id }, old] = [await backedUp(), await crashedStore()];
    const linked = join(scratchFolder(), 'linked.db');
    symlinkSync(old.file, linked);
    const { setAside = '' } = await restore(backup, linked, { force: true });
    expect(readdirSync(dirname(linked))).toEqual(['linked.db']);
    expect(readdirSync(old.folder).sort()).toEqual(['health-case.db', expect.stringMatching(SET_ASIDE)]);
    expect(dirname(setAside)).toBe(old.folder);
    expect(accountsIn(old.file)).toEqual([id]);
    const again = scratchFile();
    await restore(setAside, again);
    expect(accountsIn(again)).toEqual([old.id]);
  });
});

it('a restore of which only the name of the store could not be flushed says that it is restored, and where the old one is', async () => {
  const [{ backup, id }, old] = [await backedUp(), await crashedStore()];
  await failToSync('folders');
  const message = await refusalOf(restore(backup, old.file, { force: true }));
  expect(message).toMatch(/ is restored to .*; the store that was there is kept as .*, but .* \(EIO: i\/o error\)/);
  expect(accountsIn(old.file)).toEqual([id]);
  expect(message).toContain(readdirSync(old.folder).find((name) => SET_ASIDE.test(name)));
});

describe('the log of the old store', () => {
  it.each(['-wal', '-journal'])('is set aside where its file is gone (%s)', async (suffix) => {
    const [{ backup, id }, old] = [await backedUp(), await crashedStore()];
    rmSync(old.file);
    renameSync(`${old.file}-wal`, `${old.file}${suffix}`);
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file)).rejects.toThrow(`${suffix} is there already; --force sets it aside`);
    expect(contentsOf(old.folder)).toEqual(before);
    const { setAside = '' } = await restore(backup, old.file, { force: true });
    expect(readdirSync(old.folder).sort()).toEqual(['health-case.db', basename(setAside + suffix)]);
    expect(accountsIn(old.file)).toEqual([id]);
  });

  it('is set aside with a store that is damaged beyond reading', async () => {
    const [{ backup, id }, old] = [await backedUp(), await crashedStore()];
    rmSync(`${old.file}-shm`);
    for (const suffix of ['', '-wal']) writeFileSync(`${old.file}${suffix}`, 'damaged '.repeat(1000));
    const { setAside = '' } = await restore(backup, old.file, { force: true });
    for (const suffix of ['', '-wal']) expect(readFileSync(`${setAside}${suffix}`, 'utf8')).toMatch(/^damaged /);
    expect(readdirSync(old.folder)).toHaveLength(3);
    expect(accountsIn(old.file)).toEqual([id]);
  });
});

const executed = (statements: string) => (file: string) => execute(file, statements);
const cutOff = (bytes: number) => (file: string) => truncateSync(file, statSync(file).size - bytes);

const cutOffLargePage = (file: string) => {
  execute(file, 'PRAGMA page_size = 65536; VACUUM');
  cutOff(65_536)(file);
};

const LATER = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
  VALUES ('x', 'x', '29990101000000_later', 1, 2)`;
const UNFINISHED = `UPDATE _prisma_migrations SET finished_at = NULL
  WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
const OTHER_INDEX = `PRAGMA writable_schema = ON;
  UPDATE sqlite_master SET sql = replace(sql, '"email"', '"lastName"') WHERE name = 'Account_email_key'`;

const makePipe = (file: string): void => {
  rmSync(file);
  execFileSync('mkfifo', [file]);
};

const [CUT_OFF, IN_USE] = [/is damaged \(it is cut off\)/, /is a store in use, or a part of one/];

describe('a backup that', () => {
  /** What is done to a backup, or the path of another file, and the sentence that refuses it. */
  it.each<readonly [string, RegExp, ((file: string) => void) | { readonly path: () => string }]>([
    ['is not there', /is not there; name another file/, { path: scratchFile }],
    ['is in a file', /cannot be read \(ENOTDIR\); name another/, { path: () => join(import.meta.filename, 'x.db') }],
    ['is a folder', /is no file; name a backup/, { path: scratchFolder }],
    ['is a named pipe, which nobody writes to', /is no file; name a backup/, makePipe],
    ['is empty', /is no backup of a store/, (file) => truncateSync(file)],
    ['is no SQLite file', /is no backup of a store/, (file) => writeFileSync(file, 'Dear diary, '.repeat(900))],
    ['is of another program', /belongs to another program/, executed('DROP TABLE _prisma_migrations')],
    ['is newer than this program', /is newer than this program/, executed(LATER)],
    ['lacks the end of its last migration', /did not finish/, executed(UNFINISHED)],
    ['is damaged', /is damaged \(.+\); take another one/, damage],
    ['is cut off within a page', CUT_OFF, cutOff(1000)],
    ['is cut off after one of the largest pages', CUT_OFF, cutOffLargePage],
    ['does not match one of its indexes', /is damaged/, executed(OTHER_INDEX)],
    ['is a store as it is served', IN_USE, executed('PRAGMA journal_mode = WAL')],
    ['is being written', IN_USE, (file) => writeFileSync(`${file}-journal`, 'x')],
    ['has a log beside it', IN_USE, (file) => writeFileSync(`${file}-wal`, 'x')],
  ])('%s is refused in one sentence, and the store in its place is as it was', async (_, sentence, change) => {
    const whole = await backedUp();
    const backup = typeof change === 'function' ? whole.backup : change.path();
    if (typeof change === 'function') change(backup);
    const old = await storeWithAccount();
    const before = contentsOf(old.folder);
    const message = await refusalOf(restore(backup, old.file, { force: true }));
    expect(message).toMatch(sentence);
    expect(message).toContain(backup);
    expect(contentsOf(old.folder)).toEqual(before);
  });
});

describe('a restore', () => {
  it('with another secret key, or without force, changes nothing of the store in its place', async () => {
    const [{ backup }, old] = [await backedUp(), await storeWithAccount()];
    const before = contentsOf(old.folder);
    const prepare = (draft: string) => openSqlite(draft, { keyring: keyring(8) });
    await expect(restore(backup, old.file, { force: true, prepare })).rejects.toThrow('The secret key does not fit');
    await expect(restore(backup, old.file)).rejects.toThrow(/health-case\.db is there already; --force sets it aside/);
    expect(contentsOf(old.folder)).toEqual(before);
  });

  it('changes nothing while the old store is open, even if nothing is done with it', async () => {
    const [{ backup, id }, old] = [await backedUp(), await storeWithAccount()];
    const storage = await openSqlite(old.file);
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file, { force: true })).rejects.toThrow(
      /^A process has the database .*health-case\.db open; stop the service/,
    );
    expect(contentsOf(old.folder)).toEqual(before);
    await storage.close();
    await restore(backup, old.file, { force: true });
    expect(accountsIn(old.file)).toEqual([id]);
  });

  it('keeps a process that had just opened the old store from writing into the file that was set aside', async () => {
    const [{ backup }, old] = [await backedUp(), await storeWithAccount()];
    const early = openBeside(old.file);
    await restore(backup, old.file, { force: true });
    expect(() => early.pragma('journal_mode = WAL')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }),
    );
  });

  it('replaces no file that another process creates in the meantime', async () => {
    const [{ backup }, file] = [await backedUp(), scratchFile()];
    whenThreads(1, () => writeFileSync(file, 'precious'));
    await expect(restore(backup, file)).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  const leaveLog = async (draft: string) => writeFileSync(`${draft}-wal`, 'a log that SQLite could not move');

  it.each([
    ['is aborted while it copies', () => ({ signal: abortedAfter(0) }), /abort/],
    ['is aborted while it checks', () => ({ signal: abortedAfter(1) }), /abort/],
    ['cannot write all of its draft', () => ({ prepare: leaveLog }), /could not be written .* the disk has room/],
    ['has no folder for the store', () => ({}), /could not be restored .*ENOENT/, 'none/health-case.db'],
  ])('that %s leaves nothing behind', async (_, options, reason, name = 'health-case.db') => {
    const [{ backup }, folder] = [await backedUp(), scratchFolder()];
    await expect(restore(backup, join(folder, name), options())).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual([]);
  });
});
