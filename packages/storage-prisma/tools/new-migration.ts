import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';
import { migrate, migrationsOf } from '../src/migrations.ts';
import { describeSchema, SCHEMA_FILE } from '../src/postgresql/schema.ts';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { draftMigration, emptyPostgres, emptySqlite } from './draft-migration.ts';

/** Writes the next migration for every provider, and what all of them make on PostgreSQL. */
const { positionals, values } = readArguments(import.meta.filename, {
  options: { sql: { type: 'string', default: '' } },
  words: true,
});
const [name, ...more] = positionals;
if (!name || more.length > 0 || !/^[a-z][a-z0-9-]*$/.test(name)) {
  process.stderr.write('Name the migration in one word in kebab-case, such as: npm run new-migration -- add-audit\n');
  process.exit(2);
}

const NOTHING = '-- This is an empty migration.';
const server = await startPostgresServer();
const postgres = emptyPostgres(server.url);
const scratch = mkdtempSync(join(tmpdir(), 'health-case-migration-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// The last migration may have been edited since it was drafted.
writeFileSync(SCHEMA_FILE, '');
try {
  const drafts = [
    ['sqlite', await draftMigration(emptySqlite(join(scratch, 'migrated.db')))],
    ['postgresql', await draftMigration(postgres)],
  ] as const;

  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  for (const [provider, draft] of drafts) {
    const script = values.sql === '' ? draft : `${draft.replace(NOTHING, '').trim()}\n${values.sql}\n`.trimStart();
    if (!/^[A-Z]/m.test(script.replace(/^--.*$/gm, ''))) {
      process.stdout.write(
        `${provider}: the migrations lead to the models as they stand; there is nothing to write.\n`,
      );
      continue;
    }
    const folder = join(migrationsOf(provider), `${stamp}_${name.replaceAll('-', '_')}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'migration.sql'), script);
    process.stdout.write(`${join(folder, 'migration.sql')}\n`);
  }

  await migrate(postgres.database);
  writeFileSync(SCHEMA_FILE, await postgres.database.read(describeSchema));
} finally {
  await server.remove();
}
