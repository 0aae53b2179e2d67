import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instant } from '@health-case/domain/model/values';
import type { Reads } from '@health-case/domain/ports/storage';
import { keyInUse } from '@health-case/domain/use-cases/certificates';
import type { Observe } from '@health-case/http/server/observation';
import { version } from '@health-case/terminal/read-arguments';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AdaptedPorts } from './tokens.ts';

/** The adapters whose load is measured, if they tell it. */
type Metered = {
  readonly auditTrail: Pick<AdaptedPorts['auditTrail'], 'waiting'>;
  readonly passwords: Pick<AdaptedPorts['passwords'], 'load'>;
  readonly storage: Pick<AdaptedPorts['storage'], 'load'> & {
    readonly read: { readonly mails: Pick<Reads['mails'], 'counts'>; readonly signingKeys: Reads['signingKeys'] };
  };
};

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8 * 1024 };

/**
 * Serves `GET /metrics` and nothing else, at an address of its own. `observe` is to be called for each finished
 * request. Loaded only where metrics are wanted. Rejects if the address cannot be listened on.
 */
export const startMetricsServer = async (
  { host, port }: { readonly host: string; readonly port: number },
  ports: Metered,
  issuer: string,
) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoads(registry, ports);
  addOutbox(registry, ports);
  addSigningKey(registry, ports, issuer);
  const observe = addRequests(registry);
  const server = createServer(LIMITS, async ({ method, url = '' }, reply) => {
    const isForMetrics = (method === 'GET' || method === 'HEAD') && url.split('?')[0] === '/metrics';
    if (!isForMetrics) return void reply.writeHead(404).end();
    // A rejection that nobody handles would end the process.
    const text = await registry.metrics().catch(() => undefined);
    if (text === undefined) return void reply.writeHead(500).end();
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
    reply.writeHead(200, headers).end(text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
  return { port: (server.address() as AddressInfo).port, observe, stop };
};

/** A read takes a millisecond or less, a login two tenths of a second, a call to the store at most five (P-16). */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every label has few values, whatever clients send. */
const addRequests = (registry: Registry): Observe => {
  const metric = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => {
    return { name, help, labelNames, registers: [registry] };
  };
  const ended = 'Requests that are over. Status none: the connection ended before there was a reply.';
  const requests = new Counter(metric('http_requests_total', ended, ['variant', 'route', 'method', 'status']));
  const refused = 'Requests that were refused, by the Error-Code of the reply.';
  const refusals = new Counter(metric('http_refusals_total', refused, ['variant', 'code']));
  const taken = 'From the last header of a request to the last byte of its reply.';
  const duration = metric('http_request_duration_seconds', taken, ['variant', 'route', 'method']);
  const durations = new Histogram({ ...duration, buckets: SECONDS });
  return ({ variant, route, method, status, code, milliseconds }) => {
    requests.inc({ variant, route, method, status: status === 0 ? 'none' : status });
    if (code !== undefined) refusals.inc({ variant, code });
    if (milliseconds !== undefined) durations.observe({ variant, route, method }, milliseconds / 1000);
  };
};

/** The version, and the loads of the adapters, which are read when the metrics are. */
const addLoads = (registry: Registry, { auditTrail, passwords, storage }: Metered): void => {
  const registers = [registry];
  const help = 'Always 1; the label tells the version that runs.';
  new Gauge({ name: 'health_case_build_info', help, labelNames: ['version'], registers }).set({ version }, 1);
  const [writes, connections] = [() => storage.load?.().writes, () => storage.load?.().connections];
  const loads = [
    [
      Gauge,
      'audit_records_waiting',
      'Records of the audit trail that are not written yet.',
      () => auditTrail.waiting?.(),
    ],
    [Gauge, 'hashes_waiting', 'Passwords that wait to be hashed.', () => passwords.load?.().waiting],
    [Gauge, 'hashes_running', 'Passwords that are being hashed.', () => passwords.load?.().running],
    [Gauge, 'writes_waiting', 'Units of work that wait for a commit.', () => writes()?.waiting],
    [Counter, 'writes_total', 'Units of work that were run.', () => writes()?.units],
    [Counter, 'commits_total', 'Commits that units of work shared.', () => writes()?.commits],
    [Gauge, 'read_connections_used', 'Connections for reading that are in use.', () => connections()?.used],
    [Gauge, 'reads_waiting', 'Reads that wait for a connection.', () => connections()?.waiting],
  ] as const;
  for (const [Kind, name, help, now] of loads) {
    if (now() === undefined) continue;
    const collect = () => {
      added.reset();
      added.inc(now() ?? 0);
    };
    const added: Gauge | Counter = new Kind({ name: `health_case_${name}`, help, registers, collect });
  }
};

/** What was read at the time before, so that metrics wait for no store. */
const addOutbox = (registry: Registry, { storage }: Metered): void => {
  const show = ({ waiting, failed, oldest }: Awaited<ReturnType<Reads['mails']['counts']>>): void => {
    waitingNow.set(waiting);
    failedNow.set(failed);
    age.set(oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1000);
  };
  const collect = (): void => void storage.read.mails.counts().then(show, () => undefined);
  const gauge = (name: string, help: string, more = {}) =>
    new Gauge({ name: `health_case_mails_${name}`, help, registers: [registry], ...more });
  const waitingNow = gauge('waiting', 'Mails that wait to be sent.', { collect });
  const failedNow = gauge('failed', 'Mails that nobody tries to send any more.');
  const age = gauge('oldest_seconds', 'For how long the oldest of the mails that wait does.');
};

/**
 * The label tells who reads it whether certificates name PUBLIC_URL. Without a value until the first certificate is
 * made, as that makes the first key. It shows what was read at the time before, so that metrics wait for no store.
 */
const addSigningKey = (registry: Registry, { storage }: Metered, issuer: string): void => {
  const name = 'health_case_signing_key_age_seconds';
  const help = 'The age of the key that signs certificates, and the issuer that they name.';
  const show = (createdAt: number | undefined): void => {
    if (createdAt !== undefined) age.set({ issuer }, (Date.now() - createdAt) / 1000);
  };
  const collect = (): void => {
    storage.read.signingKeys.all().then(
      (keys) => show(keyInUse(keys, Date.now() as Instant)?.createdAt),
      () => undefined,
    );
  };
  const age = new Gauge({ name, help, labelNames: ['issuer'], registers: [registry], collect });
};
