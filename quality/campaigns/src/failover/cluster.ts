import { spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, databaseOf, queryAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { type Running, startProgram } from '@health-case/harness/processes';
import { freePort } from '@health-case/storage-prisma/testing/free-port';
import { isAlive, signalAll, treeOf } from './process-tree.ts';

/**
 * What happens to the server that takes writes. `restarted`: it is killed, and the tool starts it again. `switched`: the tool
 * is told to let the standby take over. `alone`: the standby is killed. The others befall its whole machine: all processes
 * are killed; the server stops at once, without its tool; all are frozen, and go on later; all are killed half a second
 * after they sent the standby nothing more, so that it is `behind`.
 */
export type Mishap = 'restarted' | 'switched' | 'alone' | 'killed' | 'stopped' | 'frozen' | 'behind';

/** Two PostgreSQL servers and a monitor, as docs/several-machines.md sets them up: one server takes over from the other. */
export type Cluster = {
  /** Its URL names both servers. */
  readonly database: Database;
  /** Resolves when a server takes writes again. `mend` brings the struck one back, and resolves when one follows the other. */
  readonly strike: (mishap: Mishap) => Promise<{ readonly mend: () => Promise<void> }>;
};

/** The programs of the PostgreSQL for which pg_auto_failover is installed, where Debian has them. */
const programs = (): string | undefined =>
  globSync('/usr/lib/postgresql/*/lib/pgautofailover.so').map((file) => join(dirname(file), '../bin'))[0];

export const canFailOver = (): boolean =>
  process.platform === 'linux' && programs() !== undefined && spawnSync('pg_autoctl', ['version']).status === 0;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];

/** In milliseconds. With those that the monitor has by itself nobody takes writes for about 50 s. */
const MONITOR_SETTINGS = {
  health_check_period: 1000,
  health_check_timeout: 1000,
  health_check_retry_delay: 500,
  node_considered_unhealthy_timeout: 5000,
  // Longer than PARTITION: whoever is cut off has stopped by then.
  primary_demote_timeout: 6000,
};
/** Seconds. */
const PARTITION = 5;
const LONGEST = 120_000;

type Node = { readonly name: string; readonly port: number; readonly data: string; program: Running };
type State = { readonly name: string; readonly reported: string; readonly goal: string };

const OPEN = ['--auth', 'trust', '--no-ssl', '--hostname', '127.0.0.1'];

/** `synchronous`: a commit waits until the standby has it on its disk. */
export const startCluster = async (harness: Harness, synchronous: boolean): Promise<Cluster> => {
  const tool = createTool(harness);
  const monitor = await startMonitor(tool);
  const start = (name: string) =>
    startNode(tool, name, ['--monitor', monitor, '--replication-quorum', `${synchronous}`]);
  const nodes = [await start('node1'), await start('node2')];
  const { inState, writable, untilWhole } = watch(monitor, nodes);
  await untilWhole();

  const strike: Cluster['strike'] = async (mishap) => {
    const node = await inState(mishap === 'alone' ? 'secondary' : 'primary');
    if (!node) throw new Error('There is no server to strike.');
    const before = serverOf(node);
    if (mishap === 'behind') await holdSender(node);
    const mend = befall(tool, node, mishap);
    const takesWrites = async () => {
      const now = await writable();
      if (now === undefined || (now === node && mishap !== 'restarted')) return false;
      return serverOf(now) !== before && isServing(urlOf(`127.0.0.1:${now.port}`));
    };
    await waitUntil(takesWrites, LONGEST, 'That a server takes writes again');
    return {
      mend: async () => {
        await mend();
        await untilWhole();
      },
    };
  };
  const query: Database['query'] = async (sql) => queryAt(urlOf(`127.0.0.1:${(await writable())?.port}`), sql);
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join();
  return { database: databaseOf(`${urlOf(hosts)}?target_session_attrs=read-write`, query), strike };
};

/** What the monitor says of the nodes. */
const watch = (monitor: string, nodes: readonly Node[]) => {
  const columns = 'nodename AS name, reportedstate::text AS reported, goalstate::text AS goal';
  const states = () =>
    queryAt(monitor, `SELECT ${columns} FROM pgautofailover.node`) as unknown as Promise<readonly State[]>;
  const inState = async (state: string): Promise<Node | undefined> => {
    const found = (await states()).find(({ reported, goal }) => reported === state && goal === state);
    return nodes.find(({ name }) => name === found?.name);
  };
  const writable = async () => (await inState('primary')) ?? (await inState('wait_primary'));
  const untilWhole = async (): Promise<void> => {
    const isWhole = async () => (await inState('primary')) !== undefined && (await inState('secondary')) !== undefined;
    await waitUntil(isWhole, LONGEST, 'That one server follows the other').catch(async (cause: unknown) => {
      const said = nodes.map(({ name, program }) => `${name}: ${program.output().slice(-3000)}`);
      throw new Error(`${JSON.stringify(await states())}\n${said.join('\n')}`, { cause });
    });
  };
  return { inState, writable, untilWhole };
};

const urlOf = (hosts: string): string => `postgresql://health_case@${hosts}/health_case`;

type Tool = {
  readonly folder: string;
  /** Runs pg_autoctl to its end. */
  readonly run: (...args: readonly string[]) => Promise<void>;
  /** Starts it, to be ended with the harness: with all below it. */
  readonly start: (...args: readonly string[]) => Running;
};

/** pg_autoctl, with all that it keeps in one folder. */
const createTool = (harness: Harness): Tool => {
  const folder = scratchFolder(harness);
  mkdirSync(join(folder, 'run'));
  if (isRoot) for (const path of [folder, join(folder, 'run')]) chownSync(path, NOBODY, NOBODY);
  const env = {
    PATH: `${programs()}:/usr/bin:/bin`,
    HOME: folder,
    ...{ XDG_RUNTIME_DIR: join(folder, 'run'), XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    // Sockets of PostgreSQL: where clients look for them, and where servers make them.
    ...{ PGHOST: folder, PG_REGRESS_SOCK_DIR: folder },
  };
  const ends = new Set<() => void>();
  const endAll = () => {
    for (const end of ends) end();
  };
  process.once('exit', endAll);
  harness.defer(() => process.off('exit', endAll));
  const start: Tool['start'] = (...args) => {
    const program = startProgram(harness, { command: [...asNobody, 'pg_autoctl', ...args], env });
    const end = () => signalAll(treeOf(program.child.pid as number), 'SIGKILL');
    ends.add(end);
    harness.defer(end);
    void program.exitCode.then(() => ends.delete(end));
    return program;
  };
  const run: Tool['run'] = async (...args) => {
    const { exitCode, output } = start(...args);
    if ((await exitCode) !== 0) throw new Error(`pg_autoctl ${args.join(' ')}: ${output()}`);
  };
  return { folder, run, start };
};

const isServing = (url: string): Promise<boolean> =>
  queryAt(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

/** Resolves to its URL. */
const startMonitor = async ({ folder, run, start }: Tool): Promise<string> => {
  const [data, port] = [join(folder, 'monitor'), await freePort()];
  await run('create', 'monitor', '--pgdata', data, '--pgport', String(port), ...OPEN);
  await run('config', 'set', '--pgdata', data, 'postgresql.listen_addresses', '127.0.0.1');
  start('run', '--pgdata', data);
  const superuser = isRoot ? 'nobody' : userInfo().username;
  const url = `postgresql://${superuser}@127.0.0.1:${port}/pg_auto_failover`;
  await waitUntil(() => isServing(url), LONGEST, 'The start of the monitor');
  for (const [name, value] of Object.entries(MONITOR_SETTINGS)) {
    await queryAt(url, `ALTER SYSTEM SET pgautofailover.${name} = ${value}`);
  }
  await queryAt(url, 'SELECT pg_reload_conf()');
  return url;
};

const startNode = async ({ folder, run, start }: Tool, name: string, more: readonly string[]): Promise<Node> => {
  const [data, port] = [join(folder, name), await freePort()];
  const place = ['--pgdata', data, '--pgport', String(port), '--listen', '127.0.0.1', '--name', name];
  const names = ['--username', 'health_case', '--dbname', 'health_case'];
  await run('create', 'postgres', ...place, ...names, ...OPEN, ...more);
  await run('config', 'set', '--pgdata', data, 'timeout.network_partition_timeout', String(PARTITION));
  const program = start('run', '--pgdata', data);
  await waitUntil(() => isServing(urlOf(`127.0.0.1:${port}`)), LONGEST, `The start of ${name}`);
  return { name, port, data, program };
};

/** The process of PostgreSQL; 0 if there is none. */
const serverOf = ({ data }: Node): number => {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
};

/** Freezes the process that sends the log to the standby. Resolves once others may have committed. */
const holdSender = async ({ port }: Node): Promise<void> => {
  const senders = await queryAt(urlOf(`127.0.0.1:${port}`), 'SELECT pid FROM pg_stat_replication');
  signalAll(
    senders.map(({ pid }) => Number(pid)),
    'SIGSTOP',
  );
  await sleep(500);
};

/** Returns what undoes it. */
const befall = ({ run, start }: Tool, node: Node, mishap: Mishap): (() => Promise<void>) => {
  const server = serverOf(node);
  const pids = treeOf(node.program.child.pid ?? 0);
  const below = treeOf(server);
  if (mishap === 'switched') {
    const switching = run('perform', 'switchover', '--pgdata', node.data);
    switching.catch(() => undefined);
    return () => switching;
  }
  if (mishap === 'restarted') {
    signalAll([server], 'SIGKILL');
    return async () => undefined;
  }
  if (mishap === 'frozen') {
    signalAll(pids, 'SIGSTOP');
    return async () => signalAll(pids.toReversed(), 'SIGCONT');
  }
  signalAll(mishap === 'stopped' ? pids.filter((pid) => !below.includes(pid)) : pids, 'SIGKILL');
  if (mishap === 'stopped') signalAll([server], 'SIGQUIT');
  return async () => {
    await waitUntil(() => !pids.some(isAlive), LONGEST, `The end of ${node.name}`);
    node.program = start('run', '--pgdata', node.data);
  };
};
