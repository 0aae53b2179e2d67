import { writeFileSync } from 'node:fs';
import type { Harness } from '@health-case/domain/contracts/storage/harness';
import { keep, listRecord } from '@health-case/domain/contracts/storage/samples';
import { secrecyContract, storageContract } from '@health-case/domain/contracts/storage-contract';
import type { CaseFilter, TaskFilter } from '@health-case/domain/model/case';
import { indexWords, type NameSearch } from '@health-case/domain/model/names';
import { TEXTS } from '@health-case/domain/model/texts';
import type { AccountId, AuditRecordId, CaseEventId, CaseId, ChildId, TaskId } from '@health-case/domain/model/values';
import type { WrappedKey } from '@health-case/domain/ports/security';
import type { Storage } from '@health-case/domain/ports/storage';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_LOCKS } from '../src/statement.ts';
import { accountsFound, patientsFound } from '../src/stores/names.ts';
import {
  harnessOf,
  keyring,
  migratedFile,
  migratedPlace,
  onPrepare,
  openBeside,
  openSqlite,
  rawHarnessOf,
  scratchFile,
} from './support/stores.ts';

/** What SQLite is going to do for a statement, step by step: https://sqlite.org/eqp.html */
const planOf = (database: Database.Database, statement: string): readonly string[] => {
  const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`);
  const unnamed = Array.from(statement.matchAll(/\?/g), () => null);
  const named = Object.fromEntries(Array.from(statement.matchAll(/\$(\d+)/g), ([, name]) => [name, null]));
  const bound = unnamed.length > 0 || Object.keys(named).length === 0 ? unnamed : [named];
  return steps.all(...bound).map(({ detail }) => detail);
};

/**
 * The steps that take longer the more there is in the store: a whole table or a whole index read through, a range of an
 * index that begins nowhere in particular, rows sorted before the first of them comes out.
 */
const costlySteps = (plan: readonly string[]): readonly string[] => {
  const subqueries = plan.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]);
  return plan.filter((step, nth) => {
    // The pages of several owners are sorted as one: each was cut from its index before.
    if (step.startsWith('USE TEMP B-TREE') && /^SCAN p\d+$/.test(plan[nth - 1] ?? '')) return false;
    const scanned = /^SCAN (\S+)/.exec(step)?.[1];
    if (scanned !== undefined)
      return scanned !== 'CONSTANT' && !step.endsWith('VALUES CLAUSE') && !subqueries.includes(scanned);
    return /^SEARCH (?!.*\w=\?)/.test(step) || step.startsWith('USE TEMP B-TREE');
  });
};

/** What a statement sorts: its first table, and by what, in whatever direction. */
const sortedIn = (statement: string): string => {
  const table = /FROM (?:`main`\.)?["`](\w+)/.exec(statement)?.[1] ?? '';
  const order = /.* ORDER BY (.*?)(?: LIMIT|$)/s
    .exec(statement)?.[1]
    ?.replace(/["`]|main`?\.|\b\w+\.| (ASC|DESC)\b/g, '');
  return order ? `${table} by ${order}` : table;
};

/** It takes the oldest, as many as were asked for (`sweepOf`). */
const isSweep = (statement: string): boolean => statement.startsWith('WITH chosen AS MATERIALIZED');

const those = (statements: number, step: string) => Array<string>(statements).fill(step);

/** The costly steps that may stay, one for each statement that has it. */
const EXCUSED: readonly string[] = [
  // `accounts.any` ends with the first row.
  'SCAN main.Account USING COVERING INDEX sqlite_autoindex_Account_1',
  // Managers are few, and have an index of their own.
  'SCAN Account USING INDEX Account_manager_idx',
  // A page of those who wait, and the code to set up, of which there is one.
  'SEARCH Account USING INDEX Account_waiting_idx (id>?)',
  'SCAN main.SetupCode',
  // So are doctors and assistants.
  'SCAN Account USING INDEX Account_staff_idx',
  // The greatest ids, the last record and the last list are at the end of the index.
  'SCAN Child',
  ...[
    'Account',
    'MergedChild',
    'Case',
    'Task',
    'Certification',
    'Certificate',
    'CaseEvent',
    'Import',
    'Note',
    'Phrase',
    'Cover',
    'Mail',
    'AuditPending',
  ].map((table) => `SCAN ${table} USING COVERING INDEX sqlite_autoindex_${table}_1`),
  // The last record, and the first ones.
  ...those(2, 'SCAN AuditRecord USING INDEX sqlite_autoindex_AuditRecord_1'),
  'SCAN main.CertificateStatus USING COVERING INDEX sqlite_autoindex_CertificateStatus_1',
  // Pages of the audit trail: the whole of it, to show and to verify, and within a time.
  ...those(3, 'SEARCH AuditRecord USING INDEX sqlite_autoindex_AuditRecord_1 (place>?)'),
  // Whether a record is stored already is looked up among those of its millisecond.
  'SEARCH AuditRecord USING INDEX AuditRecord_at_idx (at>? AND at<?)',
  'USE TEMP B-TREE FOR ORDER BY: AuditRecord by place',
  // Nobody looks after hundreds of children: all cases of such an account are sorted for each page.
  ...those(6, 'USE TEMP B-TREE FOR ORDER BY: Parenthood by id'),
  // Two pages at most of what a search for two words finds.
  ...those(3, 'USE TEMP B-TREE FOR ORDER BY: AccountWord by word, accountId'),
  ...those(2, 'USE TEMP B-TREE FOR ORDER BY: PatientWord by word, childId'),
  // What waits for a decision is little at any time.
  ...those(2, 'SCAN Certification USING COVERING INDEX Certification_caseId_requested_idx'),
  // So is what waits for a deputy and those for whom the deputy stands in, and the covers of an account.
  'USE TEMP B-TREE FOR ORDER BY: Certification by id',
  'USE TEMP B-TREE FOR ORDER BY: Cover by doctorId',
  ...those(2, 'USE TEMP B-TREE FOR ORDER BY: Cover by firstDay, id'),
  // It would be searched if the id of an account changed.
  'SCAN CaseEvent',
  // Challenges live for minutes: who erases an account looks through the few that there are.
  ...those(2, 'SCAN PasskeyChallenge'),
  // `reencrypt` goes through all children and second factors, the operator through all accounts, children and mails,
  // `rebuild` through all accounts and children, a page at a time.
  ...those(2, 'SEARCH Child USING PRIMARY KEY (id>?)'),
  ...those(2, 'SEARCH main.Child USING PRIMARY KEY (id>?)'),
  'SEARCH main.Account USING COVERING INDEX sqlite_autoindex_Account_1 (id>?)',
  'SEARCH SecondFactor USING INDEX sqlite_autoindex_SecondFactor_1 (accountId>?)',
  'SEARCH main.Account USING INDEX sqlite_autoindex_Account_1 (id>?)',
  'SEARCH main.Mail USING INDEX sqlite_autoindex_Mail_1 (id>?)',
  // Imports, the newest first, a page at a time.
  'SCAN main.Import USING INDEX sqlite_autoindex_Import_1',
  'SEARCH main.Import USING INDEX sqlite_autoindex_Import_1 (id<?)',
  // All mails are counted, and those with a code go from a store that was restored.
  'SCAN main.Mail',
  'SCAN main.Mail USING COVERING INDEX Mail_failedAt_at_idx',
  // Those to an address that is erased, or by an invitation of whoever had it, are looked for among all, which are few.
  'SCAN Mail',
  // From a moment on, as many as were asked for.
  'SEARCH main.Invitation USING INDEX Invitation_issuedAt_digest_idx (issuedAt>?)',
  // Invitations of staff are few, and so are addresses that managers have given, which are due in their order.
  'SCAN main.StaffInvitation USING INDEX sqlite_autoindex_StaffInvitation_1',
  'SEARCH main.Help USING INDEX Help_to_come_idx (at<?)',
  'SCAN main.Help USING INDEX Help_to_come_idx',
  // All sessions end, and all drafts go.
  'SCAN main.Session',
  'SCAN main.LoginProof',
  'SCAN main.Draft',
  // `reencrypt` goes through all texts, a page at a time. Children stand above.
  ...Object.keys(TEXTS).flatMap((table) => {
    if (table === 'Child') return [];
    const index = table === 'CaseEvent' ? 'CaseEvent_text_idx' : `sqlite_autoindex_${table}_1`;
    return `SEARCH ${table} USING INDEX ${index} (id>?)`;
  }),
  // Tasks that have been due for longest, as many as are told of at once.
  'SEARCH Task USING INDEX Task_dueOn_id_untold_idx (dueOn<?)',
  // Cases that were finished first, as many as were asked for, to show and to erase.
  ...those(2, 'SEARCH Case USING INDEX Case_finishedAt_id_idx (finishedAt<?)'),
  'SEARCH Case USING INDEX Case_finishedAt_id_idx ((finishedAt,id)>(?,?) AND finishedAt<?)',
  // Lists of some children: they have few cases, and these few tasks.
  ...those(4, 'USE TEMP B-TREE FOR ORDER BY: Case by id'),
  ...those(2, 'USE TEMP B-TREE FOR ORDER BY: Task by id'),
  // What waits for a doctor by the names of children, or by the day until which it is needed.
  ...those(2, 'USE TEMP B-TREE FOR ORDER BY: Certification by word, id'),
  ...those(
    3,
    `USE TEMP B-TREE FOR ORDER BY: Certification by COALESCE(CASE WHEN wishedById IS NOT NULL THEN dueOn END, '~'), id`,
  ),
  // What a doctor is to issue anew, also of those for whom the doctor stands in, is little.
  ...those(2, 'USE TEMP B-TREE FOR ORDER BY: Certification by validUntil, id'),
  // The children of hundreds of doctors, whom nobody assists, in either direction, from the beginning and behind a child.
  ...those(4, 'USE TEMP B-TREE FOR DISTINCT: Case by key, childId'),
  ...those(4, 'USE TEMP B-TREE FOR ORDER BY: Case by key, childId'),
  'USE TEMP B-TREE FOR DISTINCT: PatientWord',
  // Figures: of the next doctor for whom something waits, and of the children, a part at a time.
  'SEARCH Case USING INDEX Case_doctorId_new_idx (doctorId>?)',
  'SEARCH Certification USING COVERING INDEX Certification_waitsFor_idx (waitsFor>?)',
  'SEARCH Task USING INDEX Task_doctorId_open_idx (doctorId>?)',
  // Few are the certifications of a parent's children, of which no certificate was made.
  'USE TEMP B-TREE FOR ORDER BY: Certification by decidedAt, id',
  // The doctors of one assistant are few.
  'USE TEMP B-TREE FOR ORDER BY: Assistance by doctorId',
  // The first open tasks of each part, by the day until which they are due.
  ...those(12, `USE TEMP B-TREE FOR ORDER BY: Case by COALESCE(dueOn, '~'), id`),
  // What an epoch has of the lists of one child is sorted.
  'USE TEMP B-TREE FOR ORDER BY: ListedChild by id',
  // The keys of a store are few: they are counted, read and numbered.
  'SCAN WrappedKey',
  'SCAN main.WrappedKey USING INDEX WrappedKey_place_key',
  'SEARCH WrappedKey USING COVERING INDEX WrappedKey_place_key',
];

/** Notes which methods the port has, and which of them are called. */
const notingIn = (methods: Map<string, boolean>) => {
  const noted = <Of extends object>(stores: Of): Of => {
    const all = Object.entries(stores).map(([store, ofStore]) => {
      const each = Object.entries<(...given: unknown[]) => unknown>(ofStore).map(([name, method]) => {
        const known = `${store}.${name}`;
        if (!methods.has(known)) methods.set(known, false);
        return [name, (...given: unknown[]) => methods.set(known, true) && method(...given)];
      });
      return [store, Object.fromEntries(each)];
    });
    return Object.fromEntries(all);
  };
  return <Opened extends Harness>({ storage, ...harness }: Opened): Opened => {
    const write: Storage['write'] = (work) => storage.write((stores, hasTime) => work(noted(stores), hasTime));
    return { ...harness, storage: { ...storage, read: noted(storage.read), write } } as Opened;
  };
};

describe('every statement of the contract', () => {
  const statements = new Set<string>();
  const methods = new Map<string, boolean>();
  const noting = notingIn(methods);
  beforeEach(async () => {
    await migratedFile();
    onPrepare((text) => {
      if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)) statements.add(text);
      return text;
    });
  });

  storageContract('the SQLite store', async () => noting(await harnessOf(await migratedPlace())));
  secrecyContract('the SQLite store', async () => noting(await rawHarnessOf(await migratedPlace())));

  it('comes of a method of the port, each of which the contract calls', () => {
    // Which this store never needs: `begin` always asks.
    methods.delete('throttles.end');
    expect([...methods].flatMap(([name, isCalled]) => (isCalled ? [] : name))).toEqual([]);
  });

  it('finds its rows by an index', async () => {
    const database = openBeside(await migratedFile());
    const ofStores = [...statements].filter((statement) => !/sqlite_master|_prisma_migrations/.test(statement));
    const costly = ofStores.flatMap((statement) => {
      const steps = costlySteps(planOf(database, statement));
      if (isSweep(statement) && steps.every((step) => step.startsWith('SEARCH'))) return [];
      return steps.map((step) => (step.startsWith('USE') ? `${step}: ${sortedIn(statement)}` : step));
    });
    expect(costly.toSorted()).toEqual(EXCUSED.toSorted());
  });
});

const numbered = (number: number) => String(number).padStart(6, '0');

/** Lets statements encrypt texts as the store does. */
const letEncrypt = async (database: Database.Database): Promise<void> => {
  const store = database.prepare<[], string>('SELECT id FROM _prisma_migrations ORDER BY migration_name').pluck().get();
  const keys = database.prepare<[], WrappedKey>('SELECT * FROM WrappedKey ORDER BY place').all();
  const { encrypt } = await keyring().boundTo(String(store)).unlock(keys);
  database.function('encrypted', (text, entity, id, field) => encrypt(String(text), `${entity}:${id}:${field}`));
};

/** A store with a parent, an assistant of so many doctors, and so many children and cases, which take turns. */
const doctorIds = (count: number) => Array.from({ length: count }, (_, nth) => `doctor ${nth}` as AccountId);

const keepMany = async (doctors: number, children: number, cases: number) => {
  const file = await migratedFile();
  const database = openBeside(file);
  await letEncrypt(database);
  const times = (count: number) => `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n LIMIT ${count})`;
  const account = (facts: string) => `
    INSERT INTO Account (id, firstName, lastName, email, passwordHash, role, registeredAt, language, notices,
      secondFactor, takesNoChildren, madeThrough, confirmed)
      SELECT ${facts}, 'en', 'all', false, false, 'A', 'open'`;
  database.exec(`
    ${account("'parent', 'A', 'B', 'p', '', 'Par', 0")};
    ${account("'assistant', 'A', 'B', 'a', '', 'Ast', 0")};
    ${times(doctors)} ${account("'doctor ' || i, 'A', 'B', i, '', 'Doc', 0")} FROM n;
    INSERT INTO Assistance (doctorId, assistantId) SELECT id, 'assistant' FROM Account WHERE role = 'Doc';
    ${times(children)} INSERT INTO Child (id, firstName, lastName) SELECT format('%06d', i), 'A', 'B' FROM n;
    INSERT INTO Parenthood (parentId, childId, place) SELECT 'parent', id, 1 FROM Child;
    ${times(cases)} INSERT INTO "Case" (id, childId, doctorId, title, openedAt)
      SELECT format('%06d', i), format('%06d', i % ${children}), 'doctor ' || (i % ${doctors}),
        encrypted('T', 'Case', format('%06d', i), 'title'), 0 FROM n;`);
  return { file, database };
};

/** A store that is made once, and copied for each test. */
const copiesOf = (make: () => ReturnType<typeof keepMany>): typeof make => {
  let made: Promise<Buffer> | undefined;
  return async () => {
    made ??= make().then(({ database }) => database.serialize());
    const file = scratchFile();
    writeFileSync(file, await made);
    return { file, database: openBeside(file) };
  };
};

/** Counts the rows that are visited behind a condition of a statement, whose plan stays the same: some, and at most so many. */
const countVisits = (database: Database.Database, condition: string | RegExp) => {
  let visited = 0;
  onPrepare((text, store) => {
    const counting = text.replace(condition, '$& AND is_visited()');
    if (counting === text) return text;
    for (const connection of [store, database]) {
      connection.function('is_visited', { deterministic: false }, () => {
        visited += 1;
        return 1;
      });
    }
    expect(planOf(database, counting)).toEqual(planOf(database, text));
    return counting;
  });
  return {
    atMost: (most: number): void => {
      expect(visited).toBeGreaterThan(0);
      expect(visited).toBeLessThanOrEqual(most);
      visited = 0;
    },
  };
};

/** What SQLite does from now on by a method of its statements. */
const watch = (method: 'all' | 'run') => {
  const memory = new Database(':memory:');
  const spy = vi.spyOn(Object.getPrototypeOf(memory.prepare('SELECT 1')) as Database.Statement, method);
  memory.close();
  onTestFinished(() => spy.mockRestore());
  return spy;
};

const PAGES = [
  ['the first', undefined],
  ['one in the middle', numbered(249)],
] as const;

describe("a page of a doctor's children", () => {
  const CASES_PER_CHILD = 4;

  it.each(PAGES)('stops after so many, however many cases the doctor has: %s', async (_, after) => {
    const { file, database } = await keepMany(1, 500, 500 * CASES_PER_CHILD);
    const visited = countVisits(database, '"doctorId" = +?');
    const { read } = await openSqlite(file);
    const page = await read.children.ofDoctor('doctor 0' as AccountId, { after: after as never, size: 10 });
    expect(page).toHaveLength(10);
    visited.atMost((page.length + 1) * CASES_PER_CHILD);
  });
});

/** Everybody is called Albert, and each second one Beata. */
const SEARCH = ['beata', 'albert'] as readonly string[] as NameSearch;
const wordRows = (second: string): string =>
  indexWords('Albert', second)
    .map((word) => `('${word}', ${Number(second === 'Beata')})`)
    .join();
const WORDS = `words (word, isWanted) AS (VALUES ${wordRows('Beata')}, ${wordRows('Carl')})`;

describe('a page of what a search by name finds', () => {
  const keepNamed = copiesOf(async () => {
    const kept = await keepMany(500, 500, 500);
    kept.database.exec(`
      WITH ${WORDS} INSERT INTO AccountWord (accountId, role, word)
        SELECT id, role, word FROM Account JOIN words ON isWanted = substr(id, -1) % 2;
      WITH ${WORDS} INSERT INTO PatientWord (doctorId, childId, word)
        SELECT 'doctor 0', id, word FROM Child JOIN words ON isWanted = substr(id, -1) % 2;`);
    return kept;
  });

  it.each(PAGES)('stops after so many accounts, however many there are: %s', async (_, after) => {
    const { file, database } = await keepNamed();
    const visited = countVisits(database, /w."role" = \+\?/g);
    const { read } = await openSqlite(file);
    const last = (after && `doctor ${Number(after)}`) as AccountId | undefined;
    for (const whom of [undefined, 'available'] as const) {
      const page = await read.accounts.search('Doc', SEARCH, { after: last, size: 10 }, whom);
      expect(page).toHaveLength(10);
      visited.atMost(page.length + 1);
    }
  });

  it.each(PAGES)("stops after so many of a doctor's children, however many there are: %s", async (_, after) => {
    const { file, database } = await keepNamed();
    const visited = countVisits(database, /w."doctorId" = \+\?/g);
    const { read } = await openSqlite(file);
    const request = { after: after as ChildId | undefined, size: 10 };
    const page = await read.children.searchOfDoctor('doctor 0' as AccountId, SEARCH, request);
    const first = after === undefined ? 1 : 251;
    expect(page.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, nth) => numbered(first + 2 * nth)));
    visited.atMost(page.length + 1);
  });

  it('is cut from the index alone, before anybody is looked up', async () => {
    const database = openBeside(await migratedFile());
    const wanted = { search: SEARCH, group: '', after: undefined, size: 1 } as const;
    const plans = [accountsFound(wanted), patientsFound(wanted)].map(({ query }) =>
      planOf(database, query.text(NO_LOCKS)).filter((step) => /\b[weo]\b/.test(step)),
    );
    const steps = (own: string, others: string): readonly string[] =>
      [`w USING ${own}`, ...['e', 'o', 'o'].map((name) => `${name} USING ${others}`)].map((step) => `SEARCH ${step}`);
    const byWord = steps('COVERING INDEX', 'PRIMARY KEY');
    const byPatient = steps('PRIMARY KEY', 'COVERING INDEX');
    // Those with too many words for pairs, then those whom the pair finds.
    const both = [byWord, byPatient].map((one) => [...one, ...one.slice(0, 3)]);
    expect(plans).toEqual(both.map((all) => all.map((step) => expect.stringContaining(step))));
  });
});

describe('a page of the cases of several doctors', () => {
  /** An assistant of two doctors, who have finished 2,000 cases, and of each tenth they have not. */
  const keepPractice = copiesOf(async () => {
    const kept = await keepMany(2, 500, 2000);
    kept.database.exec(`
      UPDATE "Case" SET finishedAt = 1 WHERE CAST(id AS INTEGER) % 10 > 1;
      UPDATE "Case" SET certification = 'issued' WHERE CAST(id AS INTEGER) % 4 > 1;
      UPDATE "Case" SET newSince = 1 WHERE finishedAt IS NULL AND CAST(id AS INTEGER) % 100 < 2;
      INSERT INTO Task (id, caseId, doctorId, title, closedAt)
        SELECT id, id, doctorId, encrypted('T', 'Task', id, 'title'), finishedAt FROM "Case"`);
    return kept;
  });
  const DOCTORS = 2;
  const FILTERS: readonly (readonly [string, CaseFilter, mostVisited: number])[] = [
    ['all', {}, 10],
    ['ongoing', { status: 'ongoing' }, 10],
    ['finished', { status: 'finished' }, 10],
    ['with a certification', { certification: 'issued' }, 10],
    ['ongoing, with a certification', { status: 'ongoing', certification: 'issued' }, 20],
    ['finished, with a certification', { status: 'finished', certification: 'issued' }, 14],
    ['new', { isNew: true }, 10],
    ['of one child', { childId: numbered(2) as ChildId }, 10],
    ['of one doctor', { doctorId: 'doctor 1' as AccountId, status: 'finished' }, 10],
  ];

  const BOTH_WAYS = FILTERS.flatMap(([name, filter, most]) => [
    { name, filter, most, after: filter.childId ? 0 : 999 },
    {
      name: `${name}, newest first`,
      filter: { ...filter, newestFirst: true } as const,
      most,
      after: filter.childId ? 2000 : 1000,
    },
  ]);

  it.each(BOTH_WAYS)('stops after so many of each, however many there are: $name', async ({ filter, most, after }) => {
    const { file, database } = await keepPractice();
    const visited = countVisits(database, /"doctorId"( \|\| '')? = \+\?/g);
    const { cases } = (await openSqlite(file)).read;
    const request = { after: numbered(after) as CaseId, size: 10 };
    const page = await cases.ofDoctors(doctorIds(DOCTORS), request, filter);
    expect(page).toHaveLength(filter.childId ? 4 : 10);
    visited.atMost(DOCTORS * (most + 1));
  });

  it.each<TaskFilter>([
    {},
    { status: 'open' },
    { status: 'closed' },
    { status: 'open', byDue: true },
    { status: 'closed', byClosing: true },
    { status: 'open', newestFirst: true },
  ])('stops after so many tasks of each: %o', async (filter) => {
    const { file, database } = await keepPractice();
    const visited = countVisits(database, /"doctorId" = \+\?/g);
    const { tasks } = (await openSqlite(file)).read;
    const request = { after: numbered(999) as TaskId, size: 10 };
    expect(await tasks.ofDoctors(doctorIds(DOCTORS), request, filter)).toHaveLength(10);
    visited.atMost(DOCTORS * (filter.status ? 1 : 2) * (10 + 1));
  });
});

describe('who has looked at a child', () => {
  /** 20,000 records: of a thousand one is about the child, and two are about lists in which it stands. */
  const keepTrail = copiesOf(async () => {
    const kept = await keepMany(1, 2, 4);
    kept.database.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 20000)
      INSERT INTO AuditRecord (place, id, at, requestId, action, "on", outcome, childId, seal)
      SELECT i, format('%06d', i), 0, '', 'case shown', '' || i, 'OK',
        CASE i % 1000 WHEN 0 THEN '000000' WHEN 2 THEN 'list:a' WHEN 3 THEN 'list:b' ELSE 'other ' || i % 50 END,
        '' FROM n;
      INSERT INTO ListedChild (childId, epoch, listId) VALUES ('000000', 0, 'list:a'), ('000000', 0, 'list:b'), ('1', 0, 'list:a')`);
    return kept;
  });
  const of = numbered(0) as ChildId;

  it.each([
    ['about it alone', 'r."childId" = +?', 3],
    ['about lists of it', 'l."childId" = +?', 40],
  ])('is found by the child, however many records there are of others: %s', async (_, condition, most) => {
    const { file, database } = await keepTrail();
    const visited = countVisits(database, condition);
    const { audit } = (await openSqlite(file)).read;
    const page = await audit.aboutChild(of, { after: numbered(19001) as AuditRecordId, size: 3 });
    expect(page.map(({ id }) => id)).toEqual([19000, 18003, 18002].map(numbered));
    visited.atMost(most);
  });

  it('costs one row for each child of a page, however often the page is read', async () => {
    const storage = await openSqlite(await migratedFile());
    const run = watch('run');
    const page = [numbered(1), numbered(2)] as ChildId[];
    for (let times = 0; times < 3; times += 1) await storage.sequence([listRecord(page), listRecord(page)]);
    const inserted = run.mock.contexts.filter((statement) =>
      (statement as Database.Statement).source.includes('ListedChild'),
    );
    expect(inserted).toHaveLength(2);
  });

  it.each([
    ['one epoch', 0],
    ['two epochs, as processes give ids side by side', 1],
  ])('is told in pages that together are all of it: of %s', async (_, epoch) => {
    const { file, database } = await keepTrail();
    database.exec(`UPDATE ListedChild SET epoch = ${epoch} WHERE listId = 'list:b'`);
    const { audit } = (await openSqlite(file)).read;
    const found: string[] = [];
    for (let after: AuditRecordId | undefined; found.length % 7 === 0; after = found.at(-1) as AuditRecordId) {
      found.push(...(await audit.aboutChild(of, { after, size: 7 })).map(({ id }) => id));
    }
    const places = Array.from({ length: 20 }, (_, nth) => [0, 2, 3].map((more) => nth * 1000 + more)).flat();
    expect(found).toEqual([...places.slice(1), 20_000].toReversed().map(numbered));
  });
});

it("a page of a case's history returns as many rows as were asked for, however many follow", async () => {
  const { file, database } = await keepMany(1, 1, 1);
  database.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 500)
    INSERT INTO CaseEvent (id, caseId, place, at, byId, byOperator, action)
    SELECT format('%06d', 1000 - i), '${numbered(0)}', i, 0, 'doctor 0', false, 'case opened' FROM n`);
  const { history } = (await openSqlite(file)).read;
  const all = watch('all');
  const page = await history.ofCase(numbered(0) as CaseId, { after: numbered(990) as CaseEventId, size: 3 });
  expect(page.map(({ id }) => id)).toEqual([989, 988, 987].map(numbered));
  expect(all.mock.results.reduce((sum, { value }) => sum + value.length, 0)).toBe(3);
});

it('lists go by another list of any length: a statement of Prisma takes 999 values', async () => {
  const { file } = await keepMany(1200, 1, 1200);
  const { audit, cases } = (await openSqlite(file)).read;
  const page = async (filter?: CaseFilter, after?: CaseId) =>
    (await cases.ofDoctors(doctorIds(1200), { after, size: 3 }, filter)).map(({ id }) => id);
  expect(await page()).toEqual([0, 1, 2].map(numbered));
  expect(await page({ newestFirst: true })).toEqual([1199, 1198, 1197].map(numbered));
  expect(await page({ newestFirst: true }, numbered(600) as CaseId)).toEqual([599, 598, 597].map(numbered));
  expect(await audit.records({ child: numbered(0) as ChildId }, { after: 0, size: 3 })).toEqual([]);
});

it('a page of reasons to encrypt steps over no event without one, however many there are', async () => {
  const { file, database } = await keepMany(1, 1, 1);
  database.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 500)
    INSERT INTO CaseEvent (id, caseId, place, at, byId, byOperator, action, reason)
    SELECT format('%06d', i), '${numbered(0)}', i, 0, 'doctor 0', false, 'case opened',
      CASE WHEN i > 497 THEN encrypted('R', 'CaseEvent', format('%06d', i), 'reason') END FROM n`);
  const visited = countVisits(database, /FROM "CaseEvent" WHERE "id" > \+\?/);
  const storage = await openSqlite(file);
  await keep(storage, ({ dataKeys }) => dataKeys.rotate());
  const done = await keep(storage, ({ texts }) => texts.reencrypt('CaseEvent', { after: undefined, size: 2 }));
  expect(done).toEqual({ last: numbered(499), encrypted: 2 });
  visited.atMost(3);
});
