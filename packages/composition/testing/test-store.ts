import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer } from '@health-case/storage-prisma/testing/administer';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the services in a test project; the default is SQLite. */
    readonly store?: 'sqlite' | 'postgresql';
  }
}

/** A store for one service: the settings that name it, and access from outside. */
export type TestStore = {
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a statement beside the service. */
  readonly execute: (statement: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

export const createTestStore = (): Promise<TestStore> =>
  inject('store') === 'postgresql' ? createPostgresStore() : createSqliteStore();

const createSqliteStore = async (): Promise<TestStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-service-'));
  const file = join(folder, 'health-case.db');
  // In a process of its own: closing a file by a second copy of SQLite would drop the locks of the service.
  const program = 'new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec(process.argv[2])';
  return {
    environment: { DATABASE_URL: `file:${file}` },
    execute: async (statement) => {
      execFileSync(process.execPath, ['-e', program, file, statement]);
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const createPostgresStore = async (): Promise<TestStore> => {
  const { url, drop } = await createTestDatabase();
  const key = Buffer.alloc(32, 7).toString('base64');
  return {
    environment: { DATABASE_URL: url, SECRET_KEY: key },
    execute: (statement) => administer(url, statement),
    remove: drop,
  };
};
