import type { Cores } from './machine.ts';

/** How this run is made: the same for every scenario. */
export type Context = {
  readonly quick: boolean;
  readonly cores: Cores;
  /** Where this run keeps its copies of the stores; gone afterwards. */
  readonly folder: string;
  readonly rounds: number;
  /** How long one system is under load in one round, and before the first. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** What Node is given when it runs the service. */
  readonly serviceOptions?: readonly string[];
};

export const contextOf = (quick: boolean, cores: Cores, folder: string): Context =>
  quick
    ? { quick, cores, folder, rounds: 3, seconds: 1, warmUpSeconds: 1 }
    : { quick, cores, folder, rounds: 7, seconds: 5, warmUpSeconds: 4 };

export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
