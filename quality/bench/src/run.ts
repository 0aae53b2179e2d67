import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../harness/src/client.ts';
import { createHarness } from '../../harness/src/harness.ts';
import { compare, say, type Work } from './compare.ts';
import { machineFacts, pin, planCores } from './machine.ts';
import { overPostgresql } from './over-postgresql.ts';
import { overSqlite } from './over-sqlite.ts';
import { profile } from './profile.ts';
import { DATA } from './stores.ts';
import type { Run } from './systems.ts';
import { isMet, NOTES, type Row, tableOf } from './table.ts';

/** In the order of the table. */
const SCENARIOS: readonly Work[] = [...overSqlite, ...overPostgresql];

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
  const load = quick ? { rounds: 3, seconds: 1, warmUpSeconds: 1 } : { rounds: 7, seconds: 5, warmUpSeconds: 4 };
  const client = createClient(harness, false);
  await work({ harness, client, quick, cores, folder, serviceOptions: [], ...load }).finally(harness.end);
};

/** There is no scenario of the name after --only. */
class UnknownScenario extends Error {}

/** All, or those that --only names. */
export const chosenFrom = <One extends { readonly id: string }>(all: readonly One[], only: readonly string[]) => {
  const unknown = only.find((id) => !all.some((one) => one.id === id));
  if (unknown === undefined) return all.filter(({ id }) => only.length === 0 || only.includes(id));
  throw new UnknownScenario(`There is no scenario ${unknown}; there are ${all.map(({ id }) => id).join(', ')}.`);
};

/** Runs the scenarios, and prints the table. */
export const runScenarios = (quick: boolean, only: readonly string[], profiled: boolean): Promise<void> => {
  const chosen = chosenFrom(SCENARIOS, only);
  return withRun(quick, async (run) => {
    if (profiled) {
      for (const work of chosen) process.stdout.write(`${await profile(work, run)}\n`);
      return;
    }
    const machine = machineFacts();
    const rows: Row[] = [];
    for (const work of chosen) rows.push(...(await compare(work, run)));
    const goals = rows.filter(({ goal }) => goal !== undefined);
    const met = `${goals.filter(isMet).length} of ${goals.length} goals met`;
    process.stdout.write(`\n${tableOf(rows)}\n\n${NOTES.map((note) => `- ${note}\n`).join('')}\n`);
    process.stdout.write(`${met}; ${run.rounds} rounds of ${run.seconds} s\n${closing(machine)}\n`);
  });
};

/** The machine at the start, and a warning if it was busy. */
export const closing = ({ cpu, coresAllowed, kernel, load }: ReturnType<typeof machineFacts>): string => {
  const facts = `${cpu}, ${coresAllowed} cores, ${kernel}, Node ${process.version}, load ${load}`;
  const busy = 'The machine was busy with other work at the start: the figures spread, and the ratios say little.\n';
  return load > coresAllowed / 2 ? `${busy}${facts}` : facts;
};
