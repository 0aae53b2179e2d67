import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, contextOf, say } from './context.ts';
import { LARGE, SMALL } from './data/sizes.ts';
import { storeOf } from './data/stores.ts';
import type { machineFacts } from './machine.ts';
import { chosenFrom, openRun } from './open-run.ts';
import { profile } from './profile.ts';
import type { Row } from './report/row.ts';
import { NOTES, tableOf } from './report/table.ts';
import { growth } from './scenarios/growth.ts';
import { millionDoctors } from './scenarios/million-doctors.ts';
import { overPostgresql } from './scenarios/postgres.ts';
import { processStart } from './scenarios/process-start.ts';
import { overSqliteWork } from './scenarios/sqlite.ts';
import { measure, type Work } from './throughput.ts';

const bench = join(import.meta.dirname, '..');

type Scenario = {
  readonly id: string;
  readonly run: (context: Context) => Promise<readonly Row[]>;
  readonly work?: Work;
};

const counted = (work: Work): Scenario => ({ id: work.id, run: (context) => measure(work, context), work });

/** In the order of the table. */
const SCENARIOS: readonly Scenario[] = [
  ...overSqliteWork.map(counted),
  { id: 'children-postgresql', run: overPostgresql },
  { id: 'million-doctors', run: millionDoctors },
  { id: 'process-start', run: processStart },
  ...growth.map(counted),
];

export type Wanted = { readonly quick: boolean; readonly profiled: boolean; readonly only: readonly string[] };

/** The whole run: the stores, the scenarios, the table, the file. */
export const run = async ({ quick, profiled, only }: Wanted): Promise<void> => {
  const chosen = chosenFrom(SCENARIOS, only);
  const { cores, machine, folder } = openRun();
  const context = contextOf(quick, cores, folder);
  for (const size of [SMALL, LARGE]) await storeOf(size, cores.server);
  if (profiled) {
    for (const { work } of chosen) if (work) process.stdout.write(`${await profile(work, context)}\n`);
    return;
  }
  const started = Date.now();
  const rows: Row[] = [];
  for (const scenario of chosen) {
    const began = performance.now();
    rows.push(...(await scenario.run(context)));
    say(`  ${scenario.id}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  const { rounds, seconds: secondsPerRound, warmUpSeconds } = context;
  const results = {
    at: new Date(started).toISOString(),
    quick,
    rounds,
    secondsPerRound,
    warmUpSeconds,
    seconds,
    machine,
  };
  if (only.length === 0) {
    mkdirSync(join(bench, 'results'), { recursive: true });
    writeFileSync(
      join(bench, 'results/latest.json'),
      `${JSON.stringify({ ...results, notes: NOTES, rows }, undefined, 2)}\n`,
    );
  }
  process.stdout.write(`\n${tableOf(rows)}\n\n${NOTES.map((note) => `- ${note}\n`).join('')}\n`);
  process.stdout.write(`${closingWords(rows, context, machine, seconds)}\n`);
};

const closingWords = (
  rows: readonly Row[],
  { rounds, seconds }: Context,
  machine: ReturnType<typeof machineFacts>,
  elapsed: number,
): string => {
  const met = rows.filter((row) => row.met === true).length;
  const goals = rows.filter((row) => row.met !== undefined).length;
  const [load = 0] = machine.loadAtStart;
  const facts = `${machine.cpu}, ${machine.coresAllowed} cores, ${machine.kernel}, Node ${machine.node}, load ${load}`;
  const busy = 'The machine was busy with other work when this began: the figures spread, and its ratios say little.\n';
  const words = `${met} of ${goals} goals met; ${rounds} rounds of ${seconds} s; ${elapsed} s in all\n${facts}`;
  return load > machine.coresAllowed / 2 ? `${busy}${words}` : words;
};
