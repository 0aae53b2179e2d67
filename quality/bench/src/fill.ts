import Database from 'better-sqlite3';
import type { AccountId, AuditRecordId, ChildId, Instant } from '../../../packages/domain/src/model/values.ts';
import { ok } from '../../../packages/domain/src/result.ts';
import { createAesGcmKeyring } from '../../../packages/node-platform/src/aes-gcm-keyring.ts';
import { openSqliteStorage } from '../../../packages/storage-prisma/src/sqlite/storage.ts';
import {
  digestOf,
  doctorOfCase,
  doctorsWithChildren,
  FIRST_MILLISECOND,
  FIRST_NAMES,
  idOf,
  KINDS,
  type Kind,
  LAST_NAMES,
  parentsIn,
  type Size,
  tokenOf,
} from './sizes.ts';
import { SECRET_KEY } from './systems.ts';

/** `idOf`, `emailOf` and the names in SQL, so that a store of a million rows takes seconds. */
const id = (kind: Kind, n: string): string =>
  `printf('%08x-%04x-7${KINDS[kind]}00-8000-%012x', (${FIRST_MILLISECOND} + ${n}) >> 16, (${FIRST_MILLISECOND} + ${n}) & 65535, ${n})`;
const email = (kind: Kind, n: string): string => `printf('${kind}%07d@example.org', ${n})`;

const account = (kind: Kind, role: string, count: number): string => `
  INSERT INTO "Account" ("id", "firstName", "lastName", "email", "passwordHash", "role", "registeredAt")
  SELECT ${id(kind, 'n')}, first_name(n), last_name(n), ${email(kind, 'n')}, $passwordHash, '${role}', ${FIRST_MILLISECOND}
  FROM numbers WHERE n < ${count}`;

/** In the order of the key. First the sessions of the doctors with children, then one of each parent, then of all doctors. */
const sessions = ({ rows }: Size, withChildren: number, parents: number): string => `
  INSERT INTO "Session" ("digest", "accountId", "startedAt", "lastUsedAt")
  SELECT digest_of(n) AS digest,
         CASE WHEN n >= ${withChildren} AND n < ${withChildren + parents} THEN ${id('parent', `(n - ${withChildren})`)}
              ELSE ${id('doctor', `(n % ${rows})`)} END, $now, $now
  FROM numbers ORDER BY digest`;

const family = (withChildren: number, parents: number): string => `
  INSERT INTO "Child" ("id", "parentId", "firstName", "lastName")
  SELECT ${id('child', 'n')}, ${id('parent', `(n % ${parents})`)}, first_name(n * 7), last_name(n) FROM numbers;
  INSERT INTO "Case" ("id", "childId", "parentId", "doctorId", "title", "openedAt")
  SELECT ${id('case', 'n')}, ${id('child', 'n')}, ${id('parent', `(n % ${parents})`)},
         ${id('doctor', `(n % ${withChildren})`)}, 'Asthma', ${FIRST_MILLISECOND} FROM numbers;
  INSERT INTO "Task" ("id", "caseId", "title", "closedAt", "closedPlace")
  SELECT ${id('task', 'n')}, ${id('case', 'n')}, 'Measure lung function', ${FIRST_MILLISECOND}, 1 FROM numbers`;

/** Without safety: a filling that is interrupted is thrown away. */
const withoutSafety = (file: string, work: (database: Database.Database) => void): void => {
  const database = new Database(file);
  const settings = ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'temp_store = MEMORY'];
  for (const setting of [...settings, 'cache_size = -1000000']) database.pragma(setting);
  work(database);
  database.close();
};

const defineNumbers = (database: Database.Database, { rows }: Size): void => {
  const define = (name: string, of: (n: number) => string | undefined): void =>
    void database.function(name, { deterministic: true }, (n) => of(Number(n)));
  define('digest_of', (n) => digestOf(tokenOf(n)));
  define('first_name', (n) => FIRST_NAMES[n % FIRST_NAMES.length]);
  define('last_name', (n) => LAST_NAMES[n % LAST_NAMES.length]);
  database.exec(`CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY);
    WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count LIMIT ${rows})
    INSERT INTO numbers SELECT n FROM count`);
};

/** Fills an empty store of the service's schema. It drops the indexes and creates them at the end, which is faster. */
export const fill = async (file: string, size: Size, passwordHash: string): Promise<void> => {
  const [withChildren, parents] = [doctorsWithChildren(size), parentsIn(size)];
  let indexes: readonly { name: string; sql: string }[] = [];
  withoutSafety(file, (database) => {
    defineNumbers(database, size);
    indexes = database
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
         AND tbl_name IN ('Account', 'Session', 'Child', 'Case', 'Task', 'AuditRecord')`,
      )
      .all();
    database.transaction(() => {
      for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
      database.prepare(account('doctor', 'Doc', size.rows)).run({ passwordHash });
      database.prepare(account('parent', 'Par', parents)).run({ passwordHash });
      database.prepare(sessions(size, withChildren, parents)).run({ now: Date.now() });
      database.exec(family(withChildren, parents));
    })();
  });
  await fillAuditTrail(file, size);
  withoutSafety(file, (database) => {
    database.transaction(() => {
      for (const { sql } of indexes) database.exec(sql);
    })();
    database.pragma('journal_mode = WAL');
  });
};

const RECORDS_PER_COMMIT = 5000;
/** A prime, so that each case comes once, and adjacent records are of distant cases. */
const STEP = 7919;

/** A record for each case: it was shown to its doctor. Only the service's storage can seal the records. */
const fillAuditTrail = async (file: string, size: Size): Promise<void> => {
  const storage = await openSqliteStorage({ file, keyring: createAesGcmKeyring(async () => SECRET_KEY) });
  for (let from = 0; from < size.rows; from += RECORDS_PER_COMMIT) {
    await storage.write(async ({ audit }) => {
      for (let n = from; n < Math.min(from + RECORDS_PER_COMMIT, size.rows); n += 1) {
        const shown = (n * STEP) % size.rows;
        await audit.append({
          id: idOf('record', n) as AuditRecordId,
          at: (FIRST_MILLISECOND + n) as Instant,
          requestId: idOf('record', n),
          by: idOf('doctor', doctorOfCase(size, shown)) as AccountId,
          action: 'case shown',
          on: idOf('case', shown),
          outcome: 'OK',
          child: idOf('child', shown) as ChildId,
        });
      }
      return ok(undefined);
    });
  }
  await storage.close();
};
