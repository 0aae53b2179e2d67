import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** Runs the scenarios, prints the table, and keeps it if it is complete. */
export const runScenarios = (quick: boolean, only: readonly string[], profiled: boolean): Promise<void> => {
  const chosen = chosenFrom(SCENARIOS, only);
  return withRun(quick, async (run) => {
    if (profiled) {
      for (const work of chosen) process.stdout.write(`${await profile(work, run)}\n`);
      return;
    }
    const [started, machine] = [Date.now(), machineFacts(run.cores)];
    const rows: Row[] = [];
    for (const work of chosen) rows.push(...(await compare(work, run)));
    const { rounds, seconds: secondsPerRound } = run;
    const seconds = Math.round((Date.now() - started) / 1000);
    if (only.length === 0) {
      const facts = { at: new Date(started).toISOString(), quick, rounds, secondsPerRound, seconds, machine };
      mkdirSync(join(DATA, '../results'), { recursive: true });
      const latest = join(DATA, '../results/latest.json');
      writeFileSync(latest, `${JSON.stringify({ ...facts, notes: NOTES, rows }, undefined, 2)}\n`);
    }
    const goals = rows.filter(({ goal }) => goal !== undefined);
    const met = `${goals.filter(isMet).length} of ${goals.length} goals met`;
    process.stdout.write(`\n${tableOf(rows)}\n\n${NOTES.map((note) => `- ${note}\n`).join('')}\n`);
    process.stdout.write(
      `${met}; ${rounds} rounds of ${secondsPerRound} s; ${seconds} s in all\n${closing(machine)}\n`,
    );
  });
};

/** The machine, and a warning if it was busy. */
export const closing = ({ cpu, coresAllowed, kernel, node, loadAtStart }: ReturnType<typeof machineFacts>): string => {
  const [load = 0] = loadAtStart;
  const facts = `${cpu}, ${coresAllowed} cores, ${kernel}, Node ${node}, load ${load}`;
  const busy = 'The machine was busy with other work at the start: the figures spread, and the ratios say little.\n';
  return load > coresAllowed / 2 ? `${busy}${facts}` : facts;
};
