import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SecretKeyMismatch } from '@health-case/node-platform/aes-gcm-keyring';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreUnusable } from '../src/failures.ts';
import { restoreSqlite } from '../src/store-files/restore.ts';
import { keyring } from './support/keyring.ts';
import { scratchFile, scratchFolder } from './support/sqlite.ts';
import { backedUp, contentsOf, restore, storeWithAccount } from './support/store-files.ts';

const changed = async (change: (file: string) => void): Promise<string> => {
  const { backup } = await backedUp();
  change(backup);
  return backup;
};
const execute = (statement: string) => (file: string) => {
  const database = new Database(file).unsafeMode();
  database.exec(statement);
  database.close();
};
const migrated = (name: string, finishedAt: string) =>
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at) VALUES ('x', 'x', '${name}', 1, ${finishedAt})`;
const overwritten = (file: string) => {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 3 * 4096);
  writeFileSync(file, bytes);
};

const UNFIT: readonly (readonly [string, RegExp, () => Promise<string>])[] = [
  ['is not there', /is not there; name another file/, async () => scratchFile()],
  [
    'is in no folder',
    /cannot be read \(ENOTDIR\); name another file/,
    async () => join((await backedUp()).backup, 'backup.db'),
  ],
  ['is a folder', /is no file; name a backup/, async () => scratchFolder()],
  ['is empty', /is no backup of a store/, () => changed((file) => truncateSync(file))],
  [
    'is no SQLite file',
    /is no backup of a store/,
    () => changed((file) => writeFileSync(file, 'Dear diary, '.repeat(900))),
  ],
  ['is of another program', /belongs to another program/, () => changed(execute('DROP TABLE _prisma_migrations'))],
  [
    'is newer than this program',
    /is newer than this program/,
    () => changed(execute(migrated('29990101000000_later', '2'))),
  ],
  ['is half migrated', /did not finish/, () => changed(execute('UPDATE _prisma_migrations SET finished_at = NULL'))],
  [
    'lacks the end of its last migration',
    /did not finish/,
    () =>
      changed(
        execute(
          'UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
        ),
      ),
  ],
  ['has begun no migration', /did not finish/, () => changed(execute('DELETE FROM _prisma_migrations'))],
  ['is damaged', /is damaged \(.+\); take another one/, () => changed(overwritten)],
  [
    'is cut off within a page',
    /is damaged \(it is cut off\)/,
    () => changed((file) => truncateSync(file, statSync(file).size - 1000)),
  ],
  [
    'is cut off after a page',
    /is damaged \(it is cut off\)/,
    () => changed((file) => truncateSync(file, statSync(file).size - 4096)),
  ],
  [
    'is cut off after one of the largest pages',
    /is damaged \(it is cut off\)/,
    () =>
      changed((file) => {
        execute('PRAGMA page_size = 65536; VACUUM')(file);
        truncateSync(file, statSync(file).size - 65_536);
      }),
  ],
  [
    'lacks what an index says',
    /is damaged/,
    () =>
      changed(
        execute(
          `PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '"email"', '"lastName"') WHERE name = 'Account_email_key'`,
        ),
      ),
  ],
  [
    'is a store as it is served',
    /is a store in use, or a part of one/,
    () => changed(execute('PRAGMA journal_mode = WAL')),
  ],
  [
    'is being written',
    /is a store in use, or a part of one/,
    () => changed((file) => appendFileSync(`${file}-journal`, 'x')),
  ],
  [
    'has its latest writes beside it',
    /is a store in use, or a part of one/,
    () => changed((file) => appendFileSync(`${file}-wal`, 'x')),
  ],
];

describe('a backup that', () => {
  it.each(UNFIT)(
    '%s is refused in one sentence, and the store in its place is as it was',
    async (_, sentence, make) => {
      const backup = await make();
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

  it('another secret key was made for is refused, and the store in its place is as it was', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file, { force: true, secretKey: 8 })).rejects.toThrow(SecretKeyMismatch);
    expect(contentsOf(old.folder)).toEqual(before);
  });
});

describe('a restore', () => {
  it('takes no place that is taken, unless by force', async () => {
    const { backup } = await backedUp();
    const old = await storeWithAccount();
    const before = contentsOf(old.folder);
    await expect(restore(backup, old.file)).rejects.toThrow(/health-case\.db is there already; --force sets it aside/);
    expect(contentsOf(old.folder)).toEqual(before);
  });

  it('takes no place that was taken while it was at work', async () => {
    const { backup } = await backedUp();
    const [file, { signal }] = [scratchFile(), new AbortController()];
    const report = ({ step }: { readonly step: string }) => {
      if (step === 'checking') writeFileSync(file, 'precious');
    };
    const restoring = { backup, file, force: false, keyring: keyring(), takeUp: async () => undefined };
    await expect(restoreSqlite(restoring, { signal, report })).rejects.toThrow(/is there already/);
    expect(readdirSync(dirname(file))).toEqual(['health-case.db']);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('is given up at once when it is interrupted, and leaves nothing behind', async () => {
    const { backup } = await backedUp();
    for (const step of ['copying', 'checking']) {
      const [file, interrupted] = [scratchFile(), new AbortController()];
      const report = (progress: { readonly step: string }) => {
        if (progress.step === step) interrupted.abort();
      };
      const restoring = { backup, file, force: false, keyring: keyring(), takeUp: async () => undefined };
      const restored = restoreSqlite(restoring, { signal: interrupted.signal, report });
      await expect(restored).rejects.toMatchObject({ name: 'AbortError' });
      expect(readdirSync(dirname(file))).toEqual([]);
    }
  });

  it('takes no place while what was done in it is in a log that would stay behind', async () => {
    const { backup } = await backedUp();
    const file = scratchFile();
    const takeUp = async (draft: string) => writeFileSync(`${draft}-wal`, 'a log that SQLite could not move');
    const following = { signal: new AbortController().signal, report: () => undefined };
    const restored = restoreSqlite({ backup, file, force: false, keyring: keyring(), takeUp }, following);
    await expect(restored).rejects.toThrow(/could not be written .* the disk has room/);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('needs the folder of the store, and says so', async () => {
    const { backup } = await backedUp();
    const folder = scratchFolder();
    await expect(restore(backup, join(folder, 'none', 'health-case.db'))).rejects.toThrow(
      /could not be restored .*ENOENT/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
