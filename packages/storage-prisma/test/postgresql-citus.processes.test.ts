import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { auditRecord, keepRecords } from '@health-case/domain/contracts/storage/samples';
import { SAMPLE } from '@health-case/domain/contracts/storage-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPostgresMigrations } from '../src/postgresql/storage.ts';
import { administer } from '../testing/administer.ts';
import { freePort } from '../testing/free-port.ts';
import { startPostgresServer } from '../testing/postgres-server.ts';
import { EMPTY, postgresContract } from './support/postgres-contract.ts';
import { openPostgres } from './support/stores.ts';

const DEBIAN = '/usr/lib/postgresql';
const version = existsSync(DEBIAN) && readdirSync(DEBIAN).find((name) => existsSync(`${DEBIAN}/${name}/lib/citus.so`));

/** The programs of the PostgreSQL that has the extension Citus. */
const CITUS = version ? { programs: `${DEBIAN}/${version}/bin` } : undefined;

if (!CITUS) process.stderr.write('Not tested, as Citus is not installed here: a distributed audit trail.\n');

const SETTINGS = {
  shared_preload_libraries: 'citus',
  // What the coordinator sends must be readable by the proxy.
  'citus.node_conninfo': 'sslmode=disable',
  // Only a test ends what it has interrupted.
  'citus.recover_2pc_interval': '1h',
};

/**
 * A way to a worker. Once `hold` is called, its answers to the end of a transaction get lost; `held` is fulfilled when
 * the worker has given one.
 */
const openWay = async (port: number) => {
  const { promise: held, resolve: answered } = Promise.withResolvers<void>();
  const isHolding = { now: false };
  const sockets = new Set<Socket>();
  const serveAt = await freePort();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let isEnding = false;
    near.on('data', (chunk) => {
      isEnding ||= isHolding.now && /\bCOMMIT\b|PREPARE TRANSACTION/.test(chunk.toString('latin1'));
      far.write(chunk);
    });
    far.on('data', (chunk) => void (isEnding ? answered() : near.write(chunk)));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket.on('error', () => undefined).on('close', () => other.destroy()));
    }
  }).listen(serveAt, '127.0.0.1');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: serveAt, held, isHolding, close };
};

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../deploy/citus.sql'), 'utf8');

/** What psql would run of the operator's script, without its lines for psql and for the whole server. */
const SPREAD = SCRIPT.replace(/^(\\set|ALTER SYSTEM|SELECT pg_reload_conf).*$/gm, '');

/** A coordinator and two workers. `hold` makes the workers' answers to the end of a transaction get lost. */
const startCitus = async () => {
  const servers = await Promise.all([0, 1, 2].map(() => startPostgresServer(SETTINGS, { from: CITUS })));
  for (const { url } of servers) await administer(url, 'CREATE EXTENSION citus');
  const [coordinator, ...workers] = servers;
  if (!coordinator) throw new Error('There is no coordinator.');
  const { url } = coordinator;
  const ways = await Promise.all(workers.map((worker) => openWay(Number(new URL(worker.url).port))));
  await administer(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`);
  for (const { port } of ways) await administer(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  return {
    url,
    /** Resolves when a worker has answered. */
    hold: () => {
      for (const { isHolding } of ways) isHolding.now = true;
      return Promise.race(ways.map(({ held }) => held));
    },
    /** Ends the coordinator without a checkpoint, and starts it again. From then on answers pass. */
    crash: async () => {
      await coordinator.stop('SIGQUIT');
      for (const { isHolding } of ways) isHolding.now = false;
      await coordinator.start();
    },
    stop: async () => {
      for (const { close } of ways) close();
      await Promise.all(servers.map(({ remove }) => remove()));
    },
  };
};

describe.skipIf(!CITUS)('on Citus, with the audit trail distributed', () => {
  let cluster: Awaited<ReturnType<typeof startCitus>>;
  beforeAll(async () => {
    cluster = await startCitus();
    await applyPostgresMigrations(cluster.url);
    await administer(cluster.url, SPREAD);
  });
  afterAll(() => cluster.stop());

  postgresContract(undefined, async () => ({ url: cluster.url, drop: async () => undefined }), SAMPLE);

  it('a record is in the trail once, also if the coordinator crashes while it commits', async () => {
    await administer(cluster.url, EMPTY);
    const storage = await openPostgres(cluster.url);
    await keepRecords(storage, auditRecord());
    const held = cluster.hold();
    const interrupted = Promise.allSettled([storage.sequence([])]);
    await held;
    await cluster.crash();
    await interrupted;
    await administer(cluster.url, 'SELECT recover_prepared_transactions()');
    await storage.sequence([]);
    expect(await storage.read.audit.verify()).toEqual({ sound: true, records: 1 });
  });
});
