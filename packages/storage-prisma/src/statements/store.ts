import { columnsBeside, hot } from './statement.ts';

const MIGRATION = columnsBeside<{ readonly id: string }>('_prisma_migrations', 'id');

/** Its id was drawn at random when the store was made. Backups and restored stores have the same. */
export const FIRST_MIGRATION = hot('Each start asks for it. The table of migrations is no model.').returning(MIGRATION)`
  SELECT ${MIGRATION} FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name LIMIT 1`;
