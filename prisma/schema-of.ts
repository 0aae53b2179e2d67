import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Prisma's schema for a provider. The file is that of SQLite. */
export const schemaOf = (provider: 'sqlite' | 'postgresql'): string =>
  readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8').replace(
    /^(\s*(?:provider|output)\s*=.*)\bsqlite"$/gm,
    `$1${provider}"`,
  );
