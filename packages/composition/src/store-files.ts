import { resolve } from 'node:path';
import { createAesGcmKeyring } from '@health-case/node-platform/aes-gcm-keyring';
import { backUpSqlite } from '@health-case/storage-prisma/store-files/back-up';
import { restoreSqlite } from '@health-case/storage-prisma/store-files/restore';
import { createLog } from './log.ts';
import { readSecretKey } from './secret-key.ts';
import { type Service, startService } from './service.ts';
import { type DatabaseSetting, readSettings, type Settings, UnusableSetting } from './settings.ts';
import { tellOperator } from './tell-operator.ts';

/** Where the operator sees how far the work has come. */
type ProgressLine = {
  readonly show: (progress: { readonly step: 'copying' | 'checking'; readonly share?: number }) => void;
  readonly clear: () => void;
};

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
  readonly setAside: string | undefined;
};

type Restoring<Taken> = {
  /** What is done in the restored store before it is put in its place. */
  readonly takeUp: (service: Service) => Promise<Taken>;
  readonly tell: (done: Restored<Taken>) => Promise<void>;
};

/** Copies the store that DATABASE_URL names into a new file, also while it serves; `tell` says so when it is done. */
export const backUpStore = (
  target: string,
  line: ProgressLine,
  tell: (done: BackedUp) => Promise<void>,
): Promise<void> =>
  tellOperator(async () => {
    const { database, secretKey } = readSettings(process.env);
    const store = fileOf(database);
    const backup = resolve(target);
    const bytes = await followed(line, (following) => backUpSqlite(store, backup, following));
    await tell({ store, backup, bytes, secretKey: secretKey.kind === 'given' ? 'SECRET_KEY' : secretKey.file });
  });

/** Puts a backup in the place that DATABASE_URL names; with `force` also where a store is, which is then set aside. */
export const restoreStore = <Taken>(
  given: { readonly backup: string; readonly force: boolean },
  line: ProgressLine,
  { takeUp, tell }: Restoring<Taken>,
): Promise<void> =>
  tellOperator(async () => {
    const settings = readSettings(process.env);
    const file = fileOf(settings.database);
    const [backup, keyring] = [resolve(given.backup), keyringOf(settings.secretKey)];
    const takeUpDraft = (draft: string) => within(settings, draft, takeUp);
    const { taken, ...done } = await followed(line, (following) =>
      restoreSqlite({ backup, file, force: given.force, keyring, takeUp: takeUpDraft }, following),
    );
    await tell({ store: file, backup, ...done, ...taken });
  });

/** Opens a file as the store, brought to the schema of this program. */
const within = async <T>(settings: Settings, file: string, work: (service: Service) => Promise<T>): Promise<T> => {
  const opened = { ...settings, autoMigrate: true, database: { kind: 'sqlite' as const, file } };
  const service = await startService(opened, [], createLog('silent'));
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
};

const fileOf = (database: DatabaseSetting): string => {
  if (database.kind === 'sqlite') return database.file;
  throw new UnusableSetting(
    'The setting DATABASE_URL names PostgreSQL, whose own tools (pg_dump, pg_restore) make and restore backups.',
  );
};

const keyringOf = (source: Settings['secretKey']) => createAesGcmKeyring((store) => readSecretKey(source, store));

type Following = { readonly signal: AbortSignal; readonly report: ProgressLine['show'] };

const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shows the work as it goes on. An interruption ends the process as it would have done, only after what was begun is undone. */
const followed = async <T>(line: ProgressLine, work: (following: Following) => Promise<T>): Promise<T> => {
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
