import type { Application } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Observe } from '@health-case/http/observation';
import { type RunningServer, startServer } from '@health-case/http/server';
import type { Variant } from '@health-case/http/variant';
import type { Container } from 'inversify';
import { createContainer, PARTS } from './container.ts';
import type { ServiceLog } from './log.ts';
import type { MetricsServer } from './metrics.ts';
import { prepareFolder } from './private-files.ts';
import { type Settings, UnusableSetting, urlOf, whyNotListening } from './settings.ts';

/** A variant, the setting that names its port, and its default port. */
export type Served = {
  readonly variant: Variant;
  readonly portSetting: 'PORT' | 'PORT_A' | 'PORT_B';
  readonly defaultPort: number;
};

export type Service = {
  readonly application: Application;
  /** The ports that the application uses. */
  readonly ports: Ports;
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
  const auditTrail = await container.getAsync(PARTS.auditTrail);
  const servers: RunningServer[] = [];
  let metrics: MetricsServer | undefined;
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop(STOP_GRACE)));
    await metrics?.stop();
    try {
      await auditTrail.close();
    } finally {
      await ports.storage.close();
    }
  };
  try {
    if (served.length > 0) metrics = await serveMetrics(settings, container);
    const observers = [log.request, metrics?.observe];
    for (const one of served) servers.push(await listen(settings, one, { application, log }, observers));
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = servers.map(({ port }, index) => {
    return { name: served[index]?.variant.name ?? '', url: urlOf({ host, port }) };
  });
  return { application, ports, urls, metricsUrl: metrics?.url, stop };
};

/** The library of the metrics is loaded only where they are served. */
const serveMetrics = async ({ metrics }: Settings, container: Container): Promise<MetricsServer | undefined> => {
  if (!metrics) return undefined;
  const { startMetricsServer } = await import('./metrics.ts');
  const { load: hashing } = await container.getAsync(PARTS.passwords);
  const { load: store } = await container.getAsync(PARTS.storage);
  const { waiting: auditWaiting } = await container.getAsync(PARTS.auditTrail);
  return startMetricsServer(metrics, { hashing, store, auditWaiting });
};

const listen = async (
  { host, ports, trustedProxies, corsOrigins }: Settings,
  { variant, portSetting, defaultPort }: Served,
  parts: { readonly application: Application; readonly log: ServiceLog },
  observers: readonly (Observe | undefined)[],
): Promise<RunningServer> => {
  const port = ports[portSetting] ?? defaultPort;
  try {
    return await startServer({ ...parts, variant, trustedProxies, host, port, corsOrigins, observers });
  } catch (error) {
    const why = whyNotListening(error, { host, port });
    throw new UnusableSetting(`Variant ${variant.name} cannot start: ${why}; set ${portSetting} or HOST to another.`);
  }
};
