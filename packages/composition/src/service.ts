import type { Application } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import { createObservation, type Observe } from '@health-case/http/observation';
import { type RunningServer, startServer } from '@health-case/http/server';
import { createVariantApp, type Variant } from '@health-case/http/variant';
import { type AdaptedPorts, createContainer, PARTS } from './container.ts';
import type { ServiceLog } from './log.ts';
import { prepareFolder } from './private-files.ts';
import type { Settings } from './settings.ts';

/** A variant, the setting that names its port, and its default port. */
export type Served = {
  readonly variant: Variant;
  readonly portSetting: 'PORT' | 'PORT_A' | 'PORT_B';
  readonly defaultPort: number;
};

export type Service = {
  readonly application: Application;
  /** The ports that the application uses. */
  readonly ports: AdaptedPorts;
  readonly urls: readonly { readonly name: string; readonly url: string }[];
  /** Where its metrics are, if they are served. */
  readonly metricsUrl: string | undefined;
  /**
   * Accepts no more connections, finishes the requests in flight within 10 s, closes the store. Rejects, with everything
   * closed, if the last records of the audit trail could not be written.
   */
  readonly stop: () => Promise<void>;
};

const STOP_GRACE = 10_000;

/** Opens the store and serves the variants over it, which may be none. On a failure nothing is left open. */
export const startService = async (
  settings: Settings,
  served: readonly Served[],
  log: ServiceLog,
): Promise<Service> => {
  const { database, host, secretKey } = settings;
  if (database.kind === 'sqlite') await prepareFolder(database.file, secretKey);
  const container = createContainer(settings, log);
  const ports = await container.getAsync(PARTS.ports);
  const application = await container.getAsync(PARTS.application);
  const servers: RunningServer[] = [];
  let metrics: Awaited<ReturnType<typeof serveMetrics>>;
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop(STOP_GRACE)));
    await metrics?.stop();
    try {
      await ports.auditTrail.close();
    } finally {
      await ports.storage.close();
    }
  };
  try {
    if (served.length > 0) metrics = await serveMetrics(settings, ports);
    const observe = [log.request, metrics?.observe];
    for (const one of served) servers.push(await listen(settings, one, { application, log }, observe));
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = servers.map(({ port }, index) => {
    return { name: served[index]?.variant.name ?? '', url: urlOf({ host, port }) };
  });
  return { application, ports, urls, metricsUrl: metrics && `${urlOf(metrics)}/metrics`, stop };
};

type Address = { readonly host: string; readonly port: number };

/** The URL of a server; IPv6 stands in brackets. */
const urlOf = ({ host, port }: Address): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Starts a server. `problem` begins the sentence for the operator if it cannot listen, `setting` ends it. */
const listenAt = async <Server>(
  { host, port }: Address,
  start: () => Promise<Server>,
  problem: string,
  setting: string,
): Promise<Server> => {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
    throw new OperatorError(`${problem}: ${why}; set ${setting} to another.`);
  }
};

/** The library of the metrics is loaded only where they are served. */
const serveMetrics = async ({ metrics }: Settings, ports: AdaptedPorts) => {
  if (!metrics) return undefined;
  const { startMetricsServer } = await import('./metrics.ts');
  const start = () => startMetricsServer(metrics, ports);
  return listenAt(metrics, start, 'The metrics cannot be served', 'METRICS_PORT or METRICS_HOST');
};

const listen = (
  { host, ports, trustedProxies, corsOrigins }: Settings,
  { variant, portSetting, defaultPort }: Served,
  parts: { readonly application: Application; readonly log: ServiceLog },
  observe: readonly (Observe | undefined)[],
): Promise<RunningServer> => {
  const port = ports[portSetting] ?? defaultPort;
  const observation = createObservation(variant.name, observe);
  const app = createVariantApp({ ...parts, variant, trustedProxies, observation });
  const start = () => startServer({ app, contentField: variant.contentField, host, port, observation, corsOrigins });
  return listenAt({ host, port }, start, `Variant ${variant.name} cannot start`, `${portSetting} or HOST`);
};
