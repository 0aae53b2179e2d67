import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../harness/src/client.ts';
import { createHarness } from '../../harness/src/harness.ts';
import { measureCalls } from './calls.ts';
import { compare } from './compare.ts';
import { describeMachine, pin, planCores, Stop } from './machine.ts';
import { measureManyRows } from './many-rows.ts';
import { profile } from './profile.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Run } from './servers.ts';
import { say } from './table.ts';

/** On the disk of the project: a temporary folder may be in memory, where a sync costs nothing. */
const DATA = join(import.meta.dirname, '../.data');

/** Does work on the cores of this machine with a folder of its own. What it starts ends with it, also if it is interrupted. */
const withRun = async (quick: boolean, work: (run: Run) => Promise<void>): Promise<void> => {
  const cores = planCores();
  const machine = describeMachine();
  const harness = createHarness(say);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => void harness.end().finally(() => process.exit(code)));
  }
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, 'run-'));
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  pin(process.pid, cores.load);
  const size = quick
    ? { rounds: 3, seconds: 2, manyRows: 100_000, calls: 10 }
    : { rounds: 7, seconds: 4, manyRows: 1_000_000, calls: 50 };
  const client = createClient(harness, false);
  await work({ harness, client, cores, folder, serviceOptions: [], ...size }).finally(harness.end);
  process.stdout.write(`\n${machine}\n`);
};

const MANY_ROWS = 'many-rows';

/** Measures all scenarios, or those whose names begin with one of `only`, or profiles the service in them. */
export const runScenarios = (quick: boolean, only: readonly string[], isProfile: boolean): Promise<void> => {
  const ids = [...SCENARIOS.map(({ id }) => id), MANY_ROWS];
  const isNamed = (id: string) => only.length === 0 || only.some((name) => id.startsWith(name));
  const unknown = only.find((name) => !ids.some((id) => id.startsWith(name)));
  if (unknown !== undefined) throw new Stop(2, `There is no scenario ${unknown}; there are ${ids.join(', ')}.`);
  return withRun(quick, async (run) => {
    for (const work of SCENARIOS.filter(({ id }) => isNamed(id))) await (isProfile ? profile : compare)(work, run);
    if (isNamed(MANY_ROWS) && !isProfile) await measureManyRows(run);
    if (!isProfile) process.stdout.write(`\n${run.rounds} rounds of ${run.seconds} s\n`);
  });
};

export const runCalls = (quick: boolean): Promise<void> => withRun(quick, measureCalls);
