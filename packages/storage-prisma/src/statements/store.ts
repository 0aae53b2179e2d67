import { columnsBeside, query } from './statement.ts';

/** Its id was drawn at random when the store was made. Backups and restored stores have the same. */
export const FIRST_MIGRATION = query(columnsBeside<{ readonly id: string }>('_prisma_migrations', 'id'), {
  reason: 'hot',
  why: 'Each start asks for it, and the table of migrations is no model.',
  text: 'SELECT id FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name LIMIT 1',
});
