import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { root } from '../../harness/src/processes.ts';
import { fill } from './fill.ts';
import { digestOf, LARGE, PASSWORD, type Size, tokenOf } from './sizes.ts';
import { type Run, startService } from './systems.ts';

export const DATA = join(import.meta.dirname, '../.data');

/** A change of the schema, or of the code that fills the stores, makes new stores. */
const versionOf = (): string => {
  const migrations = globSync(join(root, 'prisma/sqlite/migrations/*/migration.sql')).sort();
  const own = ['fill.ts', 'sizes.ts', 'stores.ts'].map((name) => join(import.meta.dirname, name));
  const hash = createHash('sha256');
  for (const file of [...migrations, ...own]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
};

/** The filled store of a size. It is made once and kept for later runs. */
export const storeOf = async (run: Run, size: Size): Promise<string> => {
  const file = join(DATA, `${size.name}-${versionOf()}.db`);
  if (existsSync(file)) return file;
  mkdirSync(DATA, { recursive: true });
  for (const old of globSync(`${size.name}-*.db*`, { cwd: DATA })) rmSync(join(DATA, old));
  process.stderr.write(`Filling a store with ${size.rows.toLocaleString('en')} children …\n`);
  const draft = `${file}.draft`;
  await fill(draft, size, await migrate(run, draft));
  renameSync(draft, file);
  return file;
};

/** The service migrates the empty file and hashes the password. */
const migrate = async (run: Run, file: string): Promise<string> => {
  const { port, stop } = await startService(run, `file:${file}`);
  const body = { firstName: 'Greta', lastName: 'Holm', email: 'first@example.org', password: PASSWORD, role: 'Doc' };
  await run.client(port, { method: 'POST', path: '/api/Auth/register', body });
  await stop();
  const database = new Database(file);
  const { passwordHash } = database.prepare('SELECT "passwordHash" FROM "Account"').get() as { passwordHash: string };
  database.exec('DELETE FROM "Account"');
  database.close();
  return passwordHash;
};

/** A copy of the store, whose sessions start now. A million rows take seconds to copy, so such a copy serves the whole run. */
export const copyFor = async (run: Run, name: string, size: Size): Promise<string> => {
  const store = await storeOf(run, size);
  const file = join(run.folder, `${name.replaceAll(/\W+/g, '-')}-${size.name}.db`);
  if (size !== LARGE || !existsSync(file)) {
    for (const old of [file, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true });
    copyFileSync(store, file, constants.COPYFILE_FICLONE);
  }
  const database = new Database(file);
  database.prepare('UPDATE "Session" SET "startedAt" = $now, "lastUsedAt" = $now').run({ now: Date.now() });
  database.close();
  return file;
};

/** Starts these sessions now, in one commit. */
export const touchSessions = (file: string, sessions: readonly number[]): void => {
  const database = new Database(file);
  const touch = database.prepare(
    'UPDATE "Session" SET "startedAt" = $now, "lastUsedAt" = $now WHERE "digest" = $digest',
  );
  database.transaction(() => {
    for (const session of sessions) touch.run({ now: Date.now(), digest: digestOf(tokenOf(session)) });
  })();
  database.close();
};
