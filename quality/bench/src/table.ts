import { median } from '../../harness/src/load.ts';
import type { Summary } from './load.ts';

/** The figures of one system. */
export type Row = Summary & {
  readonly work: string;
  readonly system: string;
  /** Round trips to the database of one call. */
  readonly trips: number | undefined;
};

/** The median of the ratios of two systems in each round, and what is wanted of it. */
export type Ratio = {
  readonly work: string;
  readonly name: string;
  /** Of requests per second, with the lowest and the highest round. */
  readonly rate: number;
  readonly least: number;
  readonly most: number;
  readonly p99: number;
  /** Of requests per second of processor time. */
  readonly cpu: number;
  readonly goals: { readonly least?: number; readonly p99AtMost?: number };
};

/** A figure of the service alone, and the most that is wanted. */
export type Figure = {
  readonly work: string;
  readonly name: string;
  readonly values: readonly number[];
  readonly atMost: number;
};

const isMet = ({ values, atMost }: Figure): boolean => median(values) <= atMost;

/** Of each goal, whether it is met. Two digits count. */
const goalsOf = ({ rate, p99, goals }: Ratio): readonly { readonly goal: string; readonly met: boolean }[] => {
  const { least, p99AtMost } = goals;
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return [
    ...(least === undefined ? [] : [{ goal: `≥ ${least}`, met: rounded(rate) >= least }]),
    ...(p99AtMost === undefined ? [] : [{ goal: `p99 ≤ ${p99AtMost}`, met: rounded(p99) <= p99AtMost }]),
  ];
};

/** Three digits: rounds on one machine agree on no more. */
const figure = (value: number | undefined): string => {
  if (value === undefined) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

type Column<T> = readonly [head: string, of: (row: T, before: T | undefined) => string];
type InWork = { readonly work: string };

const work: Column<InWork> = ['work', (row, before) => (row.work === before?.work ? '' : row.work)];

const FIGURES: readonly Column<Row>[] = [
  work,
  ['system', ({ system }) => system],
  [
    'requests/s (least–most)',
    ({ perSecond, least, most }) => `${figure(perSecond)} (${figure(least)}–${figure(most)})`,
  ],
  ['p50 ms', ({ p50 }) => figure(p50)],
  ['p99 ms', ({ p99 }) => figure(p99)],
  ['CPU µs/req', ({ cpuMicroseconds }) => figure(cpuMicroseconds)],
  ['cores', ({ busy }) => busy.toFixed(2)],
  ['RSS MB', ({ rss }) => figure(rss)],
  ['refused', ({ refused }) => (refused === 0 ? '' : `${(refused * 100).toFixed(1)} %`)],
  ['round trips', ({ trips }) => (trips === undefined ? '' : String(trips))],
];

const RATIOS: readonly Column<Ratio>[] = [
  work,
  ['ratio', ({ name }) => name],
  ['requests/s (least–most)', ({ rate, least, most }) => `${figure(rate)} (${figure(least)}–${figure(most)})`],
  ['p99', ({ p99 }) => figure(p99)],
  ['by CPU', ({ cpu }) => figure(cpu)],
  [
    'goal',
    (ratio) =>
      goalsOf(ratio)
        .map(({ goal }) => goal)
        .join(', '),
  ],
  [
    'met',
    (ratio) =>
      goalsOf(ratio)
        .map(({ met }) => (met ? 'yes' : 'NO'))
        .join(', '),
  ],
];

/** A table in Markdown whose columns are aligned: the first `texts` to the left, the others to the right. */
export const markdown = (head: readonly string[], rows: readonly (readonly string[])[], texts: number): string => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) =>
      (column < texts ? cell.padEnd : cell.padStart).call(cell, widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  };
  const rules = widths.map((width, column) => (column < texts ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [line(head), `|${rules.join('|')}|`, ...rows.map(line)].join('\n');
};

const tableOf = <T>(columns: readonly Column<T>[], rows: readonly T[]): string =>
  markdown(
    columns.map(([head]) => head),
    rows.map((row, index) => columns.map(([, of]) => of(row, rows[index - 1]))),
    2,
  );

const ALONE: readonly Column<Figure>[] = [
  work,
  ['figure', ({ name }) => name],
  [
    'median (least–most)',
    ({ values }) => `${figure(median(values))} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`,
  ],
  ['goal', ({ atMost }) => `≤ ${atMost}`],
  ['met', (row) => (isMet(row) ? 'yes' : 'NO')],
];

export type Measured = {
  readonly rows: readonly Row[];
  readonly ratios: readonly Ratio[];
  readonly figures: readonly Figure[];
};

/** The tables that are not empty, and how many goals are met. */
export const report = ({ rows, ratios, figures }: Measured): string => {
  const goals = [...ratios.flatMap(goalsOf).map(({ met }) => met), ...figures.map(isMet)];
  const tables = [
    rows.length > 0 ? tableOf(FIGURES, rows) : '',
    ratios.length > 0 ? tableOf(RATIOS, ratios) : '',
    figures.length > 0 ? tableOf(ALONE, figures) : '',
  ];
  return [...tables.filter(Boolean), `${goals.filter(Boolean).length} of ${goals.length} goals met`].join('\n\n');
};
