import type { Exchange, Observe } from '@health-case/http/observation';
import { version } from '@health-case/terminal/version';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Loads } from './loads.ts';

export type Metrics = {
  readonly observe: Observe;
  /** The text format of Prometheus, and its media type. */
  readonly contentType: string;
  readonly text: () => Promise<string>;
};

/** Seconds. A read takes a millisecond or less, a login two tenths of a second, and no call more than five (P-16). */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Only imported where metrics are wanted. Every label is one of a few, whatever clients send. */
export const createMetrics = (loads: Loads): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addLoads(registry, loads);
  addBuild(registry);
  return { observe: addRequests(registry), contentType: registry.contentType, text: () => registry.metrics() };
};

const addBuild = (registry: Registry): void => {
  const name = 'health_case_build_info';
  const help = 'Always 1; the label tells the version that runs.';
  new Gauge({ name, help, labelNames: ['version'], registers: [registry] }).set({ version }, 1);
};

const addRequests = (registry: Registry): Observe => {
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that are over. Status none: the connection ended before there was a reply.',
    labelNames: ['variant', 'route', 'method', 'status'],
    registers,
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were refused, by the Error-Code of the reply.',
    labelNames: ['variant', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the last header of a request to the last byte of its reply.',
    labelNames: ['variant', 'route', 'method'],
    buckets: SECONDS,
    registers,
  });
  return ({ variant, route, method, status, code, milliseconds }: Exchange) => {
    requests.inc({ variant, route, method, status: status === 0 ? 'none' : status });
    if (code !== undefined) refusals.inc({ variant, code });
    if (milliseconds !== undefined) durations.observe({ variant, route, method }, milliseconds / 1000);
  };
};

const addLoads = (registry: Registry, { hashing, store, auditWaiting }: Loads): void => {
  const gauge = (name: string, help: string, now: () => number): void => {
    const added: Gauge = new Gauge({ name, help, registers: [registry], collect: () => added.set(now()) });
  };
  const counter = (name: string, help: string, soFar: () => number): void => {
    const collect = () => {
      added.reset();
      added.inc(soFar());
    };
    const added: Counter = new Counter({ name, help, registers: [registry], collect });
  };
  gauge('health_case_audit_records_waiting', 'Records of the audit trail that are not written yet.', auditWaiting);
  if (hashing) {
    gauge('health_case_hashes_waiting', 'Passwords that wait to be hashed.', () => hashing().waiting);
    gauge('health_case_hashes_running', 'Passwords that are being hashed.', () => hashing().running);
  }
  if (!store) return;
  gauge('health_case_writes_waiting', 'Units of work that wait for a commit.', () => store().writes.waiting);
  counter('health_case_writes_total', 'Units of work that were run.', () => store().writes.units);
  counter('health_case_commits_total', 'Commits that units of work shared.', () => store().writes.commits);
  if (!store().connections) return;
  const connections = () => store().connections ?? { used: 0, waiting: 0 };
  gauge('health_case_read_connections_used', 'Connections for reading that are in use.', () => connections().used);
  gauge('health_case_reads_waiting', 'Reads that wait for a connection.', () => connections().waiting);
};
