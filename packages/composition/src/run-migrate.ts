import { dirname } from 'node:path';
import { applyPostgresMigrations } from '@health-case/storage-prisma/postgresql/storage';
import { applySqliteMigrations } from '@health-case/storage-prisma/sqlite/storage';
import { createProgressLine } from '@health-case/terminal/progress-line';
import { makeFolder } from './make-folder.ts';
import { refuseKeyWithoutStore } from './secret-key.ts';
import { type DatabaseSetting, readDatabase, readSettings } from './settings.ts';
import { shownDatabase } from './shown-database.ts';
import { tellOperator } from './tell-operator.ts';

/** The life of a process that only applies the migrations, and says which; it needs no secret key. */
export const runMigrate = (): Promise<void> =>
  tellOperator(async () => {
    const database = readDatabase(process.env);
    const applying = () => applyMigrations(database);
    const applied = await createProgressLine(process.stderr).during('Bringing the database up to date …', applying);
    for (const name of applied) process.stdout.write(`Applied ${name}.\n`);
    process.stdout.write(`The database ${shownDatabase(database)} is up to date.\n`);
  });

const applyMigrations = async (database: DatabaseSetting): Promise<readonly string[]> => {
  if (database.kind === 'postgresql') return applyPostgresMigrations(database.url);
  refuseKeyWithoutStore(readSettings(process.env).secretKey, database.file);
  await makeFolder(dirname(database.file));
  return applySqliteMigrations(database.file);
};
