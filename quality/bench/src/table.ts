import type { Summary } from './load.ts';

/** A goal on one row, and whether it was met. */
export type Verdict = { readonly goal: string; readonly met: boolean };

/** One line of the table. */
export type Row = Partial<Verdict> & {
  readonly work: string;
  readonly system: string;
  /** Where requests were counted. */
  readonly summary?: Summary;
  /** Where something else was measured. */
  readonly measured?: { readonly value: number; readonly unit: string; readonly least: number; readonly most: number };
  /** The service's requests per second over those of this system. */
  readonly ratio?: number;
  /** The same from processor time per request. */
  readonly cpuRatio?: number;
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const atLeast = (least: number, value: number, of: string): Verdict => ({
  goal: `≥ ${least} × ${of}`,
  met: rounded(value) >= least,
});
export const atMost = (most: number, value: number, unit: string): Verdict => ({
  goal: `≤ ${most} ${unit}`,
  met: rounded(value) <= most,
});

/** Three digits: rounds on one machine agree on no more. */
const figure = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};

const rateOf = ({ summary, measured }: Row): string => {
  const [value, unit] = summary ? [summary.perSecond, ''] : [measured?.value ?? Number.NaN, ` ${measured?.unit}`];
  const { least, most } = summary ?? measured ?? { least: Number.NaN, most: Number.NaN };
  return `${figure(value)}${unit} (${figure(least)}–${figure(most)})`;
};

const optional = (value: number | undefined): string => (value === undefined ? '' : figure(value));

type Column = readonly [head: string, of: (row: Row, before: Row | undefined) => string, align?: 'left'];

const COLUMNS: readonly Column[] = [
  ['work', ({ work }, before) => (work === before?.work ? '' : work), 'left'],
  ['system', ({ system }) => system, 'left'],
  ['requests/s (least–most)', rateOf],
  ['p50 ms', ({ summary }) => optional(summary?.p50)],
  ['p99 ms', ({ summary }) => optional(summary?.p99)],
  ['CPU µs/req', ({ summary }) => optional(summary?.cpuMicroseconds)],
  ['busy', ({ summary }) => (summary ? `${Math.round(summary.busy * 100)} %` : '')],
  ['RSS MB', ({ summary }) => optional(summary?.rss)],
  ['service ÷ it', ({ ratio }) => optional(ratio)],
  ['by CPU', ({ cpuRatio }) => optional(cpuRatio)],
  ['goal', ({ goal = '' }) => goal, 'left'],
  ['met', ({ met }) => (met === undefined ? '' : met ? 'yes' : 'NO')],
];

/** A table in Markdown whose columns are aligned, so that it is a table in plain text, too. */
export const markdown = (head: readonly string[], rows: readonly (readonly string[])[], isLeft: readonly boolean[]) => {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) =>
      (isLeft[column] ? cell.padEnd : cell.padStart).call(cell, widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  };
  const rules = widths.map((width, column) => (isLeft[column] ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [line(head), `|${rules.join('|')}|`, ...rows.map(line)].join('\n');
};

export const tableOf = (rows: readonly Row[]): string =>
  markdown(
    COLUMNS.map(([head]) => head),
    rows.map((row, index) => COLUMNS.map(([, of]) => of(row, rows[index - 1]))),
    COLUMNS.map(([, , align]) => align === 'left'),
  );

/** What the table does not say by itself. */
export const NOTES = [
  "service ÷ it: the service's requests per second over those of the row's system; in scenarios by size, the rate at 10,000 rows over the rate of the row.",
  'by CPU: the same from processor time per request, which other work on the machine changes less; the goals are by requests/s.',
  'CPU µs/req: processor time of the server alone, with the work that it does after the reply; not that of PostgreSQL.',
  'busy: below about 90 %, the server was not the bottleneck (but the disk, PostgreSQL or the reader); then compare CPU µs/req.',
  "The service writes an audit record for each change and for each reading of children's data, and the last use of each session once a minute; limits and rivals write neither.",
] as const;
