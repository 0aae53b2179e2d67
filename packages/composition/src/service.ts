import 'reflect-metadata';
import { ifAvailable } from '@health-case/domain/errors';
import { Container, type ServiceIdentifier } from 'inversify';
import { type Adapt, adapt } from './adapt.ts';
import { createLog } from './log.ts';
import { MODULES } from './modules.ts';
import { issuerOf, pagesOf, type Settings } from './settings.ts';
import { PARTS, PORTS, type Served, type ServiceLog } from './tokens.ts';

/** What a service is made of. `more` is changed for a test alone. `close` closes all that was made, in the reverse order. */
export const createContainer = (
  settings: Settings,
  log: ServiceLog,
  served: readonly Served[] = [],
  more: Adapt = () => undefined,
) => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(PARTS.settings).toConstantValue(settings);
  container.bind(PARTS.log).toConstantValue(log);
  container.bind(PARTS.served).toConstantValue(served);
  container.load(...MODULES);
  adapt(container);
  more(container);
  const made = new AsyncDisposableStack();
  for (const token of Object.values<ServiceIdentifier>({ ...PORTS, ...PARTS })) {
    container.onActivation(token, (_, part) => {
      made.defer(() => container.unbindAsync(token));
      return part;
    });
  }
  return { container, close: () => made.disposeAsync() };
};

export type Service = Awaited<ReturnType<typeof startService>>;

/** Opens the store and serves the variants over it; there may be none. On a failure nothing is left open. */
export const startService = async (settings: Settings, served: readonly Served[], log: ServiceLog, more?: Adapt) => {
  const { container, close } = createContainer(settings, log, served, more);
  try {
    // One after another: when one fails, no other is still being made.
    for (const token of Object.values<ServiceIdentifier>(PORTS)) await container.getAsync(token);
    const ports = await container.getAsync(PARTS.ports);
    const application = await container.getAsync(PARTS.application);
    const running = { application, ports, issuer: issuerOf(settings), portal: pagesOf(settings)[0] };
    /** Finishes the requests in flight within 10 s. Rejects, with all closed, if audit records could not be written. */
    const stop = close;
    if (served.length === 0) return { ...running, urls: [], metricsUrl: undefined, stop };
    // So that the log tells first what is wrong.
    await ifAvailable(() => ports.storage.ready());
    await container.getAsync(PARTS.courier);
    await container.getAsync(PARTS.upkeep);
    if (served.some((one) => 'transport' in one)) await container.getAsync(PARTS.importer);
    const metrics = await container.getAsync(PARTS.metrics);
    const { urls } = await container.getAsync(PARTS.servers);
    return { ...running, urls, metricsUrl: metrics?.url, stop };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Opens a store without serving it, does the work, closes the store. */
export const inStore = async <T>(settings: Settings, work: (service: Service) => Promise<T>): Promise<T> => {
  const service = await startService(settings, [], createLog('silent'));
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};
