import type { Database } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';

/** Every child that was acknowledged is in a SQLite file that is whole, each with its record. Resolves to how many are. */
export const judge = async (
  wrong: Ground['wrong'],
  { query }: Database,
  acknowledged: ReadonlySet<string>,
): Promise<number> => {
  const kept = new Set((await query('SELECT "id" FROM "Child"')).map((row) => row['id']));
  const lost = [...acknowledged].filter((id) => !kept.has(id));
  if (lost.length > 0) wrong(`${lost.length} of ${acknowledged.size} acknowledged children are lost.`);
  const [checked] = await query('PRAGMA integrity_check');
  if (checked?.['integrity_check'] !== 'ok') wrong(`SQLite finds its file broken: ${JSON.stringify(checked)}`);
  const [added] = await query(
    `SELECT count(*) AS count FROM "AuditRecord" WHERE "action" = 'child added' AND "outcome" = 'OK'`,
  );
  if (added?.['count'] !== kept.size) wrong(`${kept.size} children have ${added?.['count']} records.`);
  return kept.size;
};
