import { existsSync } from 'node:fs';
import { isMigrated } from '@health-case/storage-prisma/postgresql/migrate';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { createLog } from './log.ts';
import { type Service, startService } from './service.ts';
import { type DatabaseSetting, readSettings, UnusableSetting } from './settings.ts';
import { shownDatabase } from './shown-database.ts';
import { tellOperator } from './tell-operator.ts';

/**
 * The life of a process that serves nobody: opens the store, does its work, closes the store. `work` resolves to the
 * sentence why it refused, if it did; that makes the exit code 1. An `existing` store is not made if it is not there.
 */
export const runOnce = (
  work: (service: Service) => Promise<string | undefined>,
  store: 'existing' | 'existing or new' = 'existing or new',
): Promise<void> =>
  tellOperator(async () => {
    const settings = readSettings(process.env);
    if (store === 'existing' && !(await isThere(settings.database))) {
      const database = shownDatabase(settings.database);
      throw new UnusableSetting(`There is no database ${database}; name an existing one in DATABASE_URL.`);
    }
    const line = createProgressLine(process.stderr);
    const opening = () => startService(settings, [], createLog('silent'));
    const service = await line.during('Opening the store …', opening);
    try {
      const refusal = await work(service);
      if (refusal === undefined) return;
      process.stderr.write(`${refusal}\n`);
      process.exitCode = 1;
    } finally {
      await service.stop();
    }
  });

/** A database of PostgreSQL is there before this program is; it holds a store once it has been migrated. */
const isThere = async (database: DatabaseSetting): Promise<boolean> =>
  database.kind === 'sqlite' ? existsSync(database.file) : isMigrated(database.url);
