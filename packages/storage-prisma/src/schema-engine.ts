import { readFile } from 'node:fs/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node has it; the types for Node leave it to those of browsers, which this project does without. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

/** Connects as the adapter does, and remembers what it connected: the engine itself closes nothing. */
class ConnectionsOf extends PrismaBetterSqlite3 {
  readonly #connected: SqlDriverAdapter[] = [];

  override async connect(): Promise<SqlDriverAdapter> {
    const connection = await super.connect();
    this.#connected.push(connection);
    return connection;
  }

  async close(): Promise<void> {
    await Promise.all(this.#connected.splice(0).map((connection) => connection.dispose()));
  }
}

/** Works on a SQLite file with Prisma's own schema engine: the one its command line uses, without a binary to download. */
export const withSchemaEngine = async <T>(
  url: string,
  schema: readonly SchemaFile[],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> => {
  const connections = new ConnectionsOf({ url });
  try {
    return await work(await openSchemaEngine(connections, schema));
  } finally {
    await connections.close();
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
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return glue;
};

const openSchemaEngine = async (connections: ConnectionsOf, schema: readonly SchemaFile[]): Promise<SchemaEngine> => {
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

export const migrationList = (folder: string, migrations: readonly Migration[]): MigrationList => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "sqlite"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, script }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
  })),
});

export const NO_FILTERS = { externalTables: [], externalEnums: [] };
