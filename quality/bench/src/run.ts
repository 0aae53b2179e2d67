import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../harness/src/client.ts';
import { createHarness } from '../../harness/src/harness.ts';
import { compare, say } from './compare.ts';
import { describeMachine, pin, planCores, Stop } from './machine.ts';
import { measureManyRows } from './many-rows.ts';
import { profile } from './profile.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Run } from './servers.ts';
import { type Figure, type Ratio, type Row, report } from './table.ts';

/** On the disk of the project: a temporary folder may be in memory, where a sync costs nothing. */
const DATA = join(import.meta.dirname, '../.data');

/** Does work on the cores of this machine with a folder of its own. What it starts ends with it, also if it is interrupted. */
export const withRun = async (quick: boolean, work: (run: Run) => Promise<void>): Promise<void> => {
  const cores = planCores();
  const harness = createHarness(say);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => void harness.end().finally(() => process.exit(code)));
  }
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, 'run-'));
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  pin(process.pid, cores.load);
  const load = quick
    ? { rounds: 3, seconds: 1, warmUpSeconds: 1, manyRows: 100_000 }
    : { rounds: 7, seconds: 4, warmUpSeconds: 2, manyRows: 1_000_000 };
  const client = createClient(harness, false);
  await work({ harness, client, quick, cores, folder, serviceOptions: [], ...load }).finally(harness.end);
};

const MANY_ROWS_ID = 'many-rows';

/** Runs all scenarios, or those whose names begin with one of `only`, and prints the tables. */
export const runScenarios = (quick: boolean, only: readonly string[], profiled: boolean): Promise<void> => {
  const ids = [...SCENARIOS.map(({ id }) => id), MANY_ROWS_ID];
  const isNamed = (id: string) => only.length === 0 || only.some((name) => id.startsWith(name));
  const unknown = only.find((name) => !ids.some((id) => id.startsWith(name)));
  if (unknown !== undefined) throw new Stop(2, `There is no scenario ${unknown}; there are ${ids.join(', ')}.`);
  const chosen = SCENARIOS.filter(({ id }) => isNamed(id));
  return withRun(quick, async (run) => {
    const machine = describeMachine();
    if (profiled) {
      for (const work of chosen) process.stdout.write(`${await profile(work, run)}\n`);
      return;
    }
    const [rows, ratios, figures]: [Row[], Ratio[], Figure[]] = [[], [], []];
    for (const work of chosen) {
      const compared = await compare(work, run);
      rows.push(...compared.rows);
      ratios.push(...compared.ratios);
    }
    if (isNamed(MANY_ROWS_ID)) figures.push(...(await measureManyRows(run)));
    process.stdout.write(
      `\n${report({ rows, ratios, figures })}; ${run.rounds} rounds of ${run.seconds} s\n${machine}\n`,
    );
  });
};
