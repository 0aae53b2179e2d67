import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSetup, type Setup } from '@health-case/domain/testing/setup';
import type { Log } from '@health-case/http/observation';
import type { Variant } from '@health-case/http/variant';
import { administer } from '@health-case/storage-prisma/testing/administer';
import { createTestDatabase } from '@health-case/storage-prisma/testing/postgres-databases';
import { inject } from 'vitest';
import { type Service, startService } from '../src/service.ts';
import { readSettings, type Settings } from '../src/settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database of the services in a test project; the default is SQLite. */
    readonly store?: 'sqlite' | 'postgresql';
  }
}

/** A store for one service: the settings that name it, and access from outside. */
type TestStore = {
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a statement beside the service. */
  readonly execute: (statement: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** All tests call from one address; those about limits set their own. */
const NO_LIMITS = { loginFailures: 0, registrations: 0, calls: 0 };

export type TestService = Pick<Service, 'urls' | 'metricsUrl' | 'stop'> & {
  /** The use cases themselves, to prepare a test. */
  readonly application: Setup;
  readonly settings: Settings;
  /** The ports of the application, for what no use case does. */
  readonly inside: Service['ports'];
  /** The TCP ports, by the name of the variant. */
  readonly ports: Readonly<Record<string, number>>;
  /** The log: each message with its facts as JSON. */
  readonly logged: readonly string[];
  readonly execute: TestStore['execute'];
};

/**
 * The service as it is composed for real, in this process, over a store of its own, on free ports. Only hashing costs
 * less than any setting allows.
 */
export const startTestService = async (
  variants: readonly Variant[],
  more: Partial<Settings> = {},
): Promise<TestService> => {
  const store = await createTestStore();
  const settings = {
    ...readSettings(store.environment),
    bcryptCost: 4,
    ratesPerMinute: NO_LIMITS,
    ...more,
  };
  const logged: string[] = [];
  const keep = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts, withErrors)}`);
  const log: Log = { info: keep, error: keep };
  const served = variants.map((variant) => ({ variant, portSetting: 'PORT', defaultPort: 0 }) as const);
  const service = await startService(settings, served, log);
  return {
    urls: service.urls,
    metricsUrl: service.metricsUrl,
    application: createSetup(service.ports),
    settings,
    inside: service.ports,
    logged,
    execute: store.execute,
    ports: Object.fromEntries(service.urls.map(({ name, url }) => [name, Number(new URL(url).port)])),
    stop: async () => {
      await service.stop();
      await store.remove();
    },
  };
};

/** JSON leaves out the message and the stack of an error. */
const withErrors = (_: string, value: unknown): unknown =>
  value instanceof Error ? { message: value.message, stack: value.stack } : value;

const createTestStore = (): Promise<TestStore> =>
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
