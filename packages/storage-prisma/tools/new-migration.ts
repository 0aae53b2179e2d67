import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftMigration, SQLITE_MIGRATIONS } from './draft-migration.ts';

/** Writes the next migration, for example: npm run new-migration -- add-audit */
const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
  process.stderr.write('Name the migration in kebab-case, for example: npm run new-migration -- add-audit\n');
  process.exit(1);
}
const script = await draftMigration();
if (!/^[A-Z]/m.test(script.replace(/^--.*$/gm, ''))) {
  process.stdout.write('The migrations lead to the models as they stand; there is nothing to write.\n');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(SQLITE_MIGRATIONS, `${stamp}_${name.replaceAll('-', '_')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), script);
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}
