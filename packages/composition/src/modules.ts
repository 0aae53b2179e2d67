import { createJoseCertificateSigner } from '@health-case/certificates-jose/jose-certificate-signer';
import { createApplication } from '@health-case/domain/application';
import { createCourier } from '@health-case/domain/courier';
import { MailProblem, type NotReady, OperatorError } from '@health-case/domain/errors';
import { createImporter } from '@health-case/domain/importer';
import { once } from '@health-case/domain/once';
import type { Keyring } from '@health-case/domain/ports/security';
import { createUpkeep } from '@health-case/domain/upkeep';
import type { Log } from '@health-case/http/server/observation';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { createBatchedAuditTrail } from '@health-case/node-platform/batched-audit-trail';
import { createCalendar } from '@health-case/node-platform/calendar';
import { createLeakedPasswords } from '@health-case/node-platform/leaked-passwords';
import { createIds, system } from '@health-case/node-platform/system';
import { createBcryptPasswordHasher } from '@health-case/password-bcrypt/bcrypt-password-hasher';
import { createOtpauthPasswords } from '@health-case/second-factor-otpauth/otpauth-passwords';
import { ContainerModule } from 'inversify';
import { prepareFolder, readSecretKey } from './private-files.ts';
import { startMetrics, startServers } from './servers.ts';
import { issuerOf, pagesOf, passkeySiteOf, type Settings, siteNameOf } from './settings.ts';
import { type AdaptedPorts, PARTS, PORTS } from './tokens.ts';

/* Which adapter each port has. `adapt.ts` swaps one by `rebind`; `onDeactivation` says how to close it. */

/** The library is large. It is loaded with the first call. */
const openPasskeys = (settings: Settings): AdaptedPorts['passkeys'] => {
  const site = { ...passkeySiteOf(settings), name: siteNameOf(settings) };
  const adapter = once(async () => {
    const { createSimplewebauthnPasskeys } = await import(
      '@health-case/passkeys-simplewebauthn/simplewebauthn-passkeys'
    );
    return createSimplewebauthnPasskeys(site);
  });
  return {
    offer: async (...given) => (await adapter()).offer(...given),
    challengeLogin: async () => (await adapter()).challengeLogin(),
    read: async (response) => (await adapter()).read(response),
    verifyNew: async (...given) => (await adapter()).verifyNew(...given),
    verifyLogin: async (...given) => (await adapter()).verifyLogin(...given),
  };
};

/** The library is loaded with the first mail. */
const openMailer = (settings: Settings): AdaptedPorts['mailer'] => {
  const { mail } = settings;
  const common = { from: mail.from, publicUrl: pagesOf(settings)[0], timeZone: settings.timeZone };
  const open = async () => {
    if (mail.kind === 'folder') {
      const { createFolderMailer } = await import('@health-case/mail-nodemailer/folder-mailer');
      return createFolderMailer({ ...common, folder: mail.folder });
    }
    const { createSmtpMailer } = await import('@health-case/mail-nodemailer/smtp-mailer');
    return createSmtpMailer({ ...common, url: mail.url });
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    send: async (letter) => {
      opened ??= open();
      await (await opened).send(letter);
    },
    // One that could not be opened has nothing to close.
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
};

const NOT_SENT =
  'A mail could not be sent. It will be tried again. Failures for the same reason are not logged until a mail is sent.';

const reportMails = (log: Log, problem: unknown): void => {
  if (problem === undefined) log.info({}, 'Mails are sent again.');
  else log.error(problem instanceof MailProblem ? { reason: problem.message } : { err: problem }, NOT_SENT);
};

/** Loads only the database that is chosen. */
const openStorage = async ({ database, autoMigrate, secretKey }: Settings, keyring: Keyring, log: Log) => {
  const waiting = (pending: readonly string[]) =>
    log.info({ pending }, 'Waiting until the migrations have been applied (npm run migrate).');
  const reportReadiness = (problem?: NotReady) =>
    problem ? log.error({ reason: problem.message, err: problem.cause }, 'Not ready.') : log.info({}, 'Ready again.');
  const common = { keyring, reportReadiness, migrating: autoMigrate ? ('apply' as const) : { waiting } };
  if (database.kind === 'sqlite') {
    await prepareFolder(database.file, secretKey);
    const { openSqliteStorage } = await import('@health-case/storage-prisma/sqlite/storage');
    return openSqliteStorage({ ...common, file: database.file });
  }
  const { openPostgresStorage } = await import('@health-case/storage-prisma/postgresql/storage');
  return openPostgresStorage({ ...common, url: database.url });
};

const names = Object.keys(PORTS) as (keyof AdaptedPorts)[];

const WORK_FAILED =
  'Work beside the calls failed, and is tried again within the hour: to erase finished cases whose time is over, to remove expired codes.';

const IMPORT_FAILED = 'An import of a list of children failed, and is tried again.';

/** Only the sentence of an `OperatorError` says what to change, and it has no secrets. */
const reportUpkeep = (log: Log, err: unknown): void =>
  err instanceof OperatorError ? log.error({}, err.message) : log.error({ err }, WORK_FAILED);

const ports = new ContainerModule(({ bind }) => {
  bind(PORTS.calendar).toResolvedValue(({ timeZone }) => createCalendar(timeZone), [PARTS.settings]);
  bind(PORTS.clock).toConstantValue(system.clock);
  bind(PORTS.secretCodes).toConstantValue(system.secretCodes);
  bind(PORTS.random).toConstantValue(system.random);
  bind(PORTS.sessionTokens).toConstantValue(system.sessionTokens);
  bind(PORTS.commonPasswords).toResolvedValue(createLeakedPasswords);
  bind(PORTS.ids).toResolvedValue(async ({ read }) => createIds(await read.ids.newest()), [PORTS.storage]);
  bind(PORTS.rules).toResolvedValue(
    ({ finishedCasesKeptYears, mail, ratesPerMinute, registration, secondFactor, sessionLifetimes }) =>
      Object.freeze({
        finishedCasesKeptYears,
        ratesPerMinute,
        registration,
        secondFactor,
        sessionLifetimes,
        addressProof: mail.kind === 'folder' ? ('waived' as const) : ('asked' as const),
      }),
    [PARTS.settings],
  );
  bind(PORTS.passwords).toResolvedValue(
    ({ bcryptCost }) => createBcryptPasswordHasher({ cost: bcryptCost }),
    [PARTS.settings],
  );
  bind(PORTS.oneTimePasswords).toResolvedValue(
    (settings) => createOtpauthPasswords(siteNameOf(settings)),
    [PARTS.settings],
  );
  bind(PORTS.passkeys).toResolvedValue(openPasskeys, [PARTS.settings]);
  bind(PORTS.mailer)
    .toResolvedValue(openMailer, [PARTS.settings])
    .onDeactivation((mailer) => mailer.close?.());
  bind(PORTS.certificateSigner).toResolvedValue(
    (settings) => createJoseCertificateSigner(issuerOf(settings)),
    [PARTS.settings],
  );
  bind(PORTS.storage)
    .toResolvedValue(openStorage, [PARTS.settings, PARTS.keyring, PARTS.log])
    .onDeactivation((opened) => opened.close());
  bind(PORTS.auditTrail)
    .toResolvedValue(
      (storage, log) => {
        const onFailure = (err: unknown) =>
          log.error({ err }, 'The audit trail could not be written and will be tried again.');
        return createBatchedAuditTrail(storage, onFailure);
      },
      [PORTS.storage, PARTS.log],
    )
    .onDeactivation((trail) => trail.close?.());
});

const parts = new ContainerModule(({ bind }) => {
  bind(PARTS.keyring).toResolvedValue(
    ({ secretKey }) => createAesGcmKeyring((store) => readSecretKey(secretKey, store)),
    [PARTS.settings],
  );
  bind(PARTS.ports).toResolvedValue(
    (...adapters: unknown[]) =>
      Object.fromEntries(names.map((name, index) => [name, adapters[index]] as const)) as AdaptedPorts,
    names.map((name) => PORTS[name]),
  );
  bind(PARTS.application).toResolvedValue(createApplication, [PARTS.ports]);
  bind(PARTS.courier)
    .toResolvedValue(
      (ports, log) => createCourier(ports, (problem) => reportMails(log, problem)),
      [PARTS.ports, PARTS.log],
    )
    .onDeactivation((courier) => courier.close());
  bind(PARTS.importer)
    .toResolvedValue(
      (ports, log) => createImporter(ports, (err) => log.error({ err }, IMPORT_FAILED)),
      [PARTS.ports, PARTS.log],
    )
    .onDeactivation((importer) => importer.close());
  bind(PARTS.upkeep)
    .toResolvedValue((ports, log) => createUpkeep(ports, (err) => reportUpkeep(log, err)), [PARTS.ports, PARTS.log])
    .onDeactivation((working) => working.close());
  bind(PARTS.metrics)
    .toResolvedValue(startMetrics, [PARTS.settings, PARTS.ports])
    .onDeactivation((running) => running?.stop());
  bind(PARTS.servers)
    .toResolvedValue(startServers, [
      PARTS.settings,
      PARTS.served,
      PARTS.application,
      PARTS.log,
      PORTS.storage,
      PARTS.metrics,
    ])
    .onDeactivation(({ stop }) => stop());
});

export const MODULES = [ports, parts];
