import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo, createHosts, type Hosts } from '../src/postgresql/host-client.ts';
import { type PostgresServer, startPostgresServer } from '../testing/postgres-server.ts';
import { openProxy } from './support/proxy.ts';
import { connectBeside, migratedDatabase, openPostgres, PATIENT, refusalOf, scratchFolder } from './support/stores.ts';

/** The URL of a database at several hosts, each given by a URL of its own. */
const urlAt = (urls: readonly string[], attributes: string): string => {
  const [first = '', ...others] = urls.map((url) => new URL(url));
  const { host, pathname, username } = new URL(first);
  const hosts = [host, ...others.map((other) => other.host)];
  return `postgresql://${username}:hush@${hosts}${pathname}${attributes && `?target_session_attrs=${attributes}`}`;
};

const NOWHERE = 'postgresql://postgres@127.0.0.1:1/postgres';
const portOf = (url: string): number => Number(new URL(url).port);

/** Where a server keeps its data. It must run. */
const dataOf = async ({ url }: PostgresServer): Promise<string> => {
  const beside = await connectBeside(url);
  return (await beside.query('SHOW data_directory')).rows[0].data_directory;
};

/** Starts a server that was stopped as a standby, which accepts no writes. */
const startAsStandby = async (server: PostgresServer, data: string): Promise<void> => {
  const file = join(data, 'standby.signal');
  writeFileSync(file, '');
  const { uid, gid } = statSync(data);
  chownSync(file, uid, gid);
  await server.start();
};

const startForTest = async (settings?: Parameters<typeof startPostgresServer>[0]): Promise<PostgresServer> => {
  const server = await startPostgresServer(settings);
  onTestFinished(server.remove);
  return server;
};

/** Connects once more, and resolves to the port of the server that it is connected to. */
const connectWith = async (hosts: Hosts): Promise<number> => {
  const client = await connectTo(hosts);
  try {
    return (await client.query('SELECT inet_server_port() AS port')).rows[0].port;
  } finally {
    await client.end();
  }
};

describe('of several hosts', () => {
  let servers: Record<'writable' | 'readOnly' | 'standby', PostgresServer>;
  beforeAll(async () => {
    const settings = [{}, { default_transaction_read_only: 'on' }, {}] as const;
    const [writable, readOnly, standby] = await Promise.all(settings.map((each) => startPostgresServer(each)));
    servers = { writable, readOnly, standby } as typeof servers;
  });
  afterAll(() => Promise.all(Object.values(servers).map((server) => server.remove())));

  it.each([
    ['writable', '', ['writable', 'readOnly']],
    ['readOnly', '', ['nowhere', 'readOnly', 'writable']],
    ['readOnly', 'any', ['readOnly', 'writable']],
    ['writable', 'read-write', ['nowhere', 'readOnly', 'writable']],
    ['readOnly', 'primary', ['nowhere', 'readOnly', 'writable']],
  ] as const)('the first is taken that fits: %s for "%s" of %j', async (taken, attributes, names) => {
    const url = urlAt(
      names.map((name) => (name === 'nowhere' ? NOWHERE : servers[name].url)),
      attributes,
    );
    expect(await connectWith(createHosts(url, PATIENT))).toBe(portOf(servers[taken].url));
  });

  it('a standby is skipped, unless any will do', async () => {
    const { standby } = servers;
    const data = await dataOf(standby);
    await standby.stop();
    await startAsStandby(standby, data);
    const urls = [standby.url, servers.readOnly.url, servers.writable.url];
    const taken = (attributes: string) => connectWith(createHosts(urlAt(urls, attributes), PATIENT));
    expect(await taken('any')).toBe(portOf(standby.url));
    expect(await taken('primary')).toBe(portOf(servers.readOnly.url));
    expect(await taken('read-write')).toBe(portOf(servers.writable.url));
    const alone = `${standby.url}?target_session_attrs=`;
    expect(await refusalOf(openPostgres(`${alone}primary`))).toMatch(/ cannot be opened \(standby\); /);
    expect(await refusalOf(openPostgres(`${alone}read-write`))).toMatch(/ cannot be opened \(read-only\); /);
  });

  it('none is tried after one that refuses the user or has no such database', async () => {
    const missing = urlAt([servers.writable.url, servers.readOnly.url], 'any').replace('/postgres?', '/missing?');
    await expect(connectWith(createHosts(missing, PATIENT))).rejects.toMatchObject({ code: '3D000' });
  });

  it('one that is skipped keeps no connection', async () => {
    const urls = [servers.readOnly.url, servers.writable.url];
    const client = await connectTo(createHosts(urlAt(urls, 'read-write'), PATIENT));
    onTestFinished(() => client.end());
    const beside = await connectBeside(servers.readOnly.url);
    const ours = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'health-case-service'`;
    await expect.poll(async () => (await beside.query(ours)).rowCount).toBe(0);
  });

  it('none can be used: one sentence names each with the reason, without user and password', async () => {
    const url = urlAt([NOWHERE, servers.readOnly.url], 'read-write');
    const readOnly = `127.0.0.1:${portOf(servers.readOnly.url)}`;
    expect(await refusalOf(openPostgres(url))).toBe(
      `The database 127.0.0.1:1,${readOnly}/postgres cannot be opened ` +
        `(127.0.0.1:1: ECONNREFUSED, ${readOnly}: read-only); check DATABASE_URL, and that its server runs.`,
    );
  });
});

describe('a connection to one of several hosts', () => {
  it('begins with the last that fitted', async () => {
    const [one, other] = [await startForTest(), await startForTest()];
    const hosts = createHosts(urlAt([one.url, other.url], 'read-write'), PATIENT);
    expect(await connectWith(hosts)).toBe(portOf(one.url));
    await one.stop();
    expect(await connectWith(hosts)).toBe(portOf(other.url));
    await one.start();
    expect(await connectWith(hosts)).toBe(portOf(other.url));
    await other.stop();
    expect(await connectWith(hosts)).toBe(portOf(one.url));
  });

  it('takes the password of each host from the file of passwords', async () => {
    const file = join(scratchFolder(), 'pgpass');
    const lock = async (readOnly: 'on' | 'off') => {
      const server = await startForTest({ default_transaction_read_only: readOnly });
      const beside = await connectBeside(server.url);
      await beside.query(`BEGIN READ WRITE; ALTER ROLE postgres PASSWORD 'of ${readOnly}'; COMMIT`);
      writeFileSync(join(await dataOf(server), 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
      await server.stop();
      await server.start();
      appendFileSync(file, `127.0.0.1:${portOf(server.url)}:*:postgres:of ${readOnly}\n`, { mode: 0o600 });
      return server.url;
    };
    const urls = [await lock('on'), await lock('off')];
    vi.stubEnv('PGPASSFILE', file);
    onTestFinished(() => void vi.unstubAllEnvs());
    const withoutPassword = urlAt(urls, 'read-write').replace(':hush', '');
    expect(await connectWith(createHosts(withoutPassword, PATIENT))).toBe(portOf(urls[1] ?? ''));
  });
});

describe('a store at several hosts', () => {
  it('is used at the second, when the first does not answer', async () => {
    const url = await migratedDatabase();
    const proxy = await openProxy(url);
    const person = await keepAccount(await openPostgres(url, { bounds: PATIENT }), 'Par');
    const storage = await openPostgres(urlAt([proxy.url, url], 'read-write'));
    proxy.swallow();
    const found = () => storage.read.accounts.find(person.id).catch(() => undefined);
    await expect.poll(found).toEqual(person);
    await expect.poll(() => insert(storage).catch(() => undefined)).toEqual(ok(undefined));
  });

  it('goes on at the other host when the first has become a standby of it', async () => {
    const [first, second] = [await startForTest(), await startForTest()];
    const [data, copy] = [await dataOf(first), await dataOf(second)];
    const storage = await openPostgres(urlAt([first.url, second.url], 'read-write'), { bounds: PATIENT });
    const person = await keepAccount(storage, 'Par');
    await Promise.all([first.stop(), second.stop()]);
    await expect(insert(storage)).rejects.toBeInstanceOf(Unavailable);
    rmSync(copy, { recursive: true });
    execFileSync('cp', ['-a', data, copy]);
    await startAsStandby(first, data);
    await second.start();
    expect(await insert(storage)).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    const beside = await connectBeside(second.url);
    expect((await beside.query('SELECT 1 FROM "Account"')).rowCount).toBe(2);
  });
});
