import 'reflect-metadata';
import { type Application, createApplication } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Log } from '@health-case/http/observation';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { createBatchedAuditTrail } from '@health-case/node-platform/batched-audit-trail';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { system } from '@health-case/node-platform/system';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import type { PrismaStorage } from '@health-case/storage-prisma/prisma-storage';
import { Container, type ServiceIdentifier } from 'inversify';
import { readSecretKey } from './private-files.ts';
import type { Settings } from './settings.ts';

/** A store may expose its load for the metrics. */
type MeteredStorage = Storage & { readonly load?: PrismaStorage['load'] };

/** The parts that others ask for, or that a test replaces, by the names under which the container knows them. */
export const PARTS = {
  application: Symbol('application') as ServiceIdentifier<Application>,
  ports: Symbol('ports') as ServiceIdentifier<AdaptedPorts>,
  storage: Symbol('storage') as ServiceIdentifier<MeteredStorage>,
} as const;

/** Binds the parts, and does nothing else. */
export const createContainer = (settings: Settings, log: Log): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  const toPorts = (storage: MeteredStorage) => createPorts(storage, settings, log);
  container.bind(PARTS.storage).toResolvedValue(() => openStorage(settings, log));
  container.bind(PARTS.ports).toResolvedValue(toPorts, [PARTS.storage]);
  container.bind(PARTS.application).toResolvedValue(createApplication, [PARTS.ports]);
  return container;
};

export type AdaptedPorts = ReturnType<typeof createPorts>;

/** Each port with its adapter. To swap an adapter, name another here. */
const createPorts = (storage: MeteredStorage, settings: Settings, log: Log) => {
  const { bcryptCost: cost, ratesPerMinute, registration, sessionLifetimes } = settings;
  const onFailure = (err: unknown) =>
    log.error({ err }, 'The audit trail could not be written and will be tried again.');
  return {
    ...{ ...system, storage, ratesPerMinute, registration, sessionLifetimes },
    auditTrail: createBatchedAuditTrail(storage, onFailure),
    commonPasswords: createLeakedPasswords(),
    passwords: createBcryptPasswordHasher({ cost }),
  } satisfies Ports;
};

/** Loads only the database that is chosen. */
const openStorage = async ({ database, autoMigrate, secretKey }: Settings, log: Log): Promise<PrismaStorage> => {
  const keyring = createAesGcmKeyring((store) => readSecretKey(secretKey, store));
  const waiting = (pending: readonly string[]) =>
    log.info({ pending }, 'Waiting until the migrations have been applied (npm run migrate).');
  const common = { keyring, migrating: autoMigrate ? ('apply' as const) : { waiting } };
  if (database.kind === 'sqlite') {
    const { openSqliteStorage } = await import('@health-case/storage-prisma/sqlite/storage');
    return openSqliteStorage({ ...common, file: database.file });
  }
  const { openPostgresStorage } = await import('@health-case/storage-prisma/postgresql/storage');
  return openPostgresStorage({ ...common, url: database.url });
};
