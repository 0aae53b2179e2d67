import { resolve } from 'node:path';
import { OperatorError } from '@health-case/domain/errors';
import { backUpSqlite, restoreSqlite } from '@health-case/storage-prisma/store-files/back-up';
import { useStore } from './run.ts';
import { inStore, type Service } from './service.ts';
import { parseDatabase, readSettings, type Settings } from './settings.ts';

/** Copies the store that DATABASE_URL names into a new file, also while it serves. */
export const backUpStore = async (target: string) => {
  const settings = readSettings(process.env);
  const [store, backup] = [fileOf(settings), resolve(target)];
  const bytes = await interruptible((signal) => backUpSqlite(store, backup, signal));
  return { store, backup, bytes, secretKey: keeperOf(settings) };
};

/** Restores a backup as the store that DATABASE_URL names. `prepare` runs in it before it replaces the old one. */
export const restoreStore = async <Prepared extends object>(
  given: { readonly backup: string; readonly force: boolean },
  prepare: (service: Service) => Promise<Prepared>,
) => {
  const settings = readSettings(process.env);
  const [store, backup] = [fileOf(settings), resolve(given.backup)];
  const prepareDraft = (file: string) =>
    inStore({ ...settings, autoMigrate: true, database: { kind: 'sqlite', file, shown: file } }, prepare);
  const restoring = { backup, file: store, force: given.force, prepare: prepareDraft };
  const { prepared, ...done } = await interruptible((signal) => restoreSqlite(restoring, signal));
  return { store, backup, ...done, ...prepared };
};

/** Copies the store that DATABASE_URL names into the empty database `to`, and verifies there what it holds. */
export const copyStore = async (to: string) => {
  const settings = readSettings(process.env);
  const target = parseDatabase(to, (problem) => {
    throw new OperatorError(`The option --to ${problem}.`);
  });
  // This gives all audit records their places, and shows that the secret key fits.
  const end = await useStore(({ ports }) => ports.storage.read.audit.checkpoint(), { mayCreate: false });
  const { copyRows } = await import('@health-case/storage-prisma/store-files/copy');
  const tables = await interruptible((signal) => copyRows(settings.database, target, signal));
  const verify = ({ ports }: Service) => ports.storage.read.audit.verify(end);
  const trail = await inStore({ ...settings, database: target }, verify);
  return { store: settings.database.shown, copy: target.shown, secretKey: keeperOf(settings), tables, trail };
};

const keeperOf = ({ secretKey }: Settings): string => (secretKey.kind === 'given' ? 'SECRET_KEY' : secretKey.file);

const fileOf = ({ database }: Settings): string => {
  if (database.kind === 'sqlite') return database.file;
  throw new OperatorError(
    'The setting DATABASE_URL names PostgreSQL, whose own tools (pg_dump, pg_restore) make and restore backups.',
  );
};

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal first undoes the work, then ends the process as it would have done. */
const interruptible = async <T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> => {
  const interrupted = new AbortController();
  const stop = (signal: NodeJS.Signals) => interrupted.abort(signal);
  for (const signal of INTERRUPTIONS) process.on(signal, stop);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, stop);
    if (interrupted.signal.aborted) process.kill(process.pid, interrupted.signal.reason);
  }
};
