import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { PostgresServer } from './postgres-server.ts';

/** Makes a server the standby of one that runs, whose data replaces its own. Resolves when it can be read. */
export const startAsStandby = async (standby: PostgresServer, primary: PostgresServer): Promise<void> => {
  await standby.stop('SIGQUIT');
  rmSync(standby.data, { recursive: true });
  const label = await copied(primary, standby.data);
  const log = readdirSync(join(standby.data, 'pg_wal')).map((name) => join('pg_wal', name));
  for (const name of ['postmaster.pid', ...log]) rmSync(join(standby.data, name), { recursive: true, force: true });
  const { hostname, port, username } = new URL(primary.url);
  appendFileSync(
    join(standby.data, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${hostname} port=${port} user=${username}'\nsynchronous_standby_names = ''\n`,
  );
  const { uid, gid } = statSync(standby.data);
  for (const [name, content] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    const file = join(standby.data, name);
    writeFileSync(file, content);
    chownSync(file, uid, gid);
  }
  await standby.start();
};

/** Copies the data of a server that runs into a folder. Resolves to the label from which the copy recovers. */
const copied = async ({ url, data }: PostgresServer, folder: string): Promise<string> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('for a standby', fast => true)`);
    // It complains of files that vanish meanwhile. A standby does not miss them.
    spawnSync('cp', ['-a', data, folder]);
    return (await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')).rows[0].labelfile;
  } finally {
    await client.end();
  }
};
