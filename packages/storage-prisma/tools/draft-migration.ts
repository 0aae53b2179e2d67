import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { migrationsOf, readMigrations } from '../src/migrations.ts';
import { applyIn, NO_FILTERS, type Provider, withSchemaEngine } from '../src/schema-engine.ts';
import { DescribablePg } from './describable-pg.ts';

const root = join(import.meta.dirname, '../../..');

/** The SQL that leads from all existing migrations to the current models; only a comment if there is nothing to do. */
export const draftMigration = async (provider: Provider, empty: EmptyDatabase): Promise<string> => {
  const files = ['prisma/models.prisma', `prisma/${provider}/datasource.prisma`].map((path) => ({
    path,
    content: readFileSync(join(root, path), 'utf8'),
  }));
  const folder = migrationsOf(provider);
  const migrations = await readMigrations(folder);
  const schema = files.map(({ path, content }) => [path, content] as const);
  const draft = await withSchemaEngine(empty, schema, async (engine) => {
    await applyIn(engine, { provider, folder, migrations });
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

/** An empty database of the provider, to which the migrations will be applied. */
type EmptyDatabase = SqlMigrationAwareDriverAdapterFactory;

export const emptyPostgres = (url: string): EmptyDatabase => new DescribablePg(url);

/** Works with a temporary SQLite file. */
export const withEmptySqlite = async <T>(work: (empty: EmptyDatabase) => Promise<T>): Promise<T> => {
  const scratch = mkdtempSync(join(tmpdir(), 'health-case-migration-'));
  try {
    return await work(new PrismaBetterSqlite3({ url: join(scratch, 'migrated.db') }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** Prisma's models cannot name a collation: texts are ordered as their bytes, as SQLite does by default. */
const bytewise = (script: string): string =>
  script.replace(
    /^(\s+"\w+" TEXT|.*\b(?:ADD COLUMN|ALTER COLUMN)\s+"\w+" (?:SET DATA TYPE )?TEXT)/gm,
    '$1 COLLATE "C"',
  );
