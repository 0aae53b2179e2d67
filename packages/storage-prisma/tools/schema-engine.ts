import { readFile } from 'node:fs/promises';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node has it, but its types leave it to those of browsers, which this project does without. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
};

/** Works on a database with Prisma's schema engine: the one of its command line, without a binary to download. */
export const withSchemaEngine = async <T>(
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
