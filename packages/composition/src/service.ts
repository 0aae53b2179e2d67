import { dirname } from 'node:path';
import type { Application } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import { createObservation, type Observe } from '@health-case/http/observation';
import { type RunningServer, startServer } from '@health-case/http/server';
import { createVariantApp, type Variant } from '@health-case/http/variant';
import type { Container } from 'inversify';
import { createContainer, PARTS } from './container.ts';
import { inUrl } from './in-url.ts';
import type { ServiceLog } from './log.ts';
import { makeFolder } from './make-folder.ts';
import type { MetricsServer } from './metrics-server.ts';
import { refuseKeyWithoutStore } from './secret-key.ts';
import { type Settings, UnusableSetting } from './settings.ts';
import { whyNotListening } from './why-not-listening.ts';

/** A variant, the setting that names its port, and the port where that setting is not given. */
export type Served = {
  readonly variant: Variant;
  readonly portSetting: 'PORT' | 'PORT_A' | 'PORT_B';
  readonly defaultPort: number;
};

export type Service = {
  readonly application: Application;
  /** What the application is joined to. */
  readonly ports: Ports;
  readonly urls: readonly { readonly name: string; readonly url: string }[];
  /** Where its metrics are, if they are served. */
  readonly metricsUrl: string | undefined;
  /**
   * Accepts nothing more, finishes what is in flight within 10 s, closes the store. Rejects, with all of it closed, if what
   * was noted for the audit trail could not be written any more.
   */
  readonly stop: () => Promise<void>;
};

const STOP_GRACE = 10_000;

/** Opens the store and serves the variants over it, which may be none; on a failure nothing is left open. */
export const startService = async (
  settings: Settings,
  served: readonly Served[],
  log: ServiceLog,
): Promise<Service> => {
  const { database, secretKey } = settings;
  if (database.kind === 'sqlite') {
    refuseKeyWithoutStore(secretKey, database.file);
    await makeFolder(dirname(database.file));
  }
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
    const serving = { application, log, observe: [log.request, metrics?.observe] };
    for (const one of served) servers.push(await listen(settings, one, serving));
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = served.map(({ variant }, index) => ({
    name: variant.name,
    url: `http://${inUrl(settings.host)}:${servers[index]?.port}`,
  }));
  return { application, ports, urls, metricsUrl: metrics?.url, stop };
};

/** Where no metrics are asked for, nothing that they need is loaded. */
const serveMetrics = async ({ metrics }: Settings, container: Container): Promise<MetricsServer | undefined> => {
  if (!metrics) return undefined;
  const { startMetricsServer } = await import('./metrics-server.ts');
  const passwords = await container.getAsync(PARTS.passwords);
  const storage = await container.getAsync(PARTS.storage);
  const auditTrail = await container.getAsync(PARTS.auditTrail);
  const loads = { hashing: passwords.load, store: storage.load, auditWaiting: auditTrail.waiting };
  return startMetricsServer(metrics, loads);
};

type Serving = {
  readonly application: Application;
  readonly log: ServiceLog;
  readonly observe: readonly (Observe | undefined)[];
};

const listen = async (
  { host, ports, trustedProxies, corsOrigins }: Settings,
  { variant, portSetting, defaultPort }: Served,
  { application, log, observe }: Serving,
): Promise<RunningServer> => {
  const port = ports[portSetting] ?? defaultPort;
  const observation = createObservation(variant.name, observe);
  const app = createVariantApp({ variant, application, log, trustedProxies, observation });
  try {
    return await startServer({ app, contentField: variant.contentField, host, port, observation, corsOrigins });
  } catch (error) {
    const why = whyNotListening(error, { host, port });
    throw new UnusableSetting(`Variant ${variant.name} cannot start: ${why}; set ${portSetting} or HOST to another.`);
  }
};
