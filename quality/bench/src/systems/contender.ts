import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { LARGE, type Size } from '../data/sizes.ts';
import { copyOf, refresh, storeOf } from '../data/stores.ts';
import type { Sample } from '../measure/sample.ts';
import { type Started, start } from '../processes.ts';
import { BCRYPT_COST, serviceProgram } from './service.ts';

/** A system as a scenario meets it. */
export type Contender = {
  readonly name: string;
  /** Which data it serves: those of one size must answer alike. */
  readonly size: Size;
  readonly start: (context: Context, sessions: readonly number[]) => Promise<Server>;
};

/** Under way; what is no HTTP server takes its own samples. */
export type Server = Started & { readonly sample?: (seconds: number) => Promise<Sample> };

const bench = join(import.meta.dirname, '../..');

/** Copying a million rows takes seconds, so the service has one copy of them for the whole run, and all limits another. */
export const copyFor = async (
  name: string,
  size: Size,
  { cores, folder }: Pick<Context, 'cores' | 'folder'>,
  sessions: readonly number[],
  lastUsed = Date.now(),
): Promise<string> => {
  const store = await storeOf(size, cores.server);
  if (size !== LARGE) return copyOf(store, join(folder, `${name.replaceAll(/\W+/g, '-')}.db`), sessions, lastUsed);
  const file = join(folder, `${name.startsWith('service') ? 'service' : 'limits'}-large.db`);
  if (!existsSync(file)) return copyOf(store, file, sessions, lastUsed);
  refresh(file, sessions, lastUsed);
  return file;
};

export type Options = {
  readonly size: Size;
  /** How it is called in the table where it appears more than once. */
  readonly name?: string;
  readonly nodeOptions?: readonly string[];
};

/** The service, as variant A or B. */
export const service = (variant: 'a' | 'b', { size, name = 'service', nodeOptions = [] }: Options): Contender => ({
  name,
  size,
  start: async (context, sessions) => {
    const file = await copyFor(`${name}-${variant}`, size, context, sessions);
    const options = [...nodeOptions, ...(context.serviceOptions ?? [])];
    return start(serviceProgram(variant, { DATABASE_URL: `file:${file}` }, context.cores.server, options));
  },
});

type Files = Options & { readonly file: string; readonly env?: Readonly<Record<string, string>> };

/** A limit or a rival over a SQLite file. */
export const overSqlite = (name: string, { size, file, env = {}, nodeOptions = [] }: Files): Contender => ({
  name,
  size,
  start: async (context, sessions) => {
    const copy = await copyFor(name, size, context, sessions);
    return start({
      name,
      args: [...nodeOptions, join(bench, file)],
      env: { DATABASE_FILE: copy, BCRYPT_COST: String(BCRYPT_COST), ...env },
      cpus: context.cores.server,
    });
  },
});

export const L1 = (size: Size, name = 'L1 node:http + SQLite'): Contender =>
  overSqlite(name, { size, file: 'limits/l1-sqlite.ts' });
export const L4 = (size: Size, nodeOptions: readonly string[] = []): Contender =>
  overSqlite('L4 one buffer', { size, file: 'limits/l4-buffer.ts', nodeOptions });
export const L5 = (size: Size, nodeOptions: readonly string[] = []): Contender =>
  overSqlite('L5 pages of statements', { size, file: 'limits/l5-pages.ts', nodeOptions });
export const honoPrisma = (size: Size): Contender =>
  overSqlite('N Hono + Prisma', { size, file: 'rivals/hono-prisma/sqlite.ts' });
export const nestPrisma = (size: Size): Contender =>
  overSqlite('NestJS + Prisma', { size, file: '.built/nest/rivals/nest-prisma/main.js' });
export const fastifyKysely = (size: Size): Contender =>
  overSqlite('Fastify + Kysely', { size, file: 'rivals/fastify-kysely/main.ts' });
export const betterAuth = (size: Size): Contender =>
  overSqlite('better-auth', { size, file: 'rivals/better-auth/main.ts' });
