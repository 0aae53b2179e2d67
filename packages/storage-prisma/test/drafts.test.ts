import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  promises,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { copy } from './support/copies.ts';
import { backUp, restore } from './support/store-file-calls.ts';
import { backedUp, contentsOf, storeWithAccount, whenThreads } from './support/store-files.ts';
import { refusalOf, scratchFolder } from './support/stores.ts';

const PROGRAM = join(import.meta.dirname, 'support/store-files-program.ts');

/** Runs a backup or a restore as a process of its own, to its end. */
const inProcess = (...args: readonly string[]) => {
  const { signal, status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return signal ?? (status === 0 ? 'done' : stderr);
};

const draftIn = (folder: string): string => {
  const found = readdirSync(folder).find((name) => name.includes('.part-'));
  if (!found) throw new Error('No draft is there.');
  return join(folder, found, 'draft');
};

describe('what a killed command leaves', () => {
  it('of a backup is removed by the next backup into the folder, whatever its name', async () => {
    const [{ file }, folder] = [await storeWithAccount(), scratchFolder()];
    expect(inProcess('back-up', file, join(folder, 'monday.db'), 'killed')).toBe('SIGKILL');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^monday\.db\.part-\w{6}$/)]);
    await backUp(file, join(folder, 'tuesday.db'));
    expect(readdirSync(folder)).toEqual(['tuesday.db']);
  });

  it.each(['backup of the store', 'restore'])('of a restore is removed by the next %s', async (next) => {
    const [{ backup }, { file, folder }] = [await backedUp(), await storeWithAccount()];
    expect(inProcess('restore', backup, file, 'killed')).toBe('SIGKILL');
    expect(readdirSync(folder)).toEqual(['health-case.db', expect.stringMatching(/^health-case\.db\.part-\w{6}$/)]);
    await (next === 'restore' ? restore(backup, file, { force: true }) : backUp(file, join(scratchFolder(), 'x.db')));
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

describe('a backup leaves alone', () => {
  it('what backups of this and of other processes are writing into its folder', async () => {
    const [{ file }, folder] = [await storeWithAccount(), scratchFolder()];
    const others: unknown[] = [];
    whenThreads(2, () => {
      others.push(inProcess('back-up', file, join(folder, 'other.db')), backUp(file, join(folder, 'same.db')));
    });
    await backUp(file, join(folder, 'backup.db'));
    expect(await Promise.all(others)).toEqual(['done', expect.any(Number)]);
    expect(readdirSync(folder)).toEqual(['backup.db', 'other.db', 'same.db']);
  });

  it('what only looks like a draft: without one in it, open to others, or somewhere else', async () => {
    const [{ file }, folder, elsewhere] = [await storeWithAccount(), scratchFolder(), scratchFolder()];
    const make = (name: string, mode: number) => {
      mkdirSync(join(folder, name), { mode });
      return join(folder, name);
    };
    writeFileSync(join(folder, 'a.part-abcdef'), 'precious');
    writeFileSync(join(make('b.part-abcdef', 0o700), 'letter'), 'precious');
    writeFileSync(join(make('c.part-abcdef', 0o755), 'draft'), 'precious');
    writeFileSync(join(elsewhere, 'draft'), 'precious');
    symlinkSync(elsewhere, join(folder, 'd.part-abcdef'));
    const before = readdirSync(folder);
    await backUp(file, join(folder, 'backup.db'));
    expect(readdirSync(folder)).toEqual([...before, 'backup.db'].sort());
    expect(readdirSync(elsewhere)).toEqual(['draft']);
  });
});

describe('a backup whose file another process replaces is refused', () => {
  it('before it gets its name, and the other file does not get it', async () => {
    const [{ file }, forged, folder] = [await storeWithAccount(), await storeWithAccount(), scratchFolder()];
    whenThreads(2, () => {
      const draft = draftIn(folder);
      renameSync(draft, `${draft}-away`);
      copyFileSync(forged.file, draft);
    });
    expect(await refusalOf(backUp(file, join(folder, 'backup.db')))).toMatch(/draft was replaced while it was made/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('in the moment in which it gets its name', async () => {
    const [{ file }, folder] = [await storeWithAccount(), scratchFolder()];
    const { link } = promises;
    const spy = vi.spyOn(promises, 'link').mockImplementation(async (draft, name) => {
      await link(draft, name);
      writeFileSync(join(folder, 'forged'), 'forged');
      renameSync(join(folder, 'forged'), String(name));
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      spy.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await refusalOf(backUp(file, join(folder, 'backup.db')))).toMatch(
      /backup\.db was replaced while it was made/,
    );
  });
});

describe.skipIf(process.platform === 'win32')(
  'a folder for backups and copies in which another user can rename files',
  () => {
    type Row = readonly [string, (folder: string, file: string) => unknown];
    const give = (path: string) => chownSync(path, 65_534, 65_534);
    /** Only root can make a file somebody else's. */
    const asRoot = (row: Row): readonly Row[] => (process.getuid?.() === 0 ? [row] : []);

    it.each<Row>([
      ['as everybody may write', (folder) => chmodSync(folder, 0o777)],
      ['as a group may write', (folder) => chmodSync(folder, 0o770)],
      ['as everybody may write above it', (folder) => chmodSync(dirname(folder), 0o777)],
      ...asRoot(['as it is theirs', give]),
    ])('%s is refused, and nothing is written', async (_, open) => {
      const { file } = await storeWithAccount();
      const folder = join(scratchFolder(), 'backups');
      mkdirSync(folder);
      open(folder, file);
      const sentence =
        /^Another user can replace what is in .*; choose a folder that, like those above it, only you or root/;
      for (const make of [backUp, copy]) {
        expect(await refusalOf(make(file, join(folder, 'backup.db')))).toMatch(sentence);
      }
      expect(contentsOf(folder)).toEqual({});
    });

    it.each<Row>([
      ['if its sticky bit is set, so that everybody may rename only their own', (folder) => chmodSync(folder, 0o1777)],
      ...asRoot(['if it is theirs as the store is', (folder, file) => [folder, file].map(give)]),
    ])('is taken %s', async (_, prepare) => {
      const [{ file }, folder] = [await storeWithAccount(), scratchFolder()];
      prepare(folder, file);
      await backUp(file, join(folder, 'backup.db'));
      expect(readdirSync(folder)).toEqual(['backup.db']);
    });
  },
);
