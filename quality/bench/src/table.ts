import type { Summary } from './load.ts';

/** One line of the table. */
export type Row = Summary & {
  readonly work: string;
  readonly system: string;
  /** The service's requests per second over those of this system. */
  readonly ratio?: number;
  /** The same from processor time per request. */
  readonly cpuRatio?: number;
  /** The least ratio that is wanted. */
  readonly goal?: number | undefined;
};

export const isMet = ({ goal = 0, ratio = 0 }: Row): boolean => Math.round(ratio * 100) / 100 >= goal;

/** Three digits: rounds on one machine agree on no more. */
const figure = (value: number | undefined): string => {
  if (value === undefined) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

type Column = readonly [head: string, of: (row: Row, before: Row | undefined) => string];

/** The first columns are text, the others are numbers. */
const COLUMNS: readonly Column[] = [
  ['work', ({ work }, before) => (work === before?.work ? '' : work)],
  ['system', ({ system }) => system],
  [
    'requests/s (least–most)',
    ({ perSecond, least, most }) => `${figure(perSecond)} (${figure(least)}–${figure(most)})`,
  ],
  ['p50 ms', ({ p50 }) => figure(p50)],
  ['p99 ms', ({ p99 }) => figure(p99)],
  ['CPU µs/req', ({ cpuMicroseconds }) => figure(cpuMicroseconds)],
  ['busy', ({ busy }) => `${Math.round(busy * 100)} %`],
  ['RSS MB', ({ rss }) => figure(rss)],
  ['service ÷ it', ({ ratio }) => figure(ratio)],
  ['by CPU', ({ cpuRatio }) => figure(cpuRatio)],
  ['goal', ({ goal }) => (goal === undefined ? '' : `≥ ${goal}`)],
  ['met', (row) => (row.goal === undefined ? '' : isMet(row) ? 'yes' : 'NO')],
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

export const tableOf = (rows: readonly Row[]): string =>
  markdown(
    COLUMNS.map(([head]) => head),
    rows.map((row, index) => COLUMNS.map(([, of]) => of(row, rows[index - 1]))),
    2,
  );
