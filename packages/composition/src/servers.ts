import type { Application } from '@health-case/domain/application';
import { OperatorError } from '@health-case/domain/errors';
import { hasherQueueOf } from '@health-case/domain/use-cases/hasher-queue';
import { createTextCipher } from '@health-case/node-platform/aes-gcm-keyring';
import { readSecretKey } from './private-files.ts';
import { issuerOf, type Settings } from './settings.ts';
import type { AdaptedPorts, Metrics, Served, ServiceLog } from './tokens.ts';

const STOP_GRACE = 10_000;

/** The URL of a server; IPv6 stands in brackets. Throws the sentence for the operator if it cannot listen. */
const listening = async <Running extends { readonly port: number }>(
  starting: Promise<Running>,
  { host, port }: { readonly host: string; readonly port: number },
  [problem, setting]: readonly [problem: string, setting: string],
) => {
  const server = await starting.catch((error: NodeJS.ErrnoException) => {
    const { code, syscall } = error;
    if (syscall === undefined) throw error;
    const why = code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
    throw new OperatorError(`${problem}: ${why}; set ${setting} to another.`);
  });
  return { ...server, url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}` };
};

/** The library of the metrics is loaded only where they are served. */
export const startMetrics = async (settings: Settings, ports: AdaptedPorts): Promise<Metrics | undefined> => {
  const { metrics } = settings;
  if (!metrics) return undefined;
  const { startMetricsServer } = await import('./metrics.ts');
  const load = () => {
    const { waiting = 0, running = 0 } = ports.passwords.load?.() ?? {};
    return { waiting: waiting + hasherQueueOf(ports).waiting(), running };
  };
  const starting = startMetricsServer(metrics, { ...ports, passwords: { load } }, issuerOf(settings));
  const { url, ...more } = await listening(starting, metrics, [
    'The metrics cannot be served',
    'METRICS_PORT or METRICS_HOST',
  ]);
  return { url: `${url}/metrics`, ...more };
};

/** Starts a server for each variant and transport. If one cannot start, none is left. Only who serves loads HTTP. */
export const startServers = async (
  settings: Settings,
  served: readonly Served[],
  application: Application,
  log: ServiceLog,
  { shareTime }: AdaptedPorts['storage'],
  metrics: Metrics | undefined,
) => {
  const { startVariant } = await import('@health-case/http/serve');
  await using started = new AsyncDisposableStack();
  const stops: (() => Promise<void>)[] = [];
  started.defer(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const urls: { readonly name: string; readonly url: string }[] = [];
  const { host, ports, trustedProxies, corsOrigins, publicUrl, registration, timeZone, sessionLifetimes } = settings;
  const cipher = createTextCipher(await readSecretKey(settings.secretKey, 'existing'), 'forms');
  const limits = { keepAliveTimeout: settings.keepAliveTimeout };
  const parts = { application, log, shareTime, trustedProxies, limits, observers: [log.request, metrics?.observe] };
  for (const { portSetting, defaultPort, ...one } of served) {
    const address = { host, port: ports[portSetting] ?? defaultPort };
    const all = { ...parts, ...address };
    const [name, what, starting] =
      'variant' in one
        ? [one.variant.name, `Variant ${one.variant.name}`, startVariant({ ...all, variant: one.variant, corsOrigins })]
        : [
            one.transport.name,
            `The ${one.transport.name}`,
            one.transport.start({ ...all, publicUrl, registration, timeZone, sessionLifetimes, cipher }),
          ];
    const { url, stop } = await listening(starting, address, [`${what} cannot start`, `${portSetting} or HOST`]);
    stops.push(() => stop(STOP_GRACE));
    urls.push({ name, url });
  }
  const running = started.move();
  return { urls, stop: () => running.disposeAsync() };
};
