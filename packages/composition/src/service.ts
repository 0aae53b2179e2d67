import 'reflect-metadata';
import { createJoseCertificateSigner } from '@health-case/certificates-jose/jose-certificate-signer';
import { type Application, createApplication } from '@health-case/domain/application';
import { ifAvailable, type NotReady, OperatorError } from '@health-case/domain/errors';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import { hasherQueueOf } from '@health-case/domain/use-cases/hasher-queue';
import type { Log, Observe } from '@health-case/http/observation';
import { startServer } from '@health-case/http/server';
import type { Variant } from '@health-case/http/variant';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { createBatchedAuditTrail } from '@health-case/node-platform/batched-audit-trail';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { createIds, system } from '@health-case/node-platform/system';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import type { PrismaStorage } from '@health-case/storage-prisma/prisma-storage';
import { Container, type ServiceIdentifier } from 'inversify';
import { createLog } from './log.ts';
import { prepareFolder, readSecretKey } from './private-files.ts';
import { issuerOf, type Settings } from './settings.ts';

/** A store may expose its load for the metrics, and let the accesses of one call share a time limit. */
type MeteredStorage = Storage & Partial<Pick<PrismaStorage, 'load' | 'shareTime'>>;

/** The parts that others ask for, or that a test replaces, by the names under which the container knows them. */
export const PARTS = {
  application: Symbol('application') as ServiceIdentifier<Application>,
  ports: Symbol('ports') as ServiceIdentifier<AdaptedPorts>,
  storage: Symbol('storage') as ServiceIdentifier<MeteredStorage>,
} as const;

export const createContainer = (settings: Settings, log: Log): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  const toPorts = async (storage: MeteredStorage) =>
    createPorts({ storage, ids: createIds(await storage.read.ids.newest()) }, settings, log);
  container.bind(PARTS.storage).toResolvedValue(() => openStorage(settings, log));
  container.bind(PARTS.ports).toResolvedValue(toPorts, [PARTS.storage]);
  container.bind(PARTS.application).toResolvedValue(createApplication, [PARTS.ports]);
  return container;
};

type AdaptedPorts = ReturnType<typeof createPorts>;
type Stored = { readonly storage: MeteredStorage; readonly ids: Ports['ids'] };

/** Each port with its adapter. To swap an adapter, name another here. */
const createPorts = ({ storage, ids }: Stored, settings: Settings, log: Log) => {
  const { bcryptCost: cost, ratesPerMinute, registration, sessionLifetimes } = settings;
  const onFailure = (err: unknown) =>
    log.error({ err }, 'The audit trail could not be written and will be tried again.');
  return {
    ...{ ...system, storage, ids, ratesPerMinute, registration, sessionLifetimes },
    auditTrail: createBatchedAuditTrail(storage, onFailure),
    certificateSigner: createJoseCertificateSigner(issuerOf(settings)),
    commonPasswords: createLeakedPasswords(),
    passwords: createBcryptPasswordHasher({ cost }),
  } satisfies Ports;
};

/** Loads only the database that is chosen. */
const openStorage = async ({ database, autoMigrate, secretKey }: Settings, log: Log): Promise<PrismaStorage> => {
  const keyring = createAesGcmKeyring((store) => readSecretKey(secretKey, store));
  const waiting = (pending: readonly string[]) =>
    log.info({ pending }, 'Waiting until the migrations have been applied (npm run migrate).');
  const reportReadiness = (problem?: NotReady) =>
    problem ? log.error({ reason: problem.message, err: problem.cause }, 'Not ready.') : log.info({}, 'Ready again.');
  const common = { keyring, reportReadiness, migrating: autoMigrate ? ('apply' as const) : { waiting } };
  if (database.kind === 'sqlite') {
    const { openSqliteStorage } = await import('@health-case/storage-prisma/sqlite/storage');
    return openSqliteStorage({ ...common, file: database.file });
  }
  const { openPostgresStorage } = await import('@health-case/storage-prisma/postgresql/storage');
  return openPostgresStorage({ ...common, url: database.url });
};

/** A variant, the setting that names its port, and its default port. */
export type Served = {
  readonly variant: Variant;
  readonly portSetting: 'PORT' | 'PORT_A' | 'PORT_B';
  readonly defaultPort: number;
};

type ServiceLog = Log & { readonly request?: Observe | undefined };

export type Service = Awaited<ReturnType<typeof startService>>;

const STOP_GRACE = 10_000;

/** Opens the store and serves the variants over it. The list of variants may be empty. On a failure nothing is left open. */
export const startService = async (settings: Settings, served: readonly Served[], log: ServiceLog) => {
  const { database, secretKey } = settings;
  if (database.kind === 'sqlite') await prepareFolder(database.file, secretKey);
  const container = createContainer(settings, log);
  const ports = await container.getAsync(PARTS.ports);
  const application = await container.getAsync(PARTS.application);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => ports.storage.close());
  opened.defer(() => ports.auditTrail.close());
  // So that the log tells first what is wrong.
  if (served.length > 0) await ifAvailable(() => ports.storage.ready());
  const metrics = served.length > 0 ? await serveMetrics(settings, ports) : undefined;
  opened.defer(async () => metrics?.stop());
  const servers: Awaited<ReturnType<typeof serveVariant>>[] = [];
  opened.defer(async () => void (await Promise.all(servers.map((server) => server.stop(STOP_GRACE)))));
  const { shareTime } = ports.storage;
  const parts = { application, log, shareTime, observers: [log.request, metrics?.observe] };
  for (const one of served) servers.push(await serveVariant(settings, one, parts));

  const urls = servers.map(({ name, url }) => ({ name, url }));
  const running = opened.move();
  /** Finishes the requests in flight within 10 s. Rejects, with everything closed, if audit records could not be written. */
  const stop = (): Promise<void> => running.disposeAsync();
  const metricsUrl = metrics && `${metrics.url}/metrics`;
  return { application, ports, issuer: issuerOf(settings), urls, metricsUrl, stop };
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

/** The URL of a server that starts; IPv6 stands in brackets. Throws the sentence for the operator if it cannot listen. */
const listening = async <Running extends { readonly port: number }>(
  starting: Promise<Running>,
  { host, port }: { readonly host: string; readonly port: number },
  [problem, setting]: readonly [problem: string, setting: string],
) => {
  const server = await starting.catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'EADDRINUSE' ? `port ${port} is in use` : `${host}:${port} cannot be listened on (${code})`;
    throw new OperatorError(`${problem}: ${why}; set ${setting} to another.`);
  });
  return { ...server, url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}` };
};

/** The library of the metrics is loaded only where they are served. */
const serveMetrics = async (settings: Settings, ports: AdaptedPorts) => {
  const { metrics } = settings;
  if (!metrics) return undefined;
  const { startMetricsServer } = await import('./metrics.ts');
  const sentence = ['The metrics cannot be served', 'METRICS_PORT or METRICS_HOST'] as const;
  const load = () => {
    const { waiting, running } = ports.passwords.load();
    return { waiting: waiting + hasherQueueOf(ports).waiting(), running };
  };
  const starting = startMetricsServer(metrics, { ...ports, passwords: { load } }, issuerOf(settings));
  return listening(starting, metrics, sentence);
};

const serveVariant = async (
  { host, ports, trustedProxies, corsOrigins }: Settings,
  { variant, portSetting, defaultPort }: Served,
  parts: Pick<Parameters<typeof startServer>[0], 'application' | 'log' | 'observers' | 'shareTime'>,
) => {
  const { name } = variant;
  const address = { host, port: ports[portSetting] ?? defaultPort };
  const starting = startServer({ ...parts, ...address, variant, trustedProxies, corsOrigins });
  return { name, ...(await listening(starting, address, [`Variant ${name} cannot start`, `${portSetting} or HOST`])) };
};
