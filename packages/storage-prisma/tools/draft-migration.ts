import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { Pool, type QueryResult, types } from 'pg';
import { schemaOf } from '../../../prisma/schema-of.ts';
import { type Migratable, migrate, migrationsOf, type Provider, readMigrations } from '../src/migrations.ts';
import { postgresDatabase } from '../src/postgresql/migrate.ts';
import { sqliteFile } from '../src/sqlite/migrate.ts';

const root = join(import.meta.dirname, '../../..');

/** An empty database of a provider, as this program and as Prisma's engine reach it. */
type EmptyDatabase = { readonly database: Migratable; readonly adapter: SqlMigrationAwareDriverAdapterFactory };

/** The SQL that leads from all existing migrations to the current models; only a comment if there is nothing to do. */
export const draftMigration = async ({ database, adapter }: EmptyDatabase): Promise<string> => {
  const { provider } = database;
  const files = [{ path: 'prisma/schema.prisma', content: schemaOf(provider) }];
  await migrate(database);
  const schema = files.map(({ path, content }): [string, string] => [path, content]);
  const draft = await withSchemaEngine(adapter, schema, async (engine) => {
    await checkHistory(engine, provider);
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    return stdout ?? '';
  });
  return provider === 'postgresql' ? bytewise(draft) : draft;
};

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/** Throws unless Prisma's engine, too, takes all migrations for applied, as `prisma migrate deploy` would. */
const checkHistory = async (engine: SchemaEngine, provider: Provider): Promise<void> => {
  const folder = migrationsOf(provider);
  const migrations = await readMigrations(folder);
  const found = await engine.diagnoseMigrationHistory({
    migrationsList: {
      baseDir: folder,
      lockfile: { path: 'migration_lock.toml', content: `provider = "${provider}"\n` },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name, script }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: script } },
      })),
    },
    optInToShadowDatabase: false,
    filters: NO_FILTERS,
  });
  const { hasMigrationsTable, history, editedMigrationNames: edited, failedMigrationNames: failed } = found;
  if (hasMigrationsTable && !history && edited.length === 0 && failed.length === 0) return;
  throw new Error(`Prisma takes other migrations for applied: ${JSON.stringify(found)}`);
};

/**
 * The adapter with support for the type "char": PostgreSQL's catalogue has columns of that type, and the schema engine
 * reads them when it describes a database, but Prisma's adapter refuses every reply that has one (7.10).
 */
class DescribablePg extends PrismaPg {
  readonly #chars: Set<number>;

  constructor(url: string) {
    const chars = new Set<number>();
    const pool = new Pool({ connectionString: url, allowExitOnIdle: true });
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<QueryResult>;
    const asTexts = async (...given: unknown[]): Promise<QueryResult> => {
      const result = await query(...given);
      chars.clear();
      result.fields.forEach((field, index) => {
        if (field.dataTypeID !== types.builtins.CHAR) return;
        field.dataTypeID = types.builtins.TEXT;
        chars.add(index);
      });
      return result;
    };
    super(Object.assign(pool, { query: asTexts }), { disposeExternalPool: true });
    this.#chars = chars;
  }

  override async connect(): Promise<Awaited<ReturnType<PrismaPg['connect']>>> {
    const connection = await super.connect();
    const query = connection.queryRaw.bind(connection);
    connection.queryRaw = async (statement) => {
      const result = await query(statement);
      for (const index of this.#chars) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    return connection;
  }
}

/**
 * The engine quotes the name of an index with a condition as if it were a column's. SQLite can be told to take that for
 * a text, and the driver tells it not to (7.10).
 */
class DescribableSqlite extends PrismaBetterSqlite3 {
  override async connect(): Promise<Awaited<ReturnType<PrismaBetterSqlite3['connect']>>> {
    const connection = await super.connect();
    const query = connection.queryRaw.bind(connection);
    connection.queryRaw = ({ sql, ...rest }) =>
      query({ ...rest, sql: sql.replace(/ name = "(\w+)";$/, " name = '$1'") });
    return connection;
  }
}

export const emptyPostgres = (url: string): EmptyDatabase => ({
  database: postgresDatabase(url),
  adapter: new DescribablePg(url),
});

/** In a file that is not there yet. */
export const emptySqlite = (file: string): EmptyDatabase => ({
  database: sqliteFile(file),
  adapter: new DescribableSqlite({ url: file }),
});

/** Prisma's models cannot name a collation: texts are ordered as their bytes, as SQLite does by default. */
const bytewise = (script: string): string =>
  script.replace(
    /^(\s+"\w+" TEXT|.*\b(?:ADD COLUMN|ALTER COLUMN)\s+"\w+" (?:SET DATA TYPE )?TEXT)/gm,
    '$1 COLLATE "C"',
  );

/** Node has it, but its types leave it to those of browsers, which this project does without. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

/** Works on a database with Prisma's schema engine: the one of its command line, without a binary to download. */
const withSchemaEngine = async <T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  datamodels: [path: string, content: string][],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> => {
  // The engine closes no connection.
  const connections: SqlDriverAdapter[] = [];
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connect: async () => {
      const connection = await adapter.connect();
      connections.push(connection);
      return connection;
    },
    connectToShadowDb: () => adapter.connectToShadowDb(),
  });
  try {
    const { SchemaEngine } = await instantiated;
    return await work(await SchemaEngine.new({ datamodels }, () => undefined, factory));
  } finally {
    await Promise.all(connections.map((connection) => connection.dispose()));
  }
};

/** Instantiated by hand because importing a .wasm file makes Node print a warning. */
const instantiate = async () => {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const engineUrl = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm');
  const module = await WebAssembly.compile(await readFile(new URL(engineUrl)));
  const { exports } = await WebAssembly.instantiate(module, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(exports);
  (exports['__wbindgen_start'] as () => void)();
  return glue;
};

/** Once per process: the package's JavaScript serves one instance, the last that it was given. */
const instantiated = instantiate();
