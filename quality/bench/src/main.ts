import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@health-case/harness/client';
import { createHarness } from '@health-case/harness/harness';
import { root } from '@health-case/harness/processes';
import { readArguments } from '@health-case/terminal/read-arguments';
import { measureCalls } from './calls.ts';
import { compare } from './compare.ts';
import { measureImport } from './import.ts';
import { describeMachine, pin, planCores, requireTools, Stop } from './machine.ts';
import { measureManyRows } from './many-rows.ts';
import { besideBefore, SCENARIOS } from './scenarios.ts';
import { measureSequencer } from './sequencer.ts';
import type { Run } from './servers.ts';
import { say } from './table.ts';

/** On the disk of the project: a temporary folder may be in memory, where a sync costs nothing. */
const DATA = join(import.meta.dirname, '../.data');
/** What is no comparison. */
const OTHERS = { 'many-rows': measureManyRows, import: measureImport, sequencer: measureSequencer };

/** Does work on this machine's cores with a folder of its own. What it starts ends with it, also if interrupted. */
const withRun = async (
  quick: boolean,
  before: string | undefined,
  work: (run: Run) => Promise<void>,
): Promise<void> => {
  requireTools();
  const cores = planCores();
  const machine = describeMachine();
  const harness = createHarness(say);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => void harness.end().finally(() => process.exit(code)));
  }
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, 'run-'));
  if (before) mkdirSync(join(folder, 'before'));
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  pin(process.pid, cores.load);
  const size = quick ? { rounds: 3, seconds: 2, manyRows: 100_000 } : { rounds: 7, seconds: 4, manyRows: 1_000_000 };
  const client = createClient(harness, false);
  await work({ harness, client, root, cores, folder, ...size }).finally(harness.end);
  process.stdout.write(`\n${machine}\n`);
};

/** Measures all scenarios, or those whose names begin with one of `only`. */
const measureScenarios = async (run: Run, only: readonly string[], before: string | undefined): Promise<void> => {
  const isNamed = (id: string) => only.length === 0 || only.some((name) => id.startsWith(name));
  for (const work of SCENARIOS.filter(({ id }) => isNamed(id))) {
    await compare(before ? besideBefore(work, before) : work, run);
  }
  const others = before ? [] : Object.entries(OTHERS);
  for (const [id, measure] of others) if (isNamed(id)) await measure(run);
  process.stdout.write(`\n${run.rounds} rounds of ${run.seconds} s\n`);
};

const { quick, only, calls, before } = readArguments(import.meta.filename, {
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    calls: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
}).values;
try {
  const ids = [...SCENARIOS.map(({ id }) => id), ...Object.keys(OTHERS)];
  const unknown = only.find((name) => !ids.some((id) => id.startsWith(name)));
  if (unknown !== undefined) throw new Stop(2, `There is no scenario ${unknown}; there are ${ids.join(', ')}.`);
  const checkout = before && resolve(before);
  await withRun(quick, checkout, calls ? measureCalls : (run) => measureScenarios(run, only, checkout));
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof Stop ? message : (stack ?? message)}\n`);
  process.exit(error instanceof Stop ? error.exitCode : 1);
}
