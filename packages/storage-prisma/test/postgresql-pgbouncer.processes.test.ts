import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { SAMPLE } from '@health-case/domain/contracts/storage-contract';
import { ok } from '@health-case/domain/result';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BOUNDS, createHosts } from '../src/postgresql/host-client.ts';
import { freePort } from '../testing/free-port.ts';
import { postgresContract } from './support/postgres-contract.ts';
import { connectBeside, migratedDatabase, openPostgres } from './support/stores.ts';

/** The program PgBouncer (Debian: apt-get install pgbouncer). */
const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

if (!PGBOUNCER) process.stderr.write('Not tested, as pgbouncer is not installed here: stores behind PgBouncer.\n');

/** Starts PgBouncer in session mode before a server. It lets everybody in, and refuses to run as root. */
const startPgBouncer = async (serverUrl: string) => {
  const { hostname, port, username } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'health-case-pgbouncer-'));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 100
`,
  );
  chmodSync(folder, 0o755);
  const asWhom = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const program = spawn(PGBOUNCER ?? '', [settings], { ...asWhom, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(program.stderr)) if (/process up/.test(line)) break;
  program.stderr.resume();
  return {
    /** The URL of a database of the server through PgBouncer. */
    through: (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${listenPort}` }).href,
    stop: async () => {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};

describe.skipIf(!PGBOUNCER)('behind PgBouncer in session mode', () => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  beforeAll(async () => {
    bouncer = await startPgBouncer(inject('postgres').serverUrl);
  });
  afterAll(() => bouncer.stop());

  postgresContract((url) => bouncer.through(url), undefined, SAMPLE);

  it('an empty database is migrated', async () => {
    const storage = await openPostgres(bouncer.through(await migratedDatabase('nothing')));
    expect(await insert(storage)).toEqual(ok(undefined));
  });

  it('a session has the settings of the service, also one that somebody else had before', async () => {
    const url = bouncer.through(await migratedDatabase());
    for (const statement of [1234, 2345]) {
      const client = new (createHosts(`${url}?target_session_attrs=read-write`, { ...BOUNDS, statement }).Client)();
      await client.connect();
      const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS timeout,
        current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle,
        current_setting('search_path') AS path, current_setting('transaction_isolation') AS isolation`);
      await client.end();
      const others = { lock: '3s', idle: '5s', path: 'public', isolation: 'read committed' };
      expect(rows).toEqual([{ ...others, timeout: `${statement}ms` }]);
    }
  });

  it('a store goes on when the connections between PgBouncer and the server are ended', async () => {
    const url = await migratedDatabase();
    const beside = await connectBeside(url);
    const storage = await openPostgres(bouncer.through(url));
    const person = await keepAccount(storage, 'Par');
    await beside.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    expect(await insert(storage)).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
  });
});
