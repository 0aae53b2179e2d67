import type { Stores } from '@health-case/domain/ports/storage';
import type { Access } from '../client.ts';
import { columnsOf, hot } from '../statements/statement.ts';
import { LAST_RECORD } from './audit.ts';

const OF_CASES = ['Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'Note', 'MergedChild'];
const TABLES = ['Account', ...OF_CASES, 'Mail', 'AuditPending'];
/** Each is the end of an index. */
const GREATEST = TABLES.map(
  (table) => `SELECT "id" FROM (SELECT "id" FROM "${table}" ORDER BY "id" DESC LIMIT 1) AS found`,
);

export const GREATEST_IDS = hot('Each start waits for it: one statement for all tables.').returning(
  columnsOf('Account', 'id'),
)`
  ${GREATEST.join(' UNION ALL ')}`;

export const idStore = ({ sql }: Access): Stores['ids'] => ({
  newest: async () => {
    const found = [...(await sql.rows(GREATEST_IDS)), ...(await sql.rows(LAST_RECORD))];
    return found
      .map(({ id }) => id)
      .sort()
      .at(-1);
  },
});
