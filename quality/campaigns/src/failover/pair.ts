import { type Database, databaseOf, queryAt } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { signalAll, treeOf } from '@health-case/harness/processes';
import { databaseAt } from '@health-case/storage-prisma/testing/administer';
import { type PostgresServer, startPostgresServer } from '@health-case/storage-prisma/testing/postgres-server';
import { startAsStandby } from '@health-case/storage-prisma/testing/postgres-standby';

const NAME = 'health_case';
/** A standby may need what was written since it was copied. */
const SETTINGS = { wal_keep_size: '256MB', max_connections: '100' };

/** Two PostgreSQL servers, of which one follows the other, and a commit waits for it. */
export const startPair = async (harness: Harness) => {
  const servers = await Promise.all([0, 1].map(() => startPostgresServer(SETTINGS)));
  for (const server of servers) harness.defer(server.remove);
  // One that is stopped by a signal would not end.
  const wake = () => {
    for (const server of servers) signalAll(treeOf(server.pid()), 'SIGCONT');
  };
  harness.defer(wake);
  process.once('exit', wake);
  harness.defer(() => process.off('exit', wake));
  let [primary, standby] = servers as [PostgresServer, PostgresServer];
  await queryAt(primary.url, `CREATE ROLE ${NAME} LOGIN`);
  await queryAt(primary.url, `CREATE DATABASE ${NAME} OWNER ${NAME}`);
  await follow(standby, primary);
  const hosts = servers.map(({ url }) => new URL(url).host);
  const query: Database['query'] = (sql) => queryAt(databaseAt(primary.url, NAME), sql);
  return {
    database: databaseOf(`postgresql://${NAME}@${hosts}/${NAME}?target_session_attrs=read-write`, query),
    primary: () => primary,
    standby: () => standby,
    /** Resolves when the standby takes writes. The other must not take any from now on. */
    promote: async (): Promise<void> => {
      await queryAt(standby.url, 'SELECT pg_promote()');
      [primary, standby] = [standby, primary];
    },
    /** Ends the server that took writes before the other was promoted, and lets it follow that one. */
    rejoin: async (): Promise<void> => {
      // Its processes end before they do anything else.
      const pids = treeOf(standby.pid());
      signalAll(pids, 'SIGQUIT');
      signalAll(pids, 'SIGCONT');
      await standby.stop('SIGQUIT');
      await follow(standby, primary);
    },
  };
};

export type Pair = Awaited<ReturnType<typeof startPair>>;

/** Resolves when commits wait for the standby. */
const follow = async (standby: PostgresServer, primary: PostgresServer): Promise<void> => {
  await startAsStandby(standby, primary);
  await queryAt(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await queryAt(primary.url, 'SELECT pg_reload_conf()');
  const isAwaited = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`;
  await waitUntil(async () => (await queryAt(primary.url, isAwaited)).length > 0, 60_000, 'That a standby follows');
};
