import { readFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node has it; the types for Node leave it to those of browsers, which this project does without. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

/**
 * Connects as the adapter does, and remembers what it connected, as the engine itself closes nothing; and why a script
 * failed first, as the engine goes on to what cannot succeed any more, and tells of that.
 */
const remembering = (adapter: SqlMigrationAwareDriverAdapterFactory) => {
  const connected: SqlDriverAdapter[] = [];
  let failed: unknown;
  const connect = async (): Promise<SqlDriverAdapter> => {
    const connection = await adapter.connect();
    connected.push(connection);
    const execute = connection.executeScript.bind(connection);
    connection.executeScript = (script) =>
      execute(script).catch((error: unknown) => {
        failed ??= error;
        throw error;
      });
    return connection;
  };
  const { provider, adapterName } = adapter;
  const connections = { provider, adapterName, connect, connectToShadowDb: () => adapter.connectToShadowDb() };
  const close = () => Promise.all(connected.map((connection) => connection.dispose()));
  return { connections, failed: () => failed, close };
};

/** What the database said; the engine adds places in its own code. */
const wordsOf = (error: unknown): string => {
  if (isDriverAdapterError(error) && error.cause.originalMessage) return error.cause.originalMessage;
  return (error instanceof Error ? error.message : String(error)).replace(/\n +0: .*$/s, '');
};

/** Works on a database with Prisma's own schema engine: the one its command line uses, without a binary to download. */
export const withSchemaEngine = async <T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  schema: readonly SchemaFile[],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> => {
  const { connections, failed, close } = remembering(adapter);
  try {
    return await work(await openSchemaEngine(connections, schema));
  } catch (error) {
    throw new Error(wordsOf(failed() ?? error), { cause: error });
  } finally {
    await close();
  }
};

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** The one thing here that a process has once: the package's JavaScript works for the one instance it was given last. */
let instantiated: Promise<Glue> | undefined;

const instantiate = async (): Promise<Glue> => {
  // Imported only where migrations are to be made or applied: it is 5 MB that an ordinary start need not load.
  // Instantiated by hand because importing a .wasm file makes Node print a warning.
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const engineUrl = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const module = await WebAssembly.compile(await readFile(new URL(engineUrl)));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': unwaited(glue) });
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return glue;
};

/** The engine bounds its wait for a lock by a timer of 10 s that it never clears: no process is to live on for that. */
const unwaited = (glue: Glue): object =>
  Object.fromEntries(
    Object.entries(glue).map(([name, value]: [string, unknown]) => {
      if (!name.startsWith('__wbg_setTimeout') || typeof value !== 'function') return [name, value];
      return [name, (...given: unknown[]) => (value(...given) as NodeJS.Timeout).unref()];
    }),
  );

const openSchemaEngine = async (
  connections: SqlMigrationAwareDriverAdapterFactory,
  schema: readonly SchemaFile[],
): Promise<SchemaEngine> => {
  instantiated ??= instantiate();
  const { SchemaEngine } = await instantiated;
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  return SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(connections),
  );
};

export type SchemaFile = { readonly path: string; readonly content: string };
export type Migration = { readonly name: string; readonly script: string };

export type Provider = 'sqlite' | 'postgresql';

export const migrationList = (provider: Provider, folder: string, migrations: readonly Migration[]): MigrationList => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"\n` },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, script }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
  })),
});

export const NO_FILTERS = { externalTables: [], externalEnums: [] };
