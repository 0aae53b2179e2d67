import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../harness/src/client.ts';
import { createHarness } from '../../harness/src/harness.ts';
import { compare, say, type Work } from './compare.ts';
import { type Cores, machineFacts, pin, planCores } from './machine.ts';
import { profile } from './profile.ts';
import { millionDoctors } from './scenarios/million-doctors.ts';
import { overPostgresql } from './scenarios/over-postgresql.ts';
import { overSizes, overSqlite } from './scenarios/over-sqlite.ts';
import { processStart } from './scenarios/process-start.ts';
import { LARGE, SMALL } from './sizes.ts';
import { DATA, storeOf } from './stores.ts';
import type { Run } from './systems.ts';
import { NOTES, type Row, tableOf } from './table.ts';

type Scenario = { readonly id: string; readonly run: (run: Run) => Promise<readonly Row[]>; readonly work?: Work };

const compared = (work: Work): Scenario => ({ id: work.id, run: (run) => compare(work, run), work });

/** In the order of the table. */
const SCENARIOS: readonly Scenario[] = [
  ...overSqlite.map(compared),
  { id: 'children-postgresql', run: overPostgresql },
  { id: 'million-doctors', run: millionDoctors },
  { id: 'process-start', run: processStart },
  ...overSizes.map(compared),
];

/** A harness that ends with the process, also if it is interrupted. */
const openHarness = () => {
  const harness = createHarness(say);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => void harness.end().finally(() => process.exit(code)));
  }
  return harness;
};

/** Does work on the cores of this machine with a folder of its own. Whatever it starts ends with it. */
export const withRun = async (quick: boolean, work: (run: Run) => Promise<void>): Promise<void> => {
  const cores: Cores = planCores();
  const harness = openHarness();
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, 'run-'));
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o711);
  pin(process.pid, cores.load);
  const load = quick ? { rounds: 3, seconds: 1, warmUpSeconds: 1 } : { rounds: 7, seconds: 5, warmUpSeconds: 4 };
  const client = createClient(harness, false);
  await work({ harness, client, quick, cores, folder, serviceOptions: [], ...load }).finally(harness.end);
};

/** There is no scenario of the name after --only. */
export class UnknownScenario extends Error {}

/** All, or those that --only names. */
export const chosenFrom = <One extends { readonly id: string }>(all: readonly One[], only: readonly string[]) => {
  const unknown = only.find((id) => !all.some((one) => one.id === id));
  if (unknown === undefined) return all.filter(({ id }) => only.length === 0 || only.includes(id));
  throw new UnknownScenario(`There is no scenario ${unknown}; there are ${all.map(({ id }) => id).join(', ')}.`);
};

/** Calls `work` and says how long it took. */
export const timed = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const result = await work();
  say(`  ${id}: ${Math.round((performance.now() - began) / 1000)} s`);
  return result;
};

export type Wanted = { readonly quick: boolean; readonly profiled: boolean; readonly only: readonly string[] };

/** Runs the scenarios, prints the table, and keeps it if it is complete. */
export const runScenarios = ({ quick, profiled, only }: Wanted): Promise<void> => {
  const chosen = chosenFrom(SCENARIOS, only);
  return withRun(quick, async (run) => {
    for (const size of [SMALL, LARGE]) await storeOf(run, size);
    if (profiled) {
      for (const { work } of chosen) if (work) process.stdout.write(`${await profile(work, run)}\n`);
      return;
    }
    const [started, machine] = [Date.now(), machineFacts(run.cores)];
    const rows: Row[] = [];
    for (const scenario of chosen) rows.push(...(await timed(scenario.id, () => scenario.run(run))));
    const { rounds, seconds: secondsPerRound } = run;
    const seconds = Math.round((Date.now() - started) / 1000);
    if (only.length === 0) {
      const facts = { at: new Date(started).toISOString(), quick, rounds, secondsPerRound, seconds, machine };
      mkdirSync(join(DATA, '../results'), { recursive: true });
      const latest = join(DATA, '../results/latest.json');
      writeFileSync(latest, `${JSON.stringify({ ...facts, notes: NOTES, rows }, undefined, 2)}\n`);
    }
    process.stdout.write(`\n${tableOf(rows)}\n\n${NOTES.map((note) => `- ${note}\n`).join('')}\n`);
    process.stdout.write(`${closing(rows, run, machine, seconds)}\n`);
  });
};

const closing = (rows: readonly Row[], run: Run, machine: ReturnType<typeof machineFacts>, elapsed: number): string => {
  const goals = rows.filter(({ met }) => met !== undefined);
  const [load = 0] = machine.loadAtStart;
  const facts = `${machine.cpu}, ${machine.coresAllowed} cores, ${machine.kernel}, Node ${machine.node}, load ${load}`;
  const busy = 'The machine was busy with other work at the start: the figures spread, and the ratios say little.\n';
  const met = `${goals.filter(({ met }) => met).length} of ${goals.length} goals met`;
  const words = `${met}; ${run.rounds} rounds of ${run.seconds} s; ${elapsed} s in all\n${facts}`;
  return load > machine.coresAllowed / 2 ? `${busy}${words}` : words;
};
