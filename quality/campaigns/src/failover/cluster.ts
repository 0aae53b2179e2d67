import { spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, databaseOf, queryAt } from '@health-case/harness/databases';
import { type Harness, scratchFolder } from '@health-case/harness/harness';
import { waitUntil } from '@health-case/harness/load';
import { isAlive, type Running, signalAll, startProgram, treeOf } from '@health-case/harness/processes';
import { freePort } from '@health-case/storage-prisma/testing/free-port';

/**
 * What happens to the server that takes writes. Its whole machine: all processes are `killed`; the server is `stopped`
 * at once, without its tool; all are `frozen`, and go on later; all are killed half a second after they sent the
 * standby nothing more, so that it is `behind`. `switched`: the tool is told to let the standby take over. `alone`: the
 * standby is killed.
 */
export const MISHAPS = ['killed', 'stopped', 'frozen', 'behind', 'switched', 'alone'] as const;
export type Mishap = (typeof MISHAPS)[number];

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

type Node = { readonly name: string; readonly url: string; readonly data: string; program: Running };

const OPEN = ['--auth', 'trust', '--no-ssl', '--hostname', '127.0.0.1'];

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * PostgreSQL servers and a monitor, as docs/several-machines.md sets them up: one server takes over from another.
 * `synchronous`: a commit waits until one of two standbys has it on its disk. With one standby, a server would take
 * writes alone while that one is missing, or while another is told to take over.
 */
export const startCluster = async (harness: Harness, synchronous: boolean) => {
  const tool = createTool(harness);
  const monitor = await startMonitor(tool);
  const more = ['--monitor', monitor, '--replication-quorum', `${synchronous}`];
  const nodes: Node[] = [];
  for (const name of synchronous ? ['node1', 'node2', 'node3'] : ['node1', 'node2']) {
    nodes.push(await startNode(tool, name, more));
  }
  const allInState = async (state: string): Promise<readonly Node[]> => {
    const isIn = `reportedstate::text = '${state}' AND goalstate::text = '${state}'`;
    const found = await queryAt(monitor, `SELECT nodename FROM pgautofailover.node WHERE ${isIn}`);
    return nodes.filter(({ name }) => found.some(({ nodename }) => nodename === name));
  };
  const inState = async (state: string): Promise<Node | undefined> => (await allInState(state))[0];
  const isWhole = async () =>
    (await inState('primary')) !== undefined && (await allInState('secondary')).length === nodes.length - 1;
  const untilWhole = () => waitUntil(isWhole, LONGEST, 'That all servers follow one');
  await untilWhole();

  /** Resolves to what brings the struck server back: that resolves when all servers follow one. */
  const strike = async (mishap: Mishap) => {
    const node = await inState(mishap === 'alone' ? 'secondary' : 'primary');
    if (!node) throw new Error('There is no server to strike.');
    if (mishap === 'behind') await holdSender(node);
    const undo = befall(tool, node, mishap);
    return async () => {
      await undo();
      await untilWhole();
    };
  };
  const query: Database['query'] = async (sql) => {
    const node = (await inState('primary')) ?? (await inState('wait_primary'));
    if (!node) throw new Error('No server takes writes.');
    return queryAt(node.url, sql);
  };
  const hosts = nodes.map(({ url }) => new URL(url).host).join();
  return { database: databaseOf(`${urlOf(hosts)}?target_session_attrs=read-write`, query), strike };
};

const urlOf = (hosts: string): string => `postgresql://health_case@${hosts}/health_case`;

type Tool = ReturnType<typeof createTool>;

/** pg_autoctl, with all that it keeps in one folder. */
const createTool = (harness: Harness) => {
  const folder = scratchFolder(harness);
  const sockets = join(folder, 'run');
  mkdirSync(sockets);
  if (isRoot) for (const path of [folder, sockets]) chownSync(path, NOBODY, NOBODY);
  const env = {
    PATH: `${programs()}:/usr/bin:/bin`,
    HOME: folder,
    XDG_RUNTIME_DIR: sockets,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    // Sockets of PostgreSQL: where clients look for them, and where servers make them.
    PGHOST: folder,
    PG_REGRESS_SOCK_DIR: folder,
  };
  const started: Running['child'][] = [];
  const endAll = () => {
    const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    for (const { pid } of running) signalAll(treeOf(pid ?? 0), 'SIGKILL');
  };
  process.once('exit', endAll);
  harness.defer(() => process.off('exit', endAll));
  /** Starts it, to be ended with the harness: with all below it. */
  const start = (...args: readonly string[]): Running => {
    const program = startProgram(harness, { command: [...asNobody, 'pg_autoctl', ...args], env });
    started.push(program.child);
    harness.defer(endAll);
    return program;
  };
  const run = async (...args: readonly string[]): Promise<void> => {
    const { exitCode, output } = start(...args);
    if ((await exitCode) !== 0) throw new Error(`pg_autoctl ${args.join(' ')}: ${output()}`);
  };
  return { folder, run, start };
};

const untilServing = (url: string, what: string): Promise<void> =>
  waitUntil(() => queryAt(url, 'SELECT 1').then(Boolean, () => false), LONGEST, `The start of ${what}`);

/** Resolves to its URL. */
const startMonitor = async ({ folder, run, start }: Tool): Promise<string> => {
  const [data, port] = [join(folder, 'monitor'), await freePort()];
  await run('create', 'monitor', '--pgdata', data, '--pgport', String(port), ...OPEN);
  await run('config', 'set', '--pgdata', data, 'postgresql.listen_addresses', '127.0.0.1');
  start('run', '--pgdata', data);
  const superuser = isRoot ? 'nobody' : userInfo().username;
  const url = `postgresql://${superuser}@127.0.0.1:${port}/pg_auto_failover`;
  await untilServing(url, 'the monitor');
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
  const url = urlOf(`127.0.0.1:${port}`);
  const node = { name, url, data, program: start('run', '--pgdata', data) };
  await untilServing(url, name);
  return node;
};

/** Freezes the process that sends the log to the standby. Resolves once others may have committed. */
const holdSender = async ({ url }: Node): Promise<void> => {
  const senders = await queryAt(url, 'SELECT pid FROM pg_stat_replication');
  const pids = senders.map(({ pid }) => Number(pid));
  signalAll(pids, 'SIGSTOP');
  await sleep(500);
};

/** Returns what undoes it. */
const befall = ({ run, start }: Tool, node: Node, mishap: Mishap): (() => Promise<void>) => {
  const pids = treeOf(node.program.child.pid ?? 0);
  if (mishap === 'switched') {
    const switching = run('perform', 'switchover', '--pgdata', node.data);
    switching.catch(() => undefined);
    return () => switching;
  }
  if (mishap === 'frozen') {
    signalAll(pids, 'SIGSTOP');
    return async () => signalAll(pids.toReversed(), 'SIGCONT');
  }
  const server = Number(readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const spared = mishap === 'stopped' ? treeOf(server) : [];
  const killed = pids.filter((pid) => !spared.includes(pid));
  signalAll(killed, 'SIGKILL');
  if (mishap === 'stopped') signalAll([server], 'SIGQUIT');
  return async () => {
    await waitUntil(() => !pids.some(isAlive), LONGEST, `The end of ${node.name}`);
    node.program = start('run', '--pgdata', node.data);
  };
};
