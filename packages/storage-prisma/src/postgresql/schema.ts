import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Select } from '../access.ts';
import { differenceOf, type Migratable, migrationsOf, type Part, type ReadCatalog } from '../migrations.ts';

/** What the migrations make, as `npm run new-migration` has written it down: the last migration, then a line for each part. */
export const SCHEMA_FILE = join(migrationsOf('postgresql'), '../schema.txt');

/**
 * The schema `public`, part by part. Left out is what extensions have made, such as Citus with its triggers, which are
 * internal as those of foreign keys are, and what `deploy/partition-audit.sql` makes: the partitions of the trail, also
 * detached ones, but not what is attached to them.
 */
const PARTS: Select = `SELECT name, definition, is_harmless AS "isHarmless" FROM (
  WITH relation AS (
    SELECT c.*, CASE WHEN relname = 'AuditRecord' AND relkind = 'p' THEN 'r' ELSE relkind::text END AS kind,
      relkind IN ('r', 'p') AND (relname ~ '^AuditRecord_from_[0-9]+$' OR c.oid IN (
        SELECT inhrelid FROM pg_inherits WHERE relispartition AND inhparent = to_regclass('"AuditRecord"'))) AS is_partition
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I', 't')
      AND c.oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_class'::regclass)
  ), part (name, definition, is_harmless) AS (
    SELECT CASE kind WHEN 'r' THEN 'table ' WHEN 'v' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || relname,
      concat_ws(' ', kind, relpersistence, CASE WHEN relrowsecurity OR relforcerowsecurity THEN 'ROW LEVEL SECURITY' END),
      false
    FROM relation WHERE NOT is_partition
    UNION ALL SELECT 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN 'NOT NULL' END, 'COLLATE ' || nullif(attcollation, 0)::regcollation,
      'DEFAULT ' || replace(pg_get_expr(adbin, adrelid), 'CURRENT_TIMESTAMP', 'now()'),
      nullif(attgenerated::text, ''), nullif(attidentity::text, '')), false
    FROM relation r JOIN pg_attribute ON attrelid = r.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE kind = 'r' AND attnum > 0 AND NOT attisdropped AND NOT is_partition
    UNION ALL SELECT 'constraint ' || conname || ' of ' || relname, pg_get_constraintdef(c.oid), contype = 'c'
      AND relname ~ '^AuditRecord(_|$)' AND 'CHECK' = regexp_replace(pg_get_constraintdef(c.oid),
        'place|AND|IS NOT NULL|>=|<|::bigint|NOT VALID|[0-9''() ]', '', 'g')
    FROM relation r JOIN pg_constraint c ON conrelid = r.oid
    WHERE contype NOT IN ('n', 't') AND NOT (is_partition AND contype IN ('p', 'u'))
    UNION ALL SELECT 'index ' || i.relname,
      concat_ws(' ', replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON '), CASE WHEN NOT indisvalid THEN 'INVALID' END),
      NOT indisunique AND indexprs IS NULL AND indpred IS NULL
    FROM relation r JOIN pg_index ON indrelid = r.oid JOIN pg_class i ON i.oid = indexrelid WHERE NOT is_partition
    UNION ALL SELECT 'trigger ' || tgname || ' of ' || relname, pg_get_triggerdef(t.oid), false
    FROM relation r JOIN pg_trigger t ON tgrelid = r.oid WHERE NOT tgisinternal OR tgenabled <> 'O'
    UNION ALL SELECT 'rule ' || rulename || ' of ' || relname, '', false
    FROM relation r JOIN pg_rewrite ON ev_class = r.oid WHERE rulename <> '_RETURN'
    UNION ALL SELECT 'policy ' || polname || ' of ' || relname, '', false
    FROM relation r JOIN pg_policy ON polrelid = r.oid
    UNION ALL SELECT 'heir ' || inhrelid::regclass || ' of ' || relname, '', false
    FROM relation r JOIN pg_inherits ON inhparent = r.oid WHERE kind = 'r' AND NOT (relkind = 'p' AND relname = 'AuditRecord')
    UNION ALL SELECT 'function ' || proname, '', false FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
      AND proname NOT IN ('audit_add_partition', 'audit_grants', 'audit_partition_size')
      AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_proc'::regclass)
    UNION ALL SELECT 'operator ' || oprname, '', false FROM pg_operator
    WHERE oprnamespace = 'public'::regnamespace
      AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_operator'::regclass)
  )
  SELECT * FROM part) AS part
  ORDER BY name ~ '^(table|view|sequence|relation) ' DESC, name COLLATE "C", definition COLLATE "C"`;

const SEPARATOR = '\t';

/** A database that has all migrations, as the text of the file. */
export const describeSchema = async (all: ReadCatalog): Promise<string> => {
  const [last] = await all<{ readonly name: string }>('SELECT max(migration_name) AS name FROM _prisma_migrations');
  const parts = await all<Part>(PARTS);
  return [last?.name, ...parts.map(({ name, definition }) => name + SEPARATOR + definition), ''].join('\n');
};

const readMade = async (): Promise<{ readonly last: string | undefined; readonly parts: readonly Part[] }> => {
  const [last, ...lines] = (await readFile(SCHEMA_FILE, 'utf8')).trimEnd().split('\n');
  const parts = lines.map((line) => {
    const [name = '', definition = ''] = line.split(SEPARATOR);
    return { name, definition };
  });
  return { last, parts };
};

/** An index of the operator's own for speed, and the check of a bound of the trail's places, change no answer. */
const isNeeded = (made: readonly Part[]) => {
  const names = new Set(made.map(({ name }) => name));
  return ({ name, isHarmless }: Found) => !isHarmless || names.has(name);
};
type Found = Part & { readonly isHarmless: boolean };

const SETTINGS: Select = `SELECT current_setting('server_encoding') AS encoding,
  current_setting('fsync') AS syncs, current_setting('synchronous_commit') AS commits,
  current_setting('session_replication_role') AS triggers`;
type Settings = Readonly<Record<'encoding' | 'syncs' | 'commits' | 'triggers', string>>;

const LOSES = 'so a crash would lose what was acknowledged';

/** initdb takes the encoding of the machine's locale, in which not every name could be kept. */
const findUnfit = async (all: ReadCatalog): Promise<string | undefined> => {
  const [is] = await all<Settings>(SETTINGS);
  if (is?.encoding !== 'UTF8') return `has the encoding ${is?.encoding} in place of UTF8`;
  if (is.syncs === 'off') return `has fsync off, ${LOSES}`;
  if (is.commits === 'off') return `has synchronous_commit off, ${LOSES}`;
  if (is.triggers === 'replica') return 'has session_replication_role replica, so its foreign keys are off';
  return undefined;
};

/** A database with only some of the migrations is compared once all are applied, and before they are committed. */
export const findForeign: Migratable['findForeign'] = async (all, applied) => {
  const unfit = await findUnfit(all);
  if (unfit) return unfit;
  const made = await readMade();
  const last = applied.at(-1)?.name;
  if (last !== undefined && last !== made.last) return undefined;
  const parts = last === undefined ? [] : made.parts;
  return differenceOf((await all<Found>(PARTS)).filter(isNeeded(parts)), parts);
};
