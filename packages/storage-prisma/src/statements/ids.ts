import { columnsOf, query } from './statement.ts';

const TABLES = ['Account', 'Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'AuditPending'];
/** Each is the end of an index. */
const GREATEST = TABLES.map((table) => `SELECT MAX("id") AS "id" FROM "${table}"`);

export const GREATEST_IDS = query(columnsOf('Account', 'id'), {
  reason: 'hot',
  why: 'Each start asks for them.',
  text: `SELECT "id" FROM (${GREATEST.join(' UNION ALL ')}) AS found WHERE "id" IS NOT NULL`,
});

export const ANY_ACCOUNT = query(columnsOf('Account', 'id'), {
  reason: 'hot',
  why: 'The first start of a store asks for one.',
  text: 'SELECT "id" FROM "Account" LIMIT 1',
});
