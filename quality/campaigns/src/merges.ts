import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, member, person } from '@health-case/harness/client';
import { type Database, newPostgres, newSqlite, numberIn, verifyAuditTrail } from '@health-case/harness/databases';
import { type Harness, scratchFolder, within } from '@health-case/harness/harness';
import { inParallel, repeat, waitUntil } from '@health-case/harness/load';
import { type Instances, root, startApp, startProgram } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Size = { readonly pairs: number; readonly kills: number };

const COUNTS = { 'cases kept': 0, 'tasks added meanwhile': 0, 'killed between commit and acknowledgement': 0 };

export const merges = declare<Size>({
  name: 'merges',
  promise: 'A merge that is killed is done whole or not at all, and once; what is written meanwhile is kept.',
  quick: { pairs: 20, kills: 2 },
  full: { pairs: 1000, kills: 50 },
  run: async (size, harness) => {
    const counts = { ...COUNTS };
    await mergeInterrupted(within(harness, 'SQLite'), newSqlite(harness), size, counts);
    await mergeInterrupted(within(harness, 'PostgreSQL'), await newPostgres(harness), size, counts);
    return { size: `${size.pairs} pairs on each of 2 stores, ${size.kills} × kill -9 on each`, figures: counts };
  },
});

type Pair = {
  readonly keep: string;
  readonly other: string;
  /** One of each child. */
  readonly cases: readonly string[];
};

const mergeInterrupted = async (
  harness: Harness,
  database: Database,
  { pairs: many, kills }: Size,
  counts: typeof COUNTS,
): Promise<void> => {
  const instances = await startApp(harness, 'together', database.environment);
  const api = createApi(harness);
  const { pairs, doctor } = await makePairs(api, instances, many);
  const writing = startWriting(harness, api, { instances, doctor, pairs });
  let left = pairs;
  for (let kill = 0; left.length > 0; kill += 1) {
    const said = await mergeSome(harness, database, left, kill < kills ? (2 * many) / kills : undefined);
    const done = new Set(said.map(({ other }) => other));
    for (const { outcome, other } of said) {
      if (outcome === 'gone') counts['killed between commit and acknowledgement'] += 1;
      else if (outcome !== 'merged') harness.fail(`The merge of ${other} was refused: ${outcome}`);
    }
    left = left.filter(({ other }) => !done.has(other));
  }
  counts['tasks added meanwhile'] += await writing.judge(database);
  counts['cases kept'] += await judge(harness, database, pairs);
};

/** Two parents, each of whom has each child. Of half of the pairs, the child that stays knows no number. */
const makePairs = async (api: Api, [a, b = a]: Instances, many: number) => {
  const parents = [await api.join(a, person('one@example.org')), await api.join(a, person('two@example.org'))];
  const doctor = await api.join(a, person('doctor@example.org', 'Doc'));
  const DocID = member(await api.call(a, 'GET /api/Auth/me', { id: doctor }), 'ID');
  const [one = '', two = ''] = parents;
  const childWithCase = async (id: string, nth: number, to = a) => {
    const ChildID = member(await api.addChild(to, id, { socSecNum: `756.${10_000 + nth}` }), 'ChildID');
    const title = `Case ${nth}`;
    return [ChildID, member(await api.call(a, 'POST /api/Case', { id, ChildID, DocID, title }), 'CaseID')] as const;
  };
  const pairs = await inParallel(many, 8, async (nth): Promise<Pair> => {
    const [keep, itsCase] = await childWithCase(one, nth, nth % 2 === 0 ? a : b);
    const [other, otherCase] = await childWithCase(two, nth);
    return { keep, other, cases: [itsCase, otherCase] };
  });
  return { pairs, doctor };
};

type Writing = { readonly instances: Instances; readonly doctor: string; readonly pairs: readonly Pair[] };

/** A doctor adds tasks to any case, while it moves or not. */
const startWriting = (harness: Harness, api: Api, { instances: [to], doctor, pairs }: Writing) => {
  const cases = pairs.flatMap((pair) => pair.cases);
  const added: string[] = [];
  const { stop } = repeat(harness, 4, async () => {
    const at = cases[Math.floor(Math.random() * cases.length)];
    const reply = await api.call(to, `POST /api/Case/${at}/tasks`, { id: doctor, title: 'Task' });
    if (reply.status === 200) added.push(member(reply, 'TaskID'));
    else if (reply.status !== 503) harness.fail(`A task was answered ${reply.text}`);
    await sleep(20);
  });
  const judgeTasks = async ({ query }: Database): Promise<number> => {
    await stop();
    const kept = new Set((await query('SELECT "id" FROM "Task"')).map(({ id }) => id));
    const lost = added.filter((id) => !kept.has(id)).length;
    if (lost > 0) harness.fail(`${lost} acknowledged tasks are lost.`);
    return added.length;
  };
  return { judge: judgeTasks };
};

/** Merges until it is killed after some, at most so many, or to the end. Resolves to what was acknowledged. */
const mergeSome = async (harness: Harness, { environment }: Database, pairs: readonly Pair[], most?: number) => {
  const file = join(scratchFolder(harness), 'pairs.json');
  writeFileSync(file, JSON.stringify(pairs));
  const program = join(root, 'apps/operator/test/support/merge-pairs-program.ts');
  const running = startProgram(harness, { command: [process.execPath, program, file], env: environment });
  const lines = () => running.output().split('\n').slice(0, -1);
  if (most === undefined) {
    if ((await running.exitCode) !== 0) throw new Error(`Merging failed: ${running.output()}`);
  } else {
    const some = Math.random() * most;
    await waitUntil(() => lines().length >= some || running.child.exitCode !== null);
    await sleep(Math.random() * 10);
    await running.kill('SIGKILL');
  }
  return lines().map((line) => {
    const [outcome = '', other = ''] = line.split(' ');
    return { outcome, other };
  });
};

/** Resolves to the number of cases. */
const judge = async (harness: Harness, database: Database, pairs: readonly Pair[]): Promise<number> => {
  const { fail } = harness;
  const expectCount = async (what: string, sql: string, expected: number): Promise<void> => {
    const count = await numberIn(database, `SELECT count(*) FROM ${sql}`);
    if (count !== expected) fail(`There are ${count} ${what}, not ${expected}.`);
  };
  const many = pairs.length;
  await expectCount('children', '"Child"', many);
  await expectCount('children without a number', '"Child" WHERE "socSecNum" IS NULL OR "birthDate" IS NULL', 0);
  await expectCount('parents of children', '"Parenthood"', 2 * many);
  await expectCount('merged children', '"MergedChild"', many);
  const records = `"AuditRecord" WHERE "action" = 'children merged' AND "outcome" = 'OK'`;
  await verifyAuditTrail(harness, database);
  await expectCount('records of merges', records, many);
  await expectCount('children with such a record', `(SELECT DISTINCT "on" FROM ${records}) AS merged`, many);
  const rows = await database.query('SELECT "id", "childId" FROM "Case"');
  const childOf = new Map(rows.map(({ id, childId }) => [id, childId]));
  const misplaced = pairs.filter(({ keep, cases }) => cases.some((id) => childOf.get(id) !== keep)).length;
  if (misplaced > 0) fail(`The cases of ${misplaced} pairs are lost, or of another child.`);
  if (rows.length !== 2 * many) fail(`There are ${rows.length} cases, not ${2 * many}.`);
  return rows.length;
};
