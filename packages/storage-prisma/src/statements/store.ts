import type { Select } from '../client.ts';
import { columnsBeside, hot } from './statement.ts';

const MIGRATION = columnsBeside<{ readonly id: string }>('_prisma_migrations', 'id');

/** Its id was drawn at random when the store was made. Backups and restored stores have the same. */
export const SELECT_FIRST: Select =
  'SELECT "id" FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name LIMIT 1';
export const FIRST_MIGRATION = hot('Each start asks for it. The table of migrations is no model.').returning(MIGRATION)`
  ${SELECT_FIRST}`;
