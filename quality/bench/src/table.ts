import { median } from '@health-case/harness/load';

/** Says on standard error what the benchmark does. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

export const spreadOf = (values: readonly number[]) => ({
  median: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});

/** Three digits: rounds on one machine agree on no more. */
const rounded = (value: number): number => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

export type Cells = Readonly<Record<string, number | string | boolean | undefined>>;

/** Prints a table under its title. What is undefined stays empty. */
export const printTable = (title: string, rows: Readonly<Record<string, Cells>>): void => {
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'number' ? rounded(value) : value));
  process.stdout.write(`\n${title}\n`);
  // biome-ignore lint/suspicious/noConsole: the tables are what the program is for
  console.table(JSON.parse(text));
};
