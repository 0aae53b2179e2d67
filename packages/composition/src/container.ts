import 'reflect-metadata';
import { type Application, createApplication } from '@health-case/domain/application';
import type { Clock, IdSource } from '@health-case/domain/ports/platform';
import type { Ports } from '@health-case/domain/ports/ports';
import type {
  CommonPasswords,
  InvitationCodes,
  PasswordHasher,
  SessionTokens,
} from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import type { Log } from '@health-case/http/observation';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { type BatchedAuditTrail, createBatchedAuditTrail } from '@health-case/node-platform/batched-audit-trail';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { randomInvitationCodes, randomSessionTokens, systemClock, uuidIds } from '@health-case/node-platform/system';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import type { PrismaStorage } from '@health-case/storage-prisma/prisma-storage';
import { Container, type ServiceIdentifier } from 'inversify';
import type { HashLoad, StoreLoad, Telling } from './loads.ts';
import { readSecretKey } from './secret-key.ts';
import type { Settings } from './settings.ts';

const part = <Part>(name: string): ServiceIdentifier<Part> => Symbol(name);

/** The parts, by the names under which the container knows them. */
export const PARTS = {
  application: part<Application>('application'),
  auditTrail: part<BatchedAuditTrail>('audit trail'),
  clock: part<Clock>('clock'),
  commonPasswords: part<CommonPasswords>('common passwords'),
  ids: part<IdSource>('id source'),
  invitationCodes: part<InvitationCodes>('invitation codes'),
  passwords: part<Telling<PasswordHasher, HashLoad>>('password hasher'),
  ports: part<Ports>('ports'),
  sessionTokens: part<SessionTokens>('session tokens'),
  settings: part<Settings>('settings'),
  storage: part<Telling<Storage, StoreLoad>>('storage'),
} as const;

/** Which adapter stands behind each port, and nothing else: to swap one, bind another here. */
export const createContainer = (settings: Settings, log: Log): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(PARTS.settings).toConstantValue(settings);
  container.bind(PARTS.clock).toConstantValue(systemClock);
  container.bind(PARTS.ids).toConstantValue(uuidIds);
  container.bind(PARTS.invitationCodes).toConstantValue(randomInvitationCodes);
  container.bind(PARTS.sessionTokens).toConstantValue(randomSessionTokens);
  container.bind(PARTS.commonPasswords).toResolvedValue(createLeakedPasswords);
  container
    .bind(PARTS.passwords)
    .toResolvedValue(({ bcryptCost }: Settings) => createBcryptPasswordHasher({ cost: bcryptCost }), [PARTS.settings]);
  container.bind(PARTS.storage).toResolvedValue((known: Settings) => openStorage(known, log), [PARTS.settings]);
  container.bind(PARTS.auditTrail).toResolvedValue(
    (storage: Storage) =>
      createBatchedAuditTrail(storage, (error) => {
        log.error({ err: error }, 'The audit trail could not be written and will be tried again.');
      }),
    [PARTS.storage],
  );
  container.bind(PARTS.ports).toResolvedValue(
    (
      auditTrail,
      clock,
      commonPasswords,
      ids,
      invitationCodes,
      passwords,
      sessionTokens,
      storage,
      { ratesPerMinute, registration, sessionLifetimes },
    ): Ports => ({
      auditTrail,
      clock,
      commonPasswords,
      ids,
      invitationCodes,
      passwords,
      ratesPerMinute,
      registration,
      sessionLifetimes,
      sessionTokens,
      storage,
    }),
    [
      PARTS.auditTrail,
      PARTS.clock,
      PARTS.commonPasswords,
      PARTS.ids,
      PARTS.invitationCodes,
      PARTS.passwords,
      PARTS.sessionTokens,
      PARTS.storage,
      PARTS.settings,
    ],
  );
  container.bind(PARTS.application).toResolvedValue(createApplication, [PARTS.ports]);
  return container;
};

/** Only what is chosen is loaded. */
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
