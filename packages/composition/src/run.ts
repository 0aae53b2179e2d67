import { existsSync, writeFileSync } from 'node:fs';
import { ifAvailable, OperatorError, Unavailable } from '@health-case/domain/errors';
import { issueSetupCode, isUnmanaged } from '@health-case/domain/use-cases/practice';
import { inOneLine } from '@health-case/terminal/printable';
import { version } from '@health-case/terminal/read-arguments';
import { createLog } from './log.ts';
import { openToOthers, prepareFolder } from './private-files.ts';
import { inStore, type Service, startService } from './service.ts';
import { readDatabase, readSecretKeySource, readSettings, type Settings } from './settings.ts';
import type { Served } from './tokens.ts';

/** The life of a process that serves: it says where, and stops on SIGTERM or SIGINT. */
export const run = (served: readonly Served[]): Promise<void> =>
  reportToOperator(async () => {
    const settings = readSettings(process.env);
    const log = createLog(settings.logLevel);
    // Node would print the error with all that it quotes. The process may be in any state, so it ends.
    process.on('uncaughtException', (err) => {
      log.fatal({ err }, 'The process failed, and ends.');
      process.exit(1);
    });
    const service = await startService(settings, served, log);
    // Before the greeting, as a reader of the greeting may stop the process at once.
    stopOnSignal(service, log);
    for (const file of openToOthers(settings)) {
      log.warn({ file, mode: '600' }, 'Other users may read or write this file; set its mode.');
    }
    const toSetUp = await isToSetUp(service);
    if (process.stdout.isTTY) return greet(settings, service, toSetUp ? await newSetupCode(service) : undefined);
    tell(settings, service, log, toSetUp);
  });

/** Opens the store that the settings name, does the work, closes the store. */
export const useStore = async <T>(
  work: (service: Service) => Promise<T>,
  { mayCreate = true }: { readonly mayCreate?: boolean } = {},
): Promise<T> => {
  const settings = readSettings(process.env);
  if (!mayCreate && !(await hasStore(settings))) {
    throw new OperatorError(`There is no database ${settings.database.shown}; name an existing one in DATABASE_URL.`);
  }
  return inStore(settings, work);
};

/** The life of a process that applies the migrations and names them. It needs no secret key. */
export const runMigrate = (): Promise<void> =>
  reportToOperator(async () => {
    const database = readDatabase(process.env);
    for (const name of await applyMigrations(database)) process.stdout.write(`Applied ${name}.\n`);
    process.stdout.write(`The database ${database.shown} is up to date.\n`);
  });

const applyMigrations = async (database: Settings['database']): Promise<readonly string[]> => {
  if (database.kind === 'postgresql') {
    const { applyPostgresMigrations } = await import('@health-case/storage-prisma/postgresql/storage');
    return applyPostgresMigrations(database.url);
  }
  await prepareFolder(database.file, readSecretKeySource(process.env, database));
  const { applySqliteMigrations } = await import('@health-case/storage-prisma/sqlite/storage');
  return applySqliteMigrations(database.file);
};

/** Runs a process. An error for the operator becomes one sentence and exit code 1; any other is thrown on. */
export const reportToOperator = async (work: () => Promise<void>): Promise<void> => {
  // Health data: the files of this process are for its own user alone.
  process.umask(0o077);
  keepMemoryPrivate();
  let isTold = false;
  const fail = (error: unknown): void => {
    if (isTold || isGone(error)) return;
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exitCode = 1;
    isTold = true;
  };
  // Where nobody awaits what is printed.
  process.stdout.on('error', fail);
  await work().catch(fail);
};

const sentenceFor = (error: unknown): string => {
  if (error instanceof Unavailable) return `${error.message.replace(/\.$/, '')}; try again in a moment.`;
  if (error instanceof OperatorError) return inOneLine(error.message);
  if (isOfPrinting(error)) return `Not all could be written (${error.code}), though what was asked for may be done.`;
  throw error;
};

/** Into a file on a full disk, for example. Files that have a name tell of their failures themselves. */
const isOfPrinting = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'syscall' in error && error.syscall === 'write' && 'code' in error;
/** The reader of the output is, such as `head`: it has read what it wanted. */
const isGone = (error: unknown): boolean => isOfPrinting(error) && error.code === 'EPIPE';

/**
 * The memory of this process holds keys and passwords. The service sees to it that the memory is not written to disk: a
 * core dump has no memory in it, a report of Node has no environment in it, and no signal starts the debugger. A user
 * who may read the memory of a running process can still do so.
 */
const keepMemoryPrivate = (): void => {
  process.report.excludeEnv = true;
  // Without a listener, Node would start its inspector on this signal.
  process.on('SIGUSR1', () => undefined);
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // Linux alone has this file, and not every container may write it; a core limit of 0 does the same.
  }
};

/** A PostgreSQL database exists before the first start of the service. It holds a store once it has been migrated. */
const hasStore = async ({ database }: Settings): Promise<boolean> => {
  if (database.kind === 'sqlite') return existsSync(database.file);
  const { isMigrated } = await import('@health-case/storage-prisma/postgresql/migrate');
  return isMigrated(database.url);
};

/** D-28: nobody need read a mail there. */
const ALL_PROVEN = 'every e-mail address counts as proven';

const warnOfFiles = ({ mail }: Settings, log: ReturnType<typeof createLog>): void => {
  if (mail.kind !== 'folder') return;
  const sentence = `Mails are written to files, so ${ALL_PROVEN}`;
  if (mail.isChosen) log.info({ file: mail.folder }, `${sentence}.`);
  else log.warn({ file: mail.folder }, `${sentence}; set MAIL_URL.`);
};

const ONLY_HERE = 'Certificates can be verified on this machine only';

const OPEN = 'Anybody may register as a doctor or assistant';
const isOpenToStrangers = ({ publicUrl, registration }: Settings) => publicUrl !== undefined && registration === 'open';

const tell = (settings: Settings, service: Service, log: ReturnType<typeof createLog>, toSetUp: boolean): void => {
  const { urls, metricsUrl, issuer } = service;
  if (toSetUp) log.warn({ url: service.portal }, `${UNMANAGED}; run the command setup of the operator.`);
  if (settings.publicUrl === undefined) log.warn({ url: issuer }, `${ONLY_HERE}; set PUBLIC_URL.`);
  if (isOpenToStrangers(settings)) log.warn({ url: issuer }, `${OPEN}; set REGISTRATION=confirmed.`);
  warnOfFiles(settings, log);
  // First, so that a reader of "Serving." knows all addresses.
  if (metricsUrl !== undefined) log.info({ url: metricsUrl }, 'Serving metrics.');
  const database = settings.database.shown;
  for (const { name, url } of urls) log.info({ version, variant: name, url, database }, 'Serving.');
};

const UNMANAGED = 'Nobody manages the practice';

/** D-39: told by whatever serves the portal. During an outage of the store it is told by another start. */
const isToSetUp = async ({ ports, urls }: Service): Promise<boolean> => {
  let isUnset = false;
  if (urls.some(({ name }) => name === 'portal')) {
    await ifAvailable(async () => {
      isUnset = await isUnmanaged(ports);
    });
  }
  return isUnset;
};

/** For a terminal alone: a code must reach no log. */
const newSetupCode = async ({ ports }: Service): Promise<string | undefined> => {
  const code = await issueSetupCode(ports)({ requestId: 'start' });
  return code.ok ? code.value : undefined;
};

const greet = (settings: Settings, { urls, metricsUrl }: Service, setupCode: string | undefined): void => {
  // The name by which passkeys know this machine (D-38).
  const shown = urls.map(({ name, url }) =>
    name === 'portal' ? { name, url: url.replace('127.0.0.1', 'localhost') } : { name: `variant ${name}`, url },
  );
  const addresses = shown.map(({ name, url }) => `  ${name.padEnd(12)}${url}\n`).join('');
  const portal = shown.find(({ name }) => name === 'portal')?.url;
  const variant = shown.find(({ name }) => name !== 'portal')?.url;
  const tries = [
    ...(portal ? [`${portal} in a browser`] : []),
    ...(variant
      ? [portal ? `${variant}/docs for programs` : `${variant}/docs in a browser, or curl -i ${variant}/healthz`]
      : []),
  ];
  const metrics = metricsUrl === undefined ? '' : `  metrics     ${metricsUrl}\n`;
  const mails =
    settings.mail.kind === 'folder'
      ? `  mails       ${settings.mail.folder}, as files, so ${ALL_PROVEN}; MAIL_URL sends them\n`
      : '';
  const certificates = settings.publicUrl === undefined ? `\n${ONLY_HERE}, as PUBLIC_URL is not set.\n` : '';
  const open = isOpenToStrangers(settings) ? `\n${OPEN}; REGISTRATION=confirmed lets managers confirm them.\n` : '';
  const setUp = setupCode
    ? `\n${UNMANAGED} yet. To set it up, open within 24 hours:\n  ${settings.publicUrl ?? portal}/setup#${setupCode}\n`
    : '';
  process.stdout.write(`
The health case service ${version} is running.

${addresses}${metrics}  data        ${settings.database.shown}
${mails}${certificates}${open}${setUp}
Try it:  ${tries.join(', ')}
README.md goes on with "First calls". Ctrl-C stops.

`);
};

/** A terminal signals every process of the group, and npm passes the signal on: the second one is ignored. */
const stopOnSignal = (service: Service, log: ReturnType<typeof createLog>): void => {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (!process.stdout.isTTY) log.info({ signal }, 'Stopping.');
    try {
      await service.stop();
      if (!process.stdout.isTTY) log.info({}, 'Stopped.');
    } catch (err) {
      log.error({ err }, 'Stopped, but what was still to be written into the audit trail is lost.');
      process.exitCode = 1;
    }
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
};
