import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSetup } from '@health-case/domain/testing/setup';
import type { Variant } from '@health-case/http/variant';
import { administer } from '@health-case/storage-prisma/testing/administer';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { inject } from 'vitest';
import { startService } from '../src/service.ts';
import { readSettings, type Settings } from '../src/settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the services in a test project; the default is SQLite. */
    readonly store?: 'sqlite' | 'postgresql';
  }
}

/** All tests call from one address; those about limits set their own. */
const NO_LIMITS = { loginFailures: 0, registrations: 0, calls: 0 };

export type TestService = Awaited<ReturnType<typeof startTestService>>;

/**
 * The service as it is composed for real, in this process, over a store of its own, on free ports. Only hashing costs
 * less than any setting allows.
 */
export const startTestService = async (variants: readonly Variant[], more: Partial<Settings> = {}) => {
  const { environment, execute, remove } = await createTestStore();
  const settings = { ...readSettings(environment), bcryptCost: 4, ratesPerMinute: NO_LIMITS, ...more };
  const logged: string[] = [];
  const keep = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts, withErrors)}`);
  const served = variants.map((variant) => ({ variant, portSetting: 'PORT', defaultPort: 0 }) as const);
  const {
    ports: inside,
    urls,
    metricsUrl,
    ...service
  } = await startService(settings, served, {
    info: keep,
    error: keep,
  });
  return {
    urls,
    metricsUrl,
    settings,
    /** The use cases themselves, to prepare a test. */
    application: createSetup(inside),
    /** The ports of the application, for what no use case does. */
    inside,
    /** The TCP ports, by the name of the variant. */
    ports: Object.fromEntries(urls.map(({ name, url }) => [name, Number(new URL(url).port)])) as Record<string, number>,
    /** The log: each message with its facts as JSON. */
    logged: logged as readonly string[],
    /** Runs a statement beside the service. */
    execute,
    stop: async () => {
      await service.stop();
      await remove();
    },
  };
};

/** JSON leaves out the message and the stack of an error. */
const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;

const createTestStore = () => (inject('store') === 'postgresql' ? createPostgresStore() : createSqliteStore());

const createSqliteStore = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-service-'));
  const file = join(folder, 'health-case.db');
  // In a process of its own: closing a file by a second copy of SQLite would drop the locks of the service.
  const program = 'new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec(process.argv[2])';
  return {
    environment: { DATABASE_URL: `file:${file}` },
    execute: async (statement: string) => {
      execFileSync(process.execPath, ['-e', program, file, statement]);
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

const createPostgresStore = async () => {
  const { url, drop } = await createTestDatabase();
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
  const execute = (statement: string) => administer(url, statement);
  return { environment: { DATABASE_URL: url, SECRET_KEY }, execute, remove: drop };
};
