import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { openBeside, scratchFile, scratchFolder } from './support/sqlite.ts';
import { at, backedUp, contentsOf, damage, restore, storeWithAccount } from './support/store-files.ts';

const execute = (statement: string) => (file: string) => {
  const database = new Database(file).unsafeMode();
  database.exec(statement);
  database.close();
};
const cutOff = (bytes: number) => (file: string) => truncateSync(file, statSync(file).size - bytes);

const cutOffLargePage = (file: string) => {
  execute('PRAGMA page_size = 65536; VACUUM')(file);
  cutOff(65_536)(file);
};

const LATER = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
  VALUES ('x', 'x', '29990101000000_later', 1, 2)`;
const UNFINISHED = 'UPDATE _prisma_migrations SET finished_at = NULL';
const LAST = 'WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
const OTHER_INDEX = `PRAGMA writable_schema = ON;
  UPDATE sqlite_master SET sql = replace(sql, '"email"', '"lastName"') WHERE name = 'Account_email_key'`;

const [CUT_OFF, IN_USE] = [/is damaged \(it is cut off\)/, /is a store in use, or a part of one/];

/** What is done to a backup, or the path of another file, and the sentence that refuses it. */
const UNFIT: readonly (readonly [string, RegExp, ((file: string) => void) | { readonly path: () => string }])[] = [
  ['is not there', /is not there; name another file/, { path: scratchFile }],
  ['is in a file', /cannot be read \(ENOTDIR\); name another file/, { path: () => join(import.meta.filename, 'x.db') }],
  ['is a folder', /is no file; name a backup/, { path: scratchFolder }],
  ['is empty', /is no backup of a store/, (file) => truncateSync(file)],
  ['is no SQLite file', /is no backup of a store/, (file) => writeFileSync(file, 'Dear diary, '.repeat(900))],
  ['is of another program', /belongs to another program/, execute('DROP TABLE _prisma_migrations')],
  ['is newer than this program', /is newer than this program/, execute(LATER)],
  ['lacks the end of its last migration', /did not finish/, execute(`${UNFINISHED} ${LAST}`)],
  ['is damaged', /is damaged \(.+\); take another one/, damage],
  ['is cut off within a page', CUT_OFF, cutOff(1000)],
  ['is cut off after one of the largest pages', CUT_OFF, cutOffLargePage],
  ['does not match one of its indexes', /is damaged/, execute(OTHER_INDEX)],
  ['is a store as it is served', IN_USE, execute('PRAGMA journal_mode = WAL')],
  ['is being written', IN_USE, (file) => writeFileSync(`${file}-journal`, 'x')],
  ['has a log beside it', IN_USE, (file) => writeFileSync(`${file}-wal`, 'x')],
];

describe('a backup that', () => {
  it.each(UNFIT)(
    '%s is refused in one sentence, and the store in its place is as it was',
    async (_, sentence, change) => {
      const whole = await backedUp();
      if (typeof change === 'function') change(whole.backup);
      const backup = typeof change === 'function' ? whole.backup : change.path();
      const old = await storeWithAccount();
      const before = contentsOf(old.folder);
      const refusal: unknown = await restore(backup, old.file, { force: true }).catch((error) => error);
      expect(refusal).toBeInstanceOf(StoreUnusable);
      const { message } = refusal as StoreUnusable;
      expect(message).toMatch(sentence);
      expect(message).toContain(backup);
      expect(message).not.toContain('\n');
      expect(contentsOf(old.folder)).toEqual(before);
    },
  );
});

describe('a restore', () => {
  it('with another secret key, or without force, changes nothing of the store in its place', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file, { force: true, secretKey: 8 })).rejects.toThrow(
      'The secret key does not fit',
    );
    await expect(restore(backup, old.file)).rejects.toThrow(/health-case\.db is there already; --force sets it aside/);
    expect(contentsOf(old.folder)).toEqual(before);
  });

  it('keeps a process that had just opened the old store from writing into the file that was set aside', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const early = openBeside(old.file);
    await restore(backup, old.file, { force: true });
    expect(() => early.pragma('journal_mode = WAL')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }),
    );
  });

  it('replaces no file that another process creates in the meantime', async () => {
    const { backup } = await backedUp();
    const file = scratchFile();
    const work = at('checking', () => writeFileSync(file, 'precious'));
    await expect(restore(backup, file, { work })).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it.each(['copying', 'checking'] as const)(
    'is aborted at once while it is %s, and leaves nothing behind',
    async (step) => {
      const { backup } = await backedUp();
      const file = scratchFile();
      await expect(restore(backup, file, { work: at(step, 'abort') })).rejects.toMatchObject({ name: 'AbortError' });
      expect(readdirSync(dirname(file))).toEqual([]);
    },
  );

  it('is refused while the draft has a log, which would stay behind', async () => {
    const { backup } = await backedUp();
    const file = scratchFile();
    const takeUp = async (draft: string) => writeFileSync(`${draft}-wal`, 'a log that SQLite could not move');
    await expect(restore(backup, file, { takeUp })).rejects.toThrow(/could not be written .* the disk has room/);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('needs the folder of the store, and says so', async () => {
    const { backup } = await backedUp();
    const folder = scratchFolder();
    const restored = restore(backup, join(folder, 'none', 'health-case.db'));
    await expect(restored).rejects.toThrow(/could not be restored .*ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
