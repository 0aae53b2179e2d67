import 'reflect-metadata';
import { type Application, createApplication } from '@health-case/domain/application';
import type { Ports } from '@health-case/domain/ports/ports';
import type { PasswordHasher } from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Log } from '@health-case/http/observation';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { type BatchedAuditTrail, createBatchedAuditTrail } from '@health-case/node-platform/batched-audit-trail';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { randomInvitationCodes, randomSessionTokens, systemClock, uuidIds } from '@health-case/node-platform/system';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import type { PrismaStorage } from '@health-case/storage-prisma/prisma-storage';
import { Container, type ServiceIdentifier } from 'inversify';
import { readSecretKey } from './private-files.ts';
import type { Settings } from './settings.ts';

/** An adapter that may expose load figures beside its port, for the metrics. */
export type WithLoad<Port, Load> = Port & { readonly load?: () => Load };

type HashLoad = ReturnType<ReturnType<typeof createBcryptPasswordHasher>['load']>;
type StoreLoad = ReturnType<PrismaStorage['load']>;

export type Loads = {
  readonly hashing: (() => HashLoad) | undefined;
  readonly store: (() => StoreLoad) | undefined;
  /** Records of the audit trail that are not written yet. */
  readonly auditWaiting: () => number;
};

const part = <Part>(name: string): ServiceIdentifier<Part> => Symbol(name);

/** The parts that others ask for, or that a test replaces, by the names under which the container knows them. */
export const PARTS = {
  application: part<Application>('application'),
  auditTrail: part<BatchedAuditTrail>('audit trail'),
  passwords: part<WithLoad<PasswordHasher, HashLoad>>('password hasher'),
  ports: part<Ports>('ports'),
  storage: part<WithLoad<Storage, StoreLoad>>('storage'),
} as const;

/** Binds each port to its adapter, and does nothing else. To swap an adapter, bind another here. */
export const createContainer = (settings: Settings, log: Log): Container => {
  const { bcryptCost: cost, ratesPerMinute, registration, sessionLifetimes } = settings;
  const onFailure = (err: unknown) =>
    log.error({ err }, 'The audit trail could not be written and will be tried again.');
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(PARTS.passwords).toResolvedValue(() => createBcryptPasswordHasher({ cost }));
  container.bind(PARTS.storage).toResolvedValue(() => openStorage(settings, log));
  container
    .bind(PARTS.auditTrail)
    .toResolvedValue((storage: Storage) => createBatchedAuditTrail(storage, onFailure), [PARTS.storage]);
  container.bind(PARTS.ports).toResolvedValue(
    async (auditTrail: BatchedAuditTrail, passwords: PasswordHasher, storage: Storage): Promise<Ports> => ({
      ...{ auditTrail, passwords, storage, ratesPerMinute, registration, sessionLifetimes },
      clock: systemClock,
      commonPasswords: await createLeakedPasswords(),
      ids: uuidIds,
      invitationCodes: randomInvitationCodes,
      sessionTokens: randomSessionTokens,
    }),
    [PARTS.auditTrail, PARTS.passwords, PARTS.storage],
  );
  container.bind(PARTS.application).toResolvedValue(createApplication, [PARTS.ports]);
  return container;
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
