import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insert, keepAccount } from '@health-case/domain/contracts/storage/samples';
import { Unavailable } from '@health-case/domain/errors';
import { ok } from '@health-case/domain/result';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo, createHosts, type Hosts } from '../src/postgresql/host-client.ts';
import { startTestServer } from '../testing/postgres-databases.ts';
import type { PostgresServer } from '../testing/postgres-server.ts';
import { connectBeside, openPostgres, PATIENT, refusalOf, scratchFolder } from './support/stores.ts';

/** The URL of a database at several hosts, each given by a URL of its own. */
const urlAt = (urls: readonly string[], attributes: string): string => {
  const [first = '', ...others] = urls.map((url) => new URL(url));
  const { host, pathname, username } = new URL(first);
  const hosts = [host, ...others.map((other) => other.host)];
  return `postgresql://${username}:hush@${hosts}${pathname}${attributes && `?target_session_attrs=${attributes}`}`;
};

const NOWHERE = 'postgresql://postgres@127.0.0.1:1/postgres';
const portOf = (url: string): number => Number(new URL(url).port);

/** Starts a server that was stopped as a standby, which accepts no writes. */
const startAsStandby = async ({ data, start }: PostgresServer): Promise<void> => {
  const file = join(data, 'standby.signal');
  writeFileSync(file, '');
  const { uid, gid } = statSync(data);
  chownSync(file, uid, gid);
  await start();
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
  let servers: Record<'writable' | 'readOnly', PostgresServer>;
  beforeAll(async () => {
    const [writable, readOnly] = [startTestServer(), startTestServer({ default_transaction_read_only: 'on' })];
    servers = { writable: await writable, readOnly: await readOnly };
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

  it('the last that fitted is taken again', async () => {
    const { readOnly, writable } = servers;
    const hosts = createHosts(urlAt([readOnly.url, writable.url], 'any'), PATIENT);
    expect(await connectWith(hosts)).toBe(portOf(readOnly.url));
    await readOnly.stop();
    expect(await connectWith(hosts)).toBe(portOf(writable.url));
    await readOnly.start();
    expect(await connectWith(hosts)).toBe(portOf(writable.url));
    await writable.stop();
    expect(await connectWith(hosts)).toBe(portOf(readOnly.url));
    await writable.start();
  });

  it('a store goes on at the second when the first has become a standby of it, which is skipped unless any will do', async () => {
    const [first, second] = await Promise.all([startTestServer(), startTestServer()]);
    onTestFinished(async () => void (await Promise.all([first.remove(), second.remove()])));
    const storage = await openPostgres(urlAt([first.url, second.url], 'read-write'), { bounds: PATIENT });
    const person = await keepAccount(storage, 'Par');
    await Promise.all([first.stop(), second.stop()]);
    await expect(insert(storage)).rejects.toBeInstanceOf(Unavailable);
    rmSync(second.data, { recursive: true });
    execFileSync('cp', ['-a', first.data, second.data]);
    await startAsStandby(first);
    await second.start();
    expect(await insert(storage)).toEqual(ok(undefined));
    expect(await storage.read.accounts.find(person.id)).toEqual(person);
    const beside = await connectBeside(second.url);
    expect((await beside.query('SELECT 1 FROM "Account"')).rowCount).toBe(2);

    const urls = [first.url, servers.readOnly.url, second.url];
    const taken = (attributes: string) => connectWith(createHosts(urlAt(urls, attributes), PATIENT));
    expect(await taken('any')).toBe(portOf(first.url));
    expect(await taken('primary')).toBe(portOf(servers.readOnly.url));
    expect(await taken('read-write')).toBe(portOf(second.url));
    const alone = `${first.url}?target_session_attrs=`;
    expect(await refusalOf(openPostgres(`${alone}primary`))).toMatch(/ cannot be opened \(standby\); /);
    expect(await refusalOf(openPostgres(`${alone}read-write`))).toMatch(/ cannot be opened \(read-only\); /);
  });

  // The last: from then on, both ask for it.
  it('the password of each is taken from the file of passwords', async () => {
    const file = join(scratchFolder(), 'pgpass');
    const urls: string[] = [];
    for (const { url, data, stop, start } of [servers.readOnly, servers.writable]) {
      const beside = await connectBeside(url);
      await beside.query(`BEGIN READ WRITE; ALTER ROLE postgres PASSWORD 'of ${urls.push(url)}'; COMMIT`);
      writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
      await stop();
      await start();
      appendFileSync(file, `127.0.0.1:${portOf(url)}:*:postgres:of ${urls.length}\n`, { mode: 0o600 });
    }
    vi.stubEnv('PGPASSFILE', file);
    onTestFinished(() => void vi.unstubAllEnvs());
    const withoutPassword = urlAt(urls, 'read-write').replace(':hush', '');
    expect(await connectWith(createHosts(withoutPassword, PATIENT))).toBe(portOf(urls[1] ?? ''));
  });
});
