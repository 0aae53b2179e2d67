import { dirname } from 'node:path';
import type { Application } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Log } from '@health-case/http/log';
import { type RunningServer, startServer } from '@health-case/http/server';
import { createVariantApp, type Variant } from '@health-case/http/variant';
import { createContainer, PARTS } from './container.ts';
import { makeFolder } from './make-folder.ts';
import { type Settings, UnusableSetting } from './settings.ts';

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
  /**
   * Accepts nothing more, finishes what is in flight within 10 s, closes the store. Rejects, with all of it closed, if what
   * was noted for the audit trail could not be written any more.
   */
  readonly stop: () => Promise<void>;
};

const STOP_GRACE = 10_000;

/** Opens the store and serves the variants over it, which may be none; on a failure nothing is left open. */
export const startService = async (settings: Settings, served: readonly Served[], log: Log): Promise<Service> => {
  if (settings.database.kind === 'sqlite') await makeFolder(dirname(settings.database.file));
  const container = createContainer(settings, log);
  const ports = await container.getAsync(PARTS.ports);
  const application = await container.getAsync(PARTS.application);
  const auditTrail = await container.getAsync(PARTS.auditTrail);
  const servers: RunningServer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop(STOP_GRACE)));
    try {
      await auditTrail.close();
    } finally {
      await ports.storage.close();
    }
  };
  try {
    for (const one of served) servers.push(await listen(settings, one, application, log));
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = served.map(({ variant }, index) => ({
    name: variant.name,
    url: `http://${inUrl(settings.host)}:${servers[index]?.port}`,
  }));
  return { application, ports, urls, stop };
};

const listen = async (
  { host, ports, trustedProxies }: Settings,
  { variant, portSetting, defaultPort }: Served,
  application: Application,
  log: Log,
): Promise<RunningServer> => {
  const port = ports[portSetting] ?? defaultPort;
  const app = createVariantApp({ variant, application, log, trustedProxies });
  try {
    return await startServer({ app, contentField: variant.contentField, host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
    throw new UnusableSetting(`Variant ${variant.name} cannot start: ${why}; set ${portSetting} or HOST to another.`);
  }
};

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);
