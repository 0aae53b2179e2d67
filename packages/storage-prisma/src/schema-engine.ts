import { readFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node has it, but its types leave it to those of browsers, which this project does without. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

export type Provider = 'sqlite' | 'postgresql';
export type Migration = { readonly name: string; readonly script: string };

type Migrations = {
  readonly provider: Provider;
  readonly folder: string;
  readonly migrations: readonly Migration[];
};

/** Works on a database with Prisma's schema engine: the one of its command line, without a binary to download. */
export const withSchemaEngine = async <T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  schema: readonly (readonly [path: string, content: string])[],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> => {
  const { factory, firstError, close } = recorded(adapter);
  try {
    instantiated ??= instantiate();
    const { SchemaEngine } = await instantiated;
    const bound = bindMigrationAwareSqlAdapterFactory(factory);
    const options = { datamodels: schema.length > 0 ? schema.map(([...file]) => file) : undefined };
    return await work(await SchemaEngine.new(options, () => undefined, bound));
  } catch (error) {
    throw new Error(messageOf(firstError() ?? error), { cause: error });
  } finally {
    await close();
  }
};

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Applies the migrations that the engine finds pending; resolves to their names. */
export const applyIn = async (
  engine: SchemaEngine,
  { provider, folder, migrations }: Migrations,
): Promise<readonly string[]> => {
  const migrationsList = {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"\n` },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
    })),
  };
  return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames;
};

/**
 * The adapter, with its connections recorded, since the engine closes none, and the first failure of a script, since the
 * engine goes on to later statements, which cannot succeed, and reports their failures.
 */
const recorded = (adapter: SqlMigrationAwareDriverAdapterFactory) => {
  const connections: SqlDriverAdapter[] = [];
  let firstError: unknown;
  const connect = async (): Promise<SqlDriverAdapter> => {
    const connection = await adapter.connect();
    connections.push(connection);
    const execute = connection.executeScript.bind(connection);
    connection.executeScript = (script) =>
      execute(script).catch((error: unknown) => {
        firstError ??= error;
        throw error;
      });
    return connection;
  };
  const { provider, adapterName } = adapter;
  const factory = { provider, adapterName, connect, connectToShadowDb: () => adapter.connectToShadowDb() };
  const close = () => Promise.all(connections.map((connection) => connection.dispose()));
  return { factory, firstError: () => firstError, close };
};

/** The message of the database; the engine adds places in its own code. */
const messageOf = (error: unknown): string => {
  if (isDriverAdapterError(error) && error.cause.originalMessage) return error.cause.originalMessage;
  return (error instanceof Error ? error.message : String(error)).replace(/\n +0: .*$/s, '');
};

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** Module state, because the package's JavaScript serves one instance per process: the last that it was given. */
let instantiated: Promise<Glue> | undefined;

const instantiate = async (): Promise<Glue> => {
  // Imported only where migrations are drafted or applied: it is 5 MB that an ordinary start need not load.
  // Instantiated by hand because importing a .wasm file makes Node print a warning.
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const engineUrl = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const module = await WebAssembly.compile(await readFile(new URL(engineUrl)));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': withoutTimers(glue) });
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return glue;
};

/** The engine bounds its wait for a lock by a timer of 10 s that it never clears, which would keep the process alive. */
const withoutTimers = (glue: Glue): object =>
  Object.fromEntries(
    Object.entries(glue).map(([name, value]: [string, unknown]) => {
      if (!name.startsWith('__wbg_setTimeout') || typeof value !== 'function') return [name, value];
      return [name, (...given: unknown[]) => (value(...given) as NodeJS.Timeout).unref()];
    }),
  );
