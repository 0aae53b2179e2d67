import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killPostgres } from './data/postgres.ts';
import { type Cores, machineFacts, pin, planCores } from './machine.ts';
import { killAll } from './processes.ts';

export type OpenRun = {
  readonly cores: Cores;
  readonly machine: ReturnType<typeof machineFacts>;
  /** For this run's copies of the stores; gone afterwards. */
  readonly folder: string;
};

const data = join(import.meta.dirname, '../.data');

/** The place and the cores of a run. Nothing that was started outlives it. */
export const openRun = (): OpenRun => {
  const cores = planCores();
  const machine = machineFacts(cores);
  mkdirSync(data, { recursive: true });
  const folder = mkdtempSync(join(data, 'run-'));
  // Run by root, PostgreSQL runs as another user, who must get through to its own folder.
  chmodSync(folder, 0o711);
  process.once('exit', () => {
    killAll();
    killPostgres();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  pin(process.pid, cores.load);
  return { cores, machine, folder };
};

/** The name after --only is not one of them. */
export class UnknownScenario extends Error {}

/** All of them, or those that `--only` names. */
export const chosenFrom = <One extends { readonly id: string }>(
  all: readonly One[],
  only: readonly string[],
): readonly One[] => {
  const unknown = only.find((id) => !all.some((one) => one.id === id));
  if (unknown === undefined) return all.filter(({ id }) => only.length === 0 || only.includes(id));
  throw new UnknownScenario(`There is no scenario ${unknown}; there are ${all.map(({ id }) => id).join(', ')}.`);
};
