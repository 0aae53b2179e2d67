import type { Tables } from '@health-case/domain/ports/tables';
import type { Access, Select } from '../client.ts';

const TABLES = ['Account', 'Child', 'Case', 'Task', 'Certification', 'Certificate', 'CaseEvent', 'AuditPending'];
/** Each is the end of an index. */
const GREATEST = TABLES.map((table): Select => `SELECT MAX("id") AS "id" FROM "${table}"`);
const ALL: Select = `SELECT "id" FROM (${GREATEST.join(' UNION ALL ')}) AS found`;
/** Their index is that of their places. */
const OF_LAST_RECORD: Select = 'SELECT "id" FROM "AuditRecord" ORDER BY "place" DESC LIMIT 1';

type IdRow = { readonly id: string | null };

export const idTable = ({ sql }: Access): Tables['ids'] => ({
  newest: async () => {
    const found = [...(await sql.all<IdRow>(ALL)), ...(await sql.all<IdRow>(OF_LAST_RECORD))];
    const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
    return ids.sort().at(-1);
  },
});
