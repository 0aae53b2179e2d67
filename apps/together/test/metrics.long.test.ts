import { readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startMetricsServer } from '@health-case/composition/metrics';
import { PASSWORD, registration, WORDS } from '@health-case/composition/testing/clinic';
import { startTestService } from '@health-case/composition/testing/test-service';
import type { Instant } from '@health-case/domain/model/values';
import { ok } from '@health-case/domain/result';
import { callAt } from '@health-case/http/testing/client';
import { member } from '@health-case/http/testing/replies';
import { variantA } from '@health-case/variant-a/variant-a';
import { variantB } from '@health-case/variant-b/variant-b';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';

type Settings = NonNullable<Parameters<typeof startTestService>[1]>;

const startMeasured = async (more: Settings = {}) => {
  const service = await startTestService([variantA, variantB], { metrics: { host: '127.0.0.1', port: 0 }, ...more });
  onTestFinished(() => service.stop());
  const call = (variant: 'A' | 'B', endpoint: string, body?: object, headers?: Record<string, string>) =>
    callAt(service.ports[variant] ?? 0, endpoint, body, headers);
  const scrape = async (): Promise<string> => (await fetch(service.metricsUrl ?? '')).text();
  /** The values of the lines that begin so, at one moment. */
  const values = async (...series: readonly string[]): Promise<readonly (number | undefined)[]> => {
    const lines = (await scrape()).split('\n');
    return series.map((name) => {
      const line = lines.find((text) => text.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    });
  };
  return { ...service, call, scrape, values };
};

const person = (email: string) => ({ ...registration(), email });

/** What is the same over each store is looked at over SQLite. */
const isOnPostgres = inject('store') === 'postgresql';
const itOnce = it.skipIf(isOnPostgres);

describe.skipIf(isOnPostgres)('the metrics of requests', () => {
  it('count the requests by variant, route, method and status, and the refusals by code', async () => {
    const { call, scrape } = await startMeasured();
    for (const email of ['a@example.org', 'b@example.org', 'b@example.org']) {
      await call('A', WORDS.A.register, person(email));
    }
    const id = member(await call('B', WORDS.B.logIn, { email: 'a@example.org', password: PASSWORD }), 'id');
    await call('B', 'QUERY /api/Doc', { id });
    for (let nth = 0; nth < 3; nth += 1) await call('A', `GET /api/Case/${nth}`, { id });
    await call('A', 'GET /openapi.json');
    await call('A', 'GET /nowhere/1');
    await call('A', 'OPTIONS /nowhere/2');
    await call('A', 'PATCH /api/Doc');
    const lines = (await scrape()).split('\n');
    const counted = (name: string) => lines.filter((line) => line.startsWith(`${name}{`)).sort();
    expect(counted('http_requests_total')).toEqual([
      'http_requests_total{variant="A",route="/api/Auth/register",method="POST",status="200"} 2',
      'http_requests_total{variant="A",route="/api/Auth/register",method="POST",status="409"} 1',
      'http_requests_total{variant="A",route="/api/Case/:id",method="GET",status="404"} 3',
      'http_requests_total{variant="A",route="/api/Doc",method="other",status="405"} 1',
      'http_requests_total{variant="A",route="/openapi.json",method="GET",status="200"} 1',
      'http_requests_total{variant="A",route="unknown",method="GET",status="404"} 1',
      'http_requests_total{variant="A",route="unknown",method="OPTIONS",status="404"} 1',
      'http_requests_total{variant="B",route="/api/Auth",method="GET",status="200"} 1',
      'http_requests_total{variant="B",route="/api/Doc",method="QUERY",status="200"} 1',
    ]);
    expect(counted('http_refusals_total')).toEqual([
      'http_refusals_total{variant="A",code="CASE_NOT_FOUND"} 3',
      'http_refusals_total{variant="A",code="EMAIL_TAKEN"} 1',
      'http_refusals_total{variant="A",code="METHOD_NOT_ALLOWED"} 1',
      'http_refusals_total{variant="A",code="PATH_NOT_FOUND"} 2',
    ]);
    const durations = counted('http_request_duration_seconds_count');
    expect(durations).toContain(
      'http_request_duration_seconds_count{variant="A",route="/api/Case/:id",method="GET"} 3',
    );
    expect(durations.reduce((sum, line) => sum + Number(line.split('} ')[1]), 0)).toBe(12);
  });
});

const ISSUER = 'https://health.example.org';

const HASHES = ['health_case_hashes_waiting', 'health_case_hashes_running'];
const WRITES = ['health_case_writes_total', 'health_case_commits_total'];

describe('the metrics of what is at hand', () => {
  itOnce('show the passwords that are being hashed and those that wait, and that none is left', async () => {
    const { call, values } = await startMeasured({ bcryptCost: 11 });
    const logins: Promise<unknown>[] = [];
    const measured = async () => {
      for (let nth = 0; nth < availableParallelism() + 5; nth += 1) {
        // Each of another account, as only a few attempts of one are made at once.
        const email = `nobody.${logins.length}@example.org`;
        logins.push(call('A', WORDS.A.logIn, { email, password: PASSWORD }));
      }
      return (await values(...HASHES)).map((value) => (value ?? 0) > 0);
    };
    await expect.poll(measured).toEqual([true, true]);
    await Promise.all(logins);
    expect(await values(...HASHES)).toEqual([0, 0]);
  });

  it('show the units of work and the commits that they shared', async () => {
    const { call, values } = await startMeasured();
    const [unitsBefore = 0, commitsBefore = 0] = await values(...WRITES);
    const emails = Array.from({ length: 20 }, (_, nth) => `${nth}@example.org`);
    await Promise.all(emails.map((email) => call('A', WORDS.A.register, person(email))));
    const [units = 0, commits = 0] = await values(...WRITES);
    expect(units - unitsBefore).toBeGreaterThanOrEqual(20);
    expect(commits).toBeGreaterThan(commitsBefore);
    expect(commits - commitsBefore).toBeLessThanOrEqual(units - unitsBefore);
    const waiting = () => values('health_case_writes_waiting', 'health_case_audit_records_waiting');
    await expect.poll(waiting).toEqual([0, 0]);
  });

  itOnce('show the age of the signing key once there is one, and the issuer of certificates', async () => {
    const { inside, values } = await startMeasured({ publicUrl: ISSUER });
    const age = async () => (await values(`health_case_signing_key_age_seconds{issuer="${ISSUER}"}`))[0];
    expect([await age(), await age()]).toEqual([undefined, undefined]);
    await inside.storage.write(async ({ signingKeys }) => ok(await signingKeys.add()));
    await expect.poll(age).toBeGreaterThanOrEqual(0);
  });

  it('show the process and its event loop, and the connections where there are any', async () => {
    const { values } = await startMeasured();
    await expect.poll(async () => (await values('nodejs_eventloop_lag_p99_seconds'))[0]).toBeGreaterThan(0);
    expect((await values('process_resident_memory_bytes'))[0]).toBeGreaterThan(1_000_000);
    const connections = () => values('health_case_read_connections_used', 'health_case_reads_waiting');
    const none = isOnPostgres ? 0 : undefined;
    await expect.poll(connections).toEqual([none, none]);
  });
});

it('what the rules for alerts ask about is there', async () => {
  const { call, inside, scrape } = await startMeasured();
  await inside.storage.write(async ({ signingKeys }) => ok(await signingKeys.add()));
  await call('A', 'GET /nowhere');
  const rules = readFileSync(join(import.meta.dirname, '../../../deploy/prometheus-alerts.yml'), 'utf8');
  const asked = new Set(rules.match(/\b(http|health_case|nodejs)_\w+/g));
  if (!isOnPostgres) asked.delete('health_case_reads_waiting');
  expect(asked.size).toBeGreaterThan(5);
  const missing = async () => {
    const names = new Set((await scrape()).match(/^\w+/gm));
    return [...asked].filter((name) => !names.has(name));
  };
  // The age of a key is read from the store for the scrape after it.
  await expect.poll(missing).toEqual([]);
});

describe.skipIf(isOnPostgres)('the address of the metrics', () => {
  it('answers GET /metrics in the text format of Prometheus, and everything else with 404', async () => {
    const { metricsUrl = '' } = await startMeasured();
    const { status, headers } = await fetch(metricsUrl, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect((await fetch(metricsUrl, { method: 'POST', body: '{}' })).status).toBe(404);
    for (const path of ['/', '/metrics/', '/healthz', '/api/Doc', '/metricsx']) {
      const other = await fetch(new URL(path, metricsUrl));
      expect([path, other.status, await other.text()]).toEqual([path, 404, '']);
    }
  });

  it('answers 500 where a figure cannot be had, and goes on', async () => {
    const unknown = vi.fn(() => 0);
    const load = () => ({ waiting: 0, running: 0 });
    const mails = { counts: async () => ({ waiting: 0, failed: 0, oldest: undefined }) };
    const storage = { read: { mails, signingKeys: { all: async () => [] } } };
    const ports = { auditTrail: { waiting: unknown }, passwords: { load }, storage };
    const { port, stop } = await startMetricsServer({ host: '127.0.0.1', port: 0 }, ports, ISSUER);
    onTestFinished(stop);
    unknown.mockImplementationOnce(() => {
      throw new Error('gone');
    });
    const statuses = [];
    for (let times = 0; times < 2; times += 1) statuses.push((await fetch(`http://127.0.0.1:${port}/metrics`)).status);
    expect(statuses).toEqual([500, 200]);
  });

  it('tells how many mails wait, have failed, and for how long, also after a read of them that failed', async () => {
    const counts = vi.fn(async () => ({ waiting: 3, failed: 2, oldest: (Date.now() - 60_000) as Instant }));
    counts.mockRejectedValueOnce(new Error('gone'));
    const storage = { read: { mails: { counts }, signingKeys: { all: async () => [] } } };
    const { port, stop } = await startMetricsServer(
      { host: '127.0.0.1', port: 0 },
      { auditTrail: {}, passwords: {}, storage },
      ISSUER,
    );
    onTestFinished(stop);
    const mails = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return ['waiting', 'failed', 'oldest_seconds'].map((name) =>
        Number(new RegExp(`^health_case_mails_${name} (.*)$`, 'm').exec(text)?.[1]),
      );
    };
    await expect.poll(mails).toEqual([3, 2, expect.closeTo(60, -3)]);
  });

  it('is not there unless it is asked for, nor for a program that serves nobody', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => void listen.mockRestore());
    const listenersOf = async (...given: Parameters<typeof startTestService>) => {
      const before = listen.mock.calls.length;
      const { metricsUrl, stop } = await startTestService(...given);
      await stop();
      return { isMeasured: metricsUrl !== undefined, listeners: listen.mock.calls.length - before };
    };
    const asked = { metrics: { host: '127.0.0.1', port: 0 } };
    expect(await listenersOf([variantA])).toEqual({ isMeasured: false, listeners: 1 });
    expect(await listenersOf([variantA], asked)).toEqual({ isMeasured: true, listeners: 2 });
    expect(await listenersOf([], asked)).toEqual({ isMeasured: false, listeners: 0 });
  });
});
