import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../testing/free-port.ts';

/** The program PgBouncer (Debian: apt-get install pgbouncer). */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

if (!PGBOUNCER) process.stderr.write('Not tested, as pgbouncer is not installed here: stores behind PgBouncer.\n');

/** Starts PgBouncer in session mode before a server. It lets everybody in, and refuses to run as root. */
export const startPgBouncer = async (serverUrl: string) => {
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
