import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { request } from '../http.ts';
import { start } from '../processes.ts';
import { serviceProgram } from '../systems/service.ts';
import { fill } from './fill.ts';
import { digestOf, PASSWORD, type Size, tokenOf } from './sizes.ts';

const bench = join(import.meta.dirname, '../..');
const cache = join(bench, '.data');

/** A change of the schema, or of what the stores hold, makes new ones. */
const versionOf = (): string => {
  const hash = createHash('sha256');
  const migrations = globSync('prisma/sqlite/migrations/*/migration.sql', { cwd: join(bench, '../..') }).sort();
  for (const file of migrations) hash.update(readFileSync(join(bench, '../..', file)));
  for (const file of ['audit-trail.ts', 'fill.ts', 'sizes.ts', 'stores.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 12);
};

/** The file of this size, made if it is not there: by the service's own migrations, then filled in one transaction. */
export const storeOf = async (size: Size, cpus: string): Promise<string> => {
  const file = join(cache, `${size.name}-${versionOf()}.db`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  for (const old of globSync(`${size.name}-*.db*`, { cwd: cache })) rmSync(join(cache, old));
  process.stderr.write(`Filling a store with ${size.children.toLocaleString('en')} children …\n`);
  const draft = `${file}.draft`;
  const passwordHash = await migrated(draft, cpus);
  await fill(draft, size, passwordHash);
  renameSync(draft, file);
  return file;
};

/** Lets the service bring an empty file to its schema and hash the password in its own way. */
const migrated = async (file: string, cpus: string): Promise<string> => {
  const service = await start(serviceProgram('a', { DATABASE_URL: `file:${file}` }, cpus));
  const account = { firstName: 'Greta', lastName: 'Holm', email: 'first@example.org', password: PASSWORD, role: 'Doc' };
  await request(service.port, { method: 'POST', path: '/api/Auth/register', body: JSON.stringify(account) });
  await service.stop();
  const database = new Database(file);
  const { passwordHash } = database.prepare('SELECT "passwordHash" FROM "Account"').get() as { passwordHash: string };
  database.exec('DELETE FROM "Account"');
  database.close();
  return passwordHash;
};

/** A copy for one system, in which the sessions that will be used have just been used, or as if they will have been. */
export const copyOf = (store: string, file: string, sessions: readonly number[], lastUsed = Date.now()): string => {
  for (const old of [file, `${file}-wal`, `${file}-shm`]) rmSync(old, { force: true });
  copyFileSync(store, file, constants.COPYFILE_FICLONE);
  refresh(file, sessions, lastUsed);
  return file;
};

/** A store that was made a day ago holds nothing but sessions that have ended. */
export const refresh = (file: string, sessions: readonly number[], lastUsed = Date.now()): void => {
  const database = new Database(file);
  const now = Date.now();
  const touch = database.prepare('UPDATE "Session" SET "startedAt" = ?, "lastUsedAt" = ? WHERE "digest" = ?');
  database.transaction(() => {
    for (const session of sessions) touch.run(now, lastUsed, digestOf(tokenOf(session)));
  })();
  database.close();
};
