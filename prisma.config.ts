import { resolve } from 'node:path';
import { defineConfig } from 'prisma/config';

// Commands that work on the schema need no engine, yet Prisma would fetch the one for migrations first. Migrations are
// drafted by `npm run new-migration`, with the engine that is in a package.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;

const { DATABASE_URL: url = 'file:./data/health-case.db' } = process.env;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  // Studio takes a file only as a URL with an absolute path.
  datasource: { url: url.startsWith('file:') ? `file://${resolve(url.slice('file:'.length))}` : url },
});
