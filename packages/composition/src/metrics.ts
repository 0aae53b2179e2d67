import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Observe } from '@health-case/http/observation';
import { version } from '@health-case/terminal/read-arguments';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Loads } from './container.ts';
import { type Settings, UnusableSetting, urlOf, whyNotListening } from './settings.ts';

export type MetricsServer = {
  readonly url: string;
  /** Called for each finished request. */
  readonly observe: Observe;
  readonly stop: () => Promise<void>;
};

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };

/** Serves `GET /metrics` and nothing else, at an address of its own. Loaded only where metrics are wanted. */
export const startMetricsServer = async (
  address: NonNullable<Settings['metrics']>,
  loads: Loads,
): Promise<MetricsServer> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoads(registry, loads);
  const observe = addRequests(registry);
  const server = createServer(LIMITS, replyWith(registry));
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (error) {
    const why = whyNotListening(error, address);
    throw new UnusableSetting(`The metrics cannot be served: ${why}; set METRICS_PORT or METRICS_HOST to another.`);
  }
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const { port } = server.address() as AddressInfo;
  return { url: `${urlOf({ ...address, port })}/metrics`, observe, stop };
};

const replyWith =
  (registry: Registry): RequestListener =>
  async ({ method, url = '' }, reply) => {
    const isForMetrics = (method === 'GET' || method === 'HEAD') && url.split('?')[0] === '/metrics';
    if (!isForMetrics) return void reply.writeHead(404).end();
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
    reply.writeHead(200, headers).end(await registry.metrics());
  };

/** Seconds. A read takes a millisecond or less, a login two tenths of a second, a call to the store at most five (P-16). */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every label has few values, whatever clients send. */
const addRequests = (registry: Registry): Observe => {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that are over. Status none: the connection ended before there was a reply.',
    ...{ labelNames: ['variant', 'route', 'method', 'status'], registers: [registry] },
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were refused, by the Error-Code of the reply.',
    ...{ labelNames: ['variant', 'code'], registers: [registry] },
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the last header of a request to the last byte of its reply.',
    ...{ labelNames: ['variant', 'route', 'method'], buckets: SECONDS, registers: [registry] },
  });
  return ({ variant, route, method, status, code, milliseconds }) => {
    requests.inc({ variant, route, method, status: status === 0 ? 'none' : status });
    if (code !== undefined) refusals.inc({ variant, code });
    if (milliseconds !== undefined) durations.observe({ variant, route, method }, milliseconds / 1000);
  };
};

/** What is read when the metrics are: the load of the adapters that expose one, and the version. */
const addLoads = (registry: Registry, { hashing, store, auditWaiting }: Loads): void => {
  const registers = [registry];
  const add = (Kind: typeof Gauge | typeof Counter, name: string, help: string, now: () => number): void => {
    const added: Gauge | Counter = new Kind({
      ...{ name: `health_case_${name}`, help, registers },
      collect: () => {
        added.reset();
        added.inc(now());
      },
    });
  };
  const help = 'Always 1; the label tells the version that runs.';
  new Gauge({ name: 'health_case_build_info', help, labelNames: ['version'], registers }).set({ version }, 1);
  add(Gauge, 'audit_records_waiting', 'Records of the audit trail that are not written yet.', auditWaiting);
  if (hashing) {
    add(Gauge, 'hashes_waiting', 'Passwords that wait to be hashed.', () => hashing().waiting);
    add(Gauge, 'hashes_running', 'Passwords that are being hashed.', () => hashing().running);
  }
  if (!store) return;
  add(Gauge, 'writes_waiting', 'Units of work that wait for a commit.', () => store().writes.waiting);
  add(Counter, 'writes_total', 'Units of work that were run.', () => store().writes.units);
  add(Counter, 'commits_total', 'Commits that units of work shared.', () => store().writes.commits);
  if (!store().connections) return;
  add(Gauge, 'read_connections_used', 'Connections for reading that are in use.', () => store().connections?.used ?? 0);
  add(Gauge, 'reads_waiting', 'Reads that wait for a connection.', () => store().connections?.waiting ?? 0);
};
