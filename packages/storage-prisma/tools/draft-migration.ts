import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from '../src/migrations.ts';
import { migrationList, NO_FILTERS, withSchemaEngine } from '../src/schema-engine.ts';

const root = join(import.meta.dirname, '../../..');
export const SQLITE_MIGRATIONS = join(root, 'prisma/sqlite/migrations');

/** The SQL that leads from all migrations there are to the models as they stand; a comment alone if nothing is to be done. */
export const draftMigration = async (): Promise<string> => {
  const files = ['prisma/models.prisma', 'prisma/sqlite/datasource.prisma'].map((path) => ({
    path,
    content: readFileSync(join(root, path), 'utf8'),
  }));
  const scratch = mkdtempSync(join(tmpdir(), 'health-case-migration-'));
  try {
    const migrationsList = migrationList(SQLITE_MIGRATIONS, await readMigrations(SQLITE_MIGRATIONS));
    return await withSchemaEngine(join(scratch, 'migrated.db'), files, async (engine) => {
      await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      const { stdout } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: scratch },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: null,
        filters: NO_FILTERS,
      });
      return stdout ?? '';
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
