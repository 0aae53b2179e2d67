import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of migrations as Prisma lays it out, which goes with the test that asked for it. */
export const migrationsFolder = (...migrations: readonly (readonly [name: string, script: string])[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of migrations) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), script);
  }
  return folder;
};
