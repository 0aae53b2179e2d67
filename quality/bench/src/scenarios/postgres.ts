import { join } from 'node:path';
import { type Context, say } from '../context.ts';
import { type Cluster, copyRows, createTables, startPostgres } from '../data/postgres.ts';
import { SMALL } from '../data/sizes.ts';
import { DidNotStart, start } from '../processes.ts';
import { atLeast, type Row } from '../report/row.ts';
import { type Contender, copyFor } from '../systems/contender.ts';
import { serviceProgram } from '../systems/service.ts';
import { measure } from '../throughput.ts';
import { askForChildren, busyDoctors } from './sqlite.ts';

const WORK = "A doctor's children, 50 rows, PostgreSQL";
const TEMPLATE = 'template_bench';
const bench = join(import.meta.dirname, '../..');

/** The service's own migrations make the tables if it knows PostgreSQL; otherwise the sentence with which it refuses. */
const migrateByService = async (cluster: Cluster, { cores }: Context): Promise<string | undefined> => {
  try {
    const service = await start(serviceProgram('a', { DATABASE_URL: cluster.urlOf(TEMPLATE) }, cores.server));
    await service.stop();
    return undefined;
  } catch (error) {
    if (error instanceof DidNotStart && /PostgreSQL/.test(error.message)) return error.message;
    throw error;
  }
};

const overPostgres = (name: string, file: string | undefined, cluster: Cluster): Contender => ({
  name,
  size: SMALL,
  start: async ({ cores }) => {
    const database = name.toLowerCase().replaceAll(/\W+/g, '_');
    await cluster.run('postgres', async (client) => {
      await client.query(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE}`);
    });
    const env = { DATABASE_URL: cluster.urlOf(database) };
    if (file === undefined) return start(serviceProgram('a', env, cores.server));
    return start({ name, args: [join(bench, file)], env, cpus: cores.server });
  },
});

/** The same list as over SQLite. Without the service the others are measured all the same: they are what it must meet. */
export const overPostgresql = async (context: Context): Promise<readonly Row[]> => {
  say('Starting PostgreSQL …');
  let cluster: Cluster;
  try {
    cluster = await startPostgres(context.folder, context.cores.database);
  } catch (error) {
    return [{ work: WORK, system: 'all', skipped: (error as Error).message }];
  }
  try {
    await cluster.run('postgres', async (client) => {
      await client.query(`CREATE DATABASE ${TEMPLATE}`);
    });
    const refusal = await migrateByService(cluster, context);
    const store = await copyFor('postgresql-source', SMALL, context, busyDoctors(SMALL));
    await cluster.run(TEMPLATE, async (client) => {
      if (refusal !== undefined) await createTables(client, store);
      await copyRows(client, store);
    });
    const others = [
      overPostgres('L2 node:http + pg', 'limits/l2-postgres.ts', cluster),
      overPostgres('N Hono + Prisma', 'rivals/hono-prisma/postgresql.ts', cluster),
    ];
    const rows = await measure(
      {
        id: 'children-postgresql',
        title: WORK,
        contenders: refusal === undefined ? [overPostgres('service', undefined, cluster), ...others] : others,
        requests: askForChildren,
        sessions: busyDoctors,
        connections: 32,
        goals:
          refusal === undefined
            ? {
                'L2 node:http + pg': (ratio) => atLeast(0.8, ratio, 'L2'),
                'N Hono + Prisma': (ratio) => atLeast(2.5, ratio, 'N'),
              }
            : {},
        ...(refusal !== undefined && { comparedWith: { 'N Hono + Prisma': 'N Hono + Prisma' } }),
      },
      context,
    );
    return refusal === undefined ? rows : [{ work: WORK, system: 'service', skipped: refusal }, ...rows];
  } finally {
    await cluster.stop();
  }
};
