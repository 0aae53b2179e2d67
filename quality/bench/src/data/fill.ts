import Database from 'better-sqlite3';
import { fillAuditTrail } from './audit-trail.ts';
import {
  digestOf,
  doctorsWithChildren,
  FIRST_MILLISECOND,
  FIRST_NAMES,
  KINDS,
  LAST_NAMES,
  type Size,
  tokenOf,
} from './sizes.ts';

type Kind = keyof typeof KINDS;

/** What `idOf`, `firstNameOf`, `emailOf` and the like say of a number, in SQL: a store of a million rows takes seconds so. */
const id = (kind: Kind, n: string): string =>
  `printf('%08x-%04x-7${KINDS[kind]}00-8000-%012x', (${FIRST_MILLISECOND} + ${n}) >> 16, (${FIRST_MILLISECOND} + ${n}) & 65535, ${n})`;
const pick = (names: readonly string[], n: string): string =>
  `(SELECT name FROM ${tableOf(names)} WHERE id = (${n}) % ${names.length})`;
const tableOf = (names: readonly string[]): string => (names === FIRST_NAMES ? 'first_names' : 'last_names');
const email = (kind: Kind, n: string): string => `printf('${kind}%07d@example.org', ${n})`;

const account = (kind: Kind, role: string, count: number): string => `
  INSERT INTO "Account" ("id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt")
  SELECT ${id(kind, 'n')}, ${pick(FIRST_NAMES, 'n')}, ${pick(LAST_NAMES, 'n')}, ${email(kind, 'n')}, $passwordHash, '${role}',
         ${FIRST_MILLISECOND}
  FROM numbers WHERE n < ${count}`;

/** In the order of the key: the first sessions are the doctors' with children, then one of each parent, then all doctors'. */
const session = ({ doctors, parents, sessions }: Size, withChildren: number): string => `
  INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt")
  SELECT digest_of(n) AS digest,
         CASE WHEN n >= ${withChildren} AND n < ${withChildren + parents} THEN ${id('parent', `(n - ${withChildren})`)}
              ELSE ${id('doctor', `(n % ${doctors})`)} END, $now, $now
  FROM numbers WHERE n < ${sessions} ORDER BY digest`;

const child = ({ children, parents }: Size): string => `
  INSERT INTO "Child" ("id", "parentId", "firstName", "lastName")
  SELECT ${id('child', 'n')}, ${id('parent', `(n % ${parents})`)}, ${pick(FIRST_NAMES, 'n * 7')}, ${pick(LAST_NAMES, 'n')}
  FROM numbers WHERE n < ${children}`;

const caseOf = ({ children, parents }: Size, withChildren: number): string => `
  INSERT INTO "Case" ("id", "childId", "parentId", "doctorId", "title", "openedAt")
  SELECT ${id('case', 'n')}, ${id('child', 'n')}, ${id('parent', `(n % ${parents})`)},
         ${id('doctor', `(n % ${withChildren})`)}, 'Asthma', ${FIRST_MILLISECOND}
  FROM numbers WHERE n < ${children}`;

/** Each case has a task, which is closed. */
const task = ({ children }: Size): string => `
  INSERT INTO "Task" ("id", "caseId", "title", "closedAt", "closedPlace")
  SELECT ${id('task', 'n')}, ${id('case', 'n')}, 'Measure lung function', ${FIRST_MILLISECOND}, 1
  FROM numbers WHERE n < ${children}`;

/** What is interrupted is thrown away, so nothing has to be safe. */
const SETTINGS = ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -1000000'];

const inHaste = (file: string, work: (database: Database.Database) => void): void => {
  const database = new Database(file);
  for (const setting of [...SETTINGS, 'temp_store = MEMORY']) database.pragma(setting);
  work(database);
  database.close();
};

/** The numbers and names that the rows are made of, for this connection alone. */
const prepare = (database: Database.Database, { doctors }: Size): void => {
  database.function('digest_of', { deterministic: true }, (n) => digestOf(tokenOf(Number(n))));
  database.exec(`
    CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY);
    CREATE TEMP TABLE first_names (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TEMP TABLE last_names (id INTEGER PRIMARY KEY, name TEXT);
    WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count LIMIT ${doctors})
      INSERT INTO numbers SELECT n FROM count`);
  for (const names of [FIRST_NAMES, LAST_NAMES]) {
    const insert = database.prepare(`INSERT INTO ${tableOf(names)} VALUES (?, ?)`);
    names.forEach((name, index) => void insert.run(index, name));
  }
};

const TABLES = `'Account', 'Session', 'Child', 'Case', 'Task', 'AuditRecord'`;

/** Fills an empty store of the service's schema. Its indexes are made anew at the end, which costs less than keeping them. */
export const fill = async (file: string, size: Size, passwordHash: string): Promise<void> => {
  const indexes: { name: string; sql: string }[] = [];
  const withChildren = doctorsWithChildren(size);
  inHaste(file, (database) => {
    prepare(database, size);
    const found = database.prepare(
      `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${TABLES})`,
    );
    indexes.push(...(found.all() as typeof indexes));
    database.transaction(() => {
      for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
      database.prepare(account('doctor', 'Doc', size.doctors)).run({ passwordHash });
      database.prepare(account('parent', 'Par', size.parents)).run({ passwordHash });
      database.prepare(session(size, withChildren)).run({ now: Date.now() });
      database.exec(child(size));
      database.exec(caseOf(size, withChildren));
      database.exec(task(size));
    })();
  });
  await fillAuditTrail(file, size);
  inHaste(file, (database) => {
    database.transaction(() => {
      for (const { sql } of indexes) database.exec(sql);
    })();
    database.pragma('journal_mode = WAL');
  });
};
