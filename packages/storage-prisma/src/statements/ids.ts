import { columnsOf, hot } from './statement.ts';

const TABLES = ['Account', 'Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'AuditPending'];
/** Each is the end of an index. */
const GREATEST = TABLES.map((table) => `SELECT MAX("id") AS "id" FROM "${table}"`);

export const GREATEST_IDS = hot('Each start asks for them.').returning(columnsOf('Account', 'id'))`
  SELECT "id" FROM (${GREATEST.join(' UNION ALL ')}) AS found WHERE "id" IS NOT NULL`;
