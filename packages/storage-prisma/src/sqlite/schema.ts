import Database from 'better-sqlite3';
import { isTableOfMigrations, type Migratable } from '../migrations.ts';
import { differenceOf, type Part } from '../schemas.ts';

/** The indexes without SQL come with their tables. SQLite's texts tell each table, index, view and trigger whole. */
const PARTS = `SELECT printf('%s %s', type, name) AS name, printf('%s: %s', tbl_name, sql) AS definition,
  CAST(sql AS TEXT) AS sql FROM sqlite_master WHERE sql IS NOT NULL`;

/** What ANALYZE makes: it only influences which index a statement uses. */
const STATISTICS: ReadonlySet<string> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** By their text, what migrations make: a process that opens several stores asks for the same each time. */
const made = new Map<string, readonly Part[]>();

/** The same migrations in the same order make the same texts, so they are applied to a database in memory. */
const partsOf = (script: string): readonly Part[] => {
  const memory = new Database(':memory:');
  try {
    memory.pragma('foreign_keys = OFF');
    return memory.exec(script).prepare<[], Part>(PARTS).all();
  } finally {
    memory.close();
  }
};

export const findForeign: Migratable['findForeign'] = async (all, applied) => {
  const found = await all<Part & { readonly sql: string }>(PARTS);
  const ofMigrations = found.filter(({ sql }) => !isTableOfMigrations(sql) && !STATISTICS.has(sql));
  const script = applied.map((migration) => migration.script).join(';\n');
  const parts = made.get(script) ?? partsOf(script);
  made.set(script, parts);
  return differenceOf(ofMigrations, parts);
};

/** For a file whose schema is not yet compared: what it calls must be harmless, and damaged pages are reported. */
export const distrust = (database: Database.Database): void => {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
};
