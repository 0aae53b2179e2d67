import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/*
 * Prisma's command line, without what needs its schema engine: that would have to be fetched, and fails here without a
 * word of the reason.
 */

const INSTEAD: Readonly<Record<string, string>> = {
  migrate: 'npm run migrate applies migrations and says which, npm run new-migration -- some-name makes them',
  db: 'change prisma/schema.prisma, then npm run new-migration -- some-name; npm run migrate changes the database',
};

const words = process.argv.slice(2);
const instead = INSTEAD[words[0] ?? ''];
if (instead !== undefined) {
  process.stderr.write(`prisma ${words[0]} needs an engine that this project does not install. Instead: ${instead}.\n`);
  process.exit(1);
}
const { status } = spawnSync(join(import.meta.dirname, '../node_modules/.bin/prisma'), words, { stdio: 'inherit' });
process.exitCode = status ?? 1;
