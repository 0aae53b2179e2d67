import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresServer, startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { queryAt } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';

export type FragileServer = {
  readonly url: string;
  /** As `pg_ctl stop -m immediate`: no checkpoint, no word to anybody; what is committed is in the log to be recovered from. */
  readonly stopImmediately: () => Promise<void>;
  /** Resolves at the moment when the server says that it is ready. */
  readonly start: () => Promise<void>;
  /** Ends all connections to a database, or one of them; resolves to how many. */
  readonly terminateBackends: (database: string, which: 'all' | 'one') => Promise<number>;
};

/**
 * As a server in production is set. An immediate stop alone would forgive less: what was written survives the end of a
 * process, synced or not. But with what is promised to survive a power loss also comes the time that it takes.
 */
const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };

export const startFragileServer = async ({ ending }: Ground): Promise<FragileServer> => {
  const server: PostgresServer = await startPostgresServer(DURABLE);
  ending.defer(() => server.remove());
  const [shown] = await queryAt(server.url, 'SHOW data_directory');
  const pidFile = join(String(shown?.['data_directory']), 'postmaster.pid');
  return {
    url: server.url,
    stopImmediately: async () => {
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
      // Waits for the end; the gentler signal that it sends comes too late to count.
      await server.stop();
    },
    start: server.start,
    terminateBackends: async (database, which) => {
      const some = which === 'one' ? 'ORDER BY random() LIMIT 1' : '';
      const rows = await queryAt(
        server.url,
        `SELECT pg_terminate_backend(pid) FROM
          (SELECT pid FROM pg_stat_activity WHERE datname = '${database}' ${some}) AS backends`,
      );
      return rows.length;
    },
  };
};
