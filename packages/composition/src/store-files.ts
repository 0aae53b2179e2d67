import { resolve } from 'node:path';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { backUpSqlite } from '@health-case/storage-prisma/store-files/back-up';
import type { FileWork } from '@health-case/storage-prisma/store-files/draft';
import { restoreSqlite } from '@health-case/storage-prisma/store-files/restore';
import { createLog } from './log.ts';
import { readSecretKey } from './private-files.ts';
import { reportToOperator } from './run.ts';
import { type Service, startService } from './service.ts';
import { readSettings, type Settings, UnusableSetting } from './settings.ts';

/** Shows the operator how far the work has come. */
type ProgressLine = { readonly show: FileWork['report']; readonly clear: () => void };

type BackedUp = {
  readonly store: string;
  readonly backup: string;
  readonly bytes: number;
  /** The file or the setting that holds the secret key, without which the backup is of no use. */
  readonly secretKey: string;
};

type Restored<Taken> = Taken & {
  readonly store: string;
  readonly backup: string;
  readonly bytes: number;
  /** Where the store is kept that was replaced, if there was one. */
  readonly setAside: string | undefined;
};

/** Copies the store that DATABASE_URL names into a new file, also while it serves, and reports the result to `tell`. */
export const backUpStore = (
  target: string,
  line: ProgressLine,
  tell: (done: BackedUp) => Promise<void>,
): Promise<void> =>
  reportToOperator(async () => {
    const settings = readSettings(process.env);
    const [store, backup] = [fileOf(settings), resolve(target)];
    const bytes = await interruptible(line, (options) => backUpSqlite(store, backup, options));
    const secretKey = settings.secretKey.kind === 'given' ? 'SECRET_KEY' : settings.secretKey.file;
    await tell({ store, backup, bytes, secretKey });
  });

type Restoring<Taken> = {
  /** Runs in the restored store before that replaces the old one. */
  readonly takeUp: (service: Service) => Promise<Taken>;
  readonly tell: (done: Restored<Taken>) => Promise<void>;
};

/** Restores a backup as the store that DATABASE_URL names. With `force` an existing store is set aside first. */
export const restoreStore = <Taken>(
  given: { readonly backup: string; readonly force: boolean },
  line: ProgressLine,
  { takeUp, tell }: Restoring<Taken>,
): Promise<void> =>
  reportToOperator(async () => {
    const settings = readSettings(process.env);
    const file = fileOf(settings);
    const restoring = {
      ...{ backup: resolve(given.backup), file, force: given.force },
      keyring: createAesGcmKeyring((store) => readSecretKey(settings.secretKey, store)),
      takeUp: (draft: string) => inStore(settings, draft, takeUp),
    };
    const { taken, ...done } = await interruptible(line, (options) => restoreSqlite(restoring, options));
    await tell({ store: file, backup: restoring.backup, ...done, ...taken });
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
