import { type Database, verifiedRecords } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import type { Sent } from './load.ts';

export type Judged = { readonly acknowledged: number; readonly kept: number; readonly unknown: number };

/**
 * What was acknowledged is kept, once, under the id that was told. What was not may be kept or not, but once at most; and
 * what was sent again under its key was acknowledged in the end. Each child has its record in the audit trail.
 */
export const judge = async (
  ground: Ground,
  database: Database,
  { sent, reads }: { readonly sent: readonly Sent[]; readonly reads: number },
): Promise<Judged> => {
  const { wrong } = ground;
  const rows = await database.query('SELECT "id", "firstName" FROM "Child"');
  const kept = Map.groupBy(rows, (row) => String(row['firstName']));
  const counts = { acknowledged: 0, kept: rows.length, unknown: 0 };
  for (const { firstName, acknowledged, tries } of sent) {
    const ids = (kept.get(firstName) ?? []).map((row) => row['id']);
    if (ids.length > 1) wrong(`${firstName} is kept ${ids.length} times after ${tries} tries.`);
    if (acknowledged === undefined) counts.unknown += ids.length;
    else counts.acknowledged += 1;
    if (acknowledged !== undefined && !ids.includes(acknowledged)) wrong(`${firstName} was acknowledged and is lost.`);
  }
  await verifiedRecords(ground, database);
  await judgeRecords(ground, database, reads);
  return counts;
};

const judgeRecords = async ({ wrong }: Ground, { query }: Database, reads: number): Promise<void> => {
  const count = async (sql: string): Promise<number> => Number((await query(sql))[0]?.['count']);
  const withoutRecord = await count(`SELECT count(*) FROM "Child" c WHERE NOT EXISTS
    (SELECT FROM "AuditRecord" r WHERE r."on" = c."id" AND r."action" = 'child added' AND r."outcome" = 'OK')`);
  if (withoutRecord > 0) wrong(`${withoutRecord} children were added without a record in the audit trail.`);
  const twice = await count('SELECT count(*) - count(DISTINCT "id") AS count FROM "AuditRecord"');
  if (twice > 0) wrong(`${twice} records stand in the audit trail more than once.`);
  const listed = await count(`SELECT count(DISTINCT "id") FROM "AuditRecord" WHERE "action" = 'own children listed'`);
  if (listed < reads) wrong(`${reads} lists were answered, and the audit trail knows of ${listed}.`);
};
