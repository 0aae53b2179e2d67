import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { readMigrations } from '../src/migrations.ts';
import { migrationList, NO_FILTERS, type Provider, withSchemaEngine } from '../src/schema-engine.ts';
import { DescribablePg } from './describable-pg.ts';

const root = join(import.meta.dirname, '../../..');
export const migrationsOf = (provider: Provider): string => join(root, 'prisma', provider, 'migrations');

/** The SQL that leads from all migrations there are to the models as they stand; a comment alone if nothing is to be done. */
export const draftMigration = async (provider: Provider, empty: EmptyDatabase): Promise<string> => {
  const files = ['prisma/models.prisma', `prisma/${provider}/datasource.prisma`].map((path) => ({
    path,
    content: readFileSync(join(root, path), 'utf8'),
  }));
  const folder = migrationsOf(provider);
  const migrationsList = migrationList(provider, folder, await readMigrations(folder));
  const draft = await withSchemaEngine(empty, files, async (engine) => {
    await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    return stdout ?? '';
  });
  return provider === 'postgresql' ? bytewise(draft) : draft;
};

/** A database of the provider that has nothing in it; it will have the migrations in it. */
type EmptyDatabase = SqlMigrationAwareDriverAdapterFactory;

export const emptyPostgres = (url: string): EmptyDatabase => new DescribablePg(url);

/** Works with a SQLite file that is made and removed for it. */
export const withEmptySqlite = async <T>(work: (empty: EmptyDatabase) => Promise<T>): Promise<T> => {
  const scratch = mkdtempSync(join(tmpdir(), 'health-case-migration-'));
  try {
    return await work(new PrismaBetterSqlite3({ url: join(scratch, 'migrated.db') }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** Prisma's models have no words for how texts are ordered: as their bytes, which is what SQLite does by itself. */
const bytewise = (script: string): string =>
  script.replace(
    /^(\s+"\w+" TEXT|.*\b(?:ADD COLUMN|ALTER COLUMN)\s+"\w+" (?:SET DATA TYPE )?TEXT)/gm,
    '$1 COLLATE "C"',
  );
