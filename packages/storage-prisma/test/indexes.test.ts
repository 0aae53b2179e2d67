import { readFileSync, writeFileSync } from 'node:fs';
import type { ChildEntry } from '@health-case/domain/model/child';
import type { AccountId } from '@health-case/domain/model/values';
import type { Stores } from '@health-case/domain/ports/storage';
import { ok } from '@health-case/domain/result';
import { openSealedStorage } from '@health-case/domain/sealed-storage';
import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { tablesOver } from '../src/tables/tables.ts';
import { type Call, everyCall, keepWorld, type World } from './support/every-call.ts';
import { keyring } from './support/keyring.ts';
import { boundValues, costlySteps, planOf, recordingAccess } from './support/recording.ts';
import { migratedFile, openBeside, openSqlite, scratchFile } from './support/sqlite.ts';

/** Runs a call on the stores of a file that has its keys already, and writes down the statements that it takes. */
const recorded = async (file: string, call: (stores: Stores) => Promise<unknown>) => {
  const { access, statements } = await recordingAccess(file);
  const tables = tablesOver(access);
  const { begin } = await openSealedStorage({ tables, transaction: (work) => work(tables) }, keyring());
  const units = await begin(tables);
  statements.length = 0;
  await units.run(async (stores) => ok(await call(stores)));
  await units.finish();
  return statements;
};

/** The steps that stay costly, each with the reason why it may. */
const EXCUSED: Readonly<Record<string, readonly string[]>> = {
  // The cases of several doctors lie in as many places of the index, each in order; one order of them all is made by sorting.
  'cases.ofAssistant': ['USE TEMP B-TREE FOR ORDER BY'],
  // So do the records on several things. A span of time has a beginning and an end, and its records are put in order after.
  'audit.records': [
    'USE TEMP B-TREE FOR ORDER BY',
    'SEARCH AuditRecord USING INDEX AuditRecord_at_idx (at>? AND at<?)',
    'SEARCH AuditRecord USING INDEX sqlite_autoindex_AuditRecord_1 (place>?)',
  ],
  // The last place is at the end of the index.
  'audit.append': ['SEARCH AuditRecord USING COVERING INDEX sqlite_autoindex_AuditRecord_1'],
  'audit.checkpoint': ['SEARCH AuditRecord USING COVERING INDEX sqlite_autoindex_AuditRecord_1'],
  // Everything is what it is to read.
  'audit.verify': [
    'SEARCH AuditRecord USING COVERING INDEX sqlite_autoindex_AuditRecord_1',
    'SEARCH AuditRecord USING INDEX sqlite_autoindex_AuditRecord_1 (place>?)',
  ],
  // It goes through all children, a page at a time.
  'children.reencrypt': ['SEARCH main.Child USING INDEX sqlite_autoindex_Child_1 (id>?)'],
  // It ends with the last there is.
  'dataKeys.rotate': ['SEARCH WrappedKey USING COVERING INDEX WrappedKey_place_key'],
  // It ends with the first there is.
  'accounts.any': ['SCAN Account USING COVERING INDEX Account_email_key'],
  // These begin at a moment and end after as many as were asked for.
  'invitations.issuedFrom': ['SEARCH main.Invitation USING INDEX Invitation_issuedAt_digest_idx (issuedAt>?)'],
  // These have no beginning because the oldest are wanted, and end after as many as were asked for.
  'sessions.sweep': ['SEARCH Session USING INDEX Session_lastUsedAt_idx (lastUsedAt<?)'],
  'retries.sweep': ['SEARCH KeptOutcome USING INDEX KeptOutcome_at_idx (at<?)'],
  'throttles.sweep': ['SEARCH Throttled USING INDEX Throttled_forgottenAt_idx (forgottenAt<?)'],
};

const methodsOf = <Name extends keyof Stores>(name: Name) =>
  Object.entries<Call<Name>>(everyCall[name]).map(([method, call]) => ({
    method: `${name}.${method}`,
    run: (stores: Stores, world: World) => call(stores[name], world),
  }));

/** A store with something of everything, made once and copied for each method. */
const makeInhabited = async () => {
  const file = await migratedFile();
  const storage = await openSqlite(file);
  const world = await keepWorld(storage);
  await storage.close();
  return { bytes: readFileSync(file), world };
};
let inhabited: ReturnType<typeof makeInhabited> | undefined;

const inhabitedFile = async () => {
  inhabited ??= makeInhabited();
  const { bytes, world } = await inhabited;
  const file = scratchFile();
  writeFileSync(file, bytes);
  return { file, world };
};

describe('the statements of every method find what they want by an index', () => {
  const methods = (Object.keys(everyCall) as (keyof Stores)[]).flatMap((name) => methodsOf(name));

  it.each(methods)('$method', async ({ method, run }) => {
    const { file, world } = await inhabitedFile();
    const statements = await recorded(file, (stores) => run(stores, world));
    expect(statements.length).toBeGreaterThan(0);
    const database = openBeside(file);
    const costly = statements.flatMap((statement) => costlySteps(planOf(database, statement)));
    expect(new Set(costly)).toEqual(new Set(EXCUSED[method]));
  });
});

const CHILDREN = 500;
const CASES_PER_CHILD = 4;
const idOf = (number: number) => String(number).padStart(6, '0');

/** A doctor with a long past: every child has several cases, and each comes again long after. */
const keepBusyDoctor = (database: Database.Database): AccountId => {
  const insertAccount = database.prepare(`INSERT INTO Account VALUES (?, 'A', 'B', ?, 'hash', ?, 0, NULL)`);
  const insertChild = database.prepare(
    `INSERT INTO Child (id, parentId, firstName, lastName) VALUES (?, 'p', 'A', 'B')`,
  );
  const insertCase = database.prepare(
    `INSERT INTO "Case" (id, childId, parentId, doctorId, title, openedAt) VALUES (?, ?, 'p', 'd', 'T', 0)`,
  );
  database.transaction(() => {
    insertAccount.run('p', 'p@example.org', 'Par');
    insertAccount.run('d', 'd@example.org', 'Doc');
    for (let number = 0; number < CHILDREN; number += 1) insertChild.run(idOf(number));
    for (let number = 0; number < CHILDREN * CASES_PER_CHILD; number += 1) {
      insertCase.run(idOf(number), idOf(number % CHILDREN));
    }
  })();
  return 'd' as AccountId;
};

describe("a page of a doctor's children", () => {
  it.each([
    ['the first', undefined],
    ['one in the middle', idOf(249)],
  ])('stops after so many, however many cases the doctor has: %s', async (_, after) => {
    const file = await migratedFile();
    const database = openBeside(file);
    const doctor = keepBusyDoctor(database);
    let page: readonly ChildEntry[] = [];
    const [statement] = await recorded(file, async ({ children }) => {
      page = await children.ofDoctor(doctor, { after: after as never, size: 10 });
    });
    if (!statement) throw new Error('nothing was asked of the database');

    // The same statement, counting the cases that it looks at.
    let visited = 0;
    database.function('is_visited', { deterministic: false }, () => {
      visited += 1;
      return 1;
    });
    const counting = { ...statement, sql: statement.sql.replace('"doctorId" = ?', '$& AND is_visited()') };
    expect(planOf(database, counting)).toEqual(planOf(database, statement));
    const found = database.prepare<unknown[], { id: string }>(counting.sql).all(...boundValues(counting));
    expect(found.map(({ id }) => id)).toEqual(page.map(({ id }) => id));
    expect(page).toHaveLength(10);
    expect(visited).toBeGreaterThan(0);
    expect(visited).toBeLessThanOrEqual((page.length + 1) * CASES_PER_CHILD);
  });
});
