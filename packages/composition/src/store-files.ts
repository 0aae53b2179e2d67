import { resolve } from 'node:path';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import type { FileWork } from '@health-case/storage-prisma/store-files/back-up';
import { backUpSqlite } from '@health-case/storage-prisma/store-files/back-up';
import { restoreSqlite } from '@health-case/storage-prisma/store-files/restore';
import { createLog } from './log.ts';
import { readSecretKey } from './private-files.ts';
import { reportToOperator } from './run.ts';
import { type Service, startService } from './service.ts';
import { readSettings, type Settings, UnusableSetting } from './settings.ts';

/** Shows the operator how far the work has come. */
type ProgressLine = { readonly show: FileWork['report']; readonly clear: () => void };

/** Copies the store that DATABASE_URL names into a new file, also while it serves. */
export const backUpStore = (target: string, line: ProgressLine) =>
  reportToOperator(async () => {
    const settings = readSettings(process.env);
    const [store, backup] = [fileOf(settings), resolve(target)];
    const bytes = await interruptible(line, (work) => backUpSqlite(store, backup, work));
    const secretKey = settings.secretKey.kind === 'given' ? 'SECRET_KEY' : settings.secretKey.file;
    return { store, backup, bytes, secretKey };
  });

/**
 * Restores a backup as the store that DATABASE_URL names. With `force` an existing store is set aside first. `takeUp` runs
 * in the restored store before that replaces the old one.
 */
export const restoreStore = <Taken extends object>(
  given: { readonly backup: string; readonly force: boolean },
  line: ProgressLine,
  takeUp: (service: Service) => Promise<Taken>,
) =>
  reportToOperator(async () => {
    const settings = readSettings(process.env);
    const [store, backup] = [fileOf(settings), resolve(given.backup)];
    const restoring = {
      ...{ backup, file: store, force: given.force },
      keyring: createAesGcmKeyring((state) => readSecretKey(settings.secretKey, state)),
      takeUp: (draft: string) => inStore(settings, draft, takeUp),
    };
    const { taken, ...done } = await interruptible(line, (work) => restoreSqlite(restoring, work));
    return { store, backup, ...done, ...taken };
  });

/** Opens a file as the store, migrated to the schema of this program. */
const inStore = async <T>(settings: Settings, file: string, work: (service: Service) => Promise<T>): Promise<T> => {
  const opened = { ...settings, autoMigrate: true, database: { kind: 'sqlite' as const, file } };
  const service = await startService(opened, [], createLog('silent'));
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

const fileOf = ({ database }: Settings): string => {
  if (database.kind === 'sqlite') return database.file;
  throw new UnusableSetting(
    'The setting DATABASE_URL names PostgreSQL, whose own tools (pg_dump, pg_restore) make and restore backups.',
  );
};

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shows the progress of the work. A signal first undoes the work, then ends the process as it would have done. */
const interruptible = async <T>(line: ProgressLine, work: (options: FileWork) => Promise<T>): Promise<T> => {
  const interrupted = new AbortController();
  const stop = (signal: NodeJS.Signals) => interrupted.abort(signal);
  for (const signal of INTERRUPTIONS) process.on(signal, stop);
  try {
    return await work({ signal: interrupted.signal, report: line.show });
  } finally {
    line.clear();
    for (const signal of INTERRUPTIONS) process.off(signal, stop);
    if (interrupted.signal.aborted) process.kill(process.pid, interrupted.signal.reason);
  }
};
