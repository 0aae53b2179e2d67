import Database from 'better-sqlite3';
import { differenceOf, isTableOfMigrations, type Migratable, type Part } from '../migrations.ts';

/** The indexes without SQL come with their tables. SQLite's texts tell each table, index, view and trigger whole. */
const PARTS = `SELECT printf('%s %s', type, name) AS name, printf('%s: %s', tbl_name, sql) AS definition,
  CAST(sql AS TEXT) AS sql FROM sqlite_master WHERE sql IS NOT NULL`;

/** What ANALYZE makes: it only influences which index a statement uses. */
const STATISTICS: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** The same migrations in the same order make the same texts, so they are applied to a database in memory. */
export const findForeign: Migratable['findForeign'] = async (all, applied) => {
  const found = await all<Part & { readonly sql: string }>(PARTS);
  const ofMigrations = found.filter(({ sql }) => !isTableOfMigrations(sql) && !STATISTICS.has(sql));
  const memory = new Database(':memory:');
  try {
    memory.pragma('foreign_keys = OFF');
    for (const { script } of applied) memory.exec(script);
    return differenceOf(ofMigrations, memory.prepare<[], Part>(PARTS).all());
  } finally {
    memory.close();
  }
};

/** For a file whose schema is not yet compared: what it calls must be harmless, and damaged pages are reported. */
export const distrust = (database: Database.Database): void => {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
};
