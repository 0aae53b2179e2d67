import { nameOf } from '@health-case/storage-prisma/postgresql/settings';
import type { DatabaseSetting } from './settings.ts';

/** What may be shown of the database: never its password. */
export const shownDatabase = (database: DatabaseSetting): string =>
  database.kind === 'sqlite' ? database.file : nameOf(database.url);
