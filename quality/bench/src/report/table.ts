import type { Row } from './row.ts';

const HEAD = [
  'work',
  'system',
  'requests/s (least–most)',
  'p50 ms',
  'p99 ms',
  'CPU µs/req',
  'busy',
  'RSS MB',
  'service ÷ it',
  'by CPU',
  'goal',
  'met',
] as const;

/** Three figures are what rounds on one machine agree on. */
const figure = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};
const span = (least?: number, most?: number): string =>
  least === undefined || most === undefined ? '' : ` (${figure(least)}–${figure(most)})`;

const measuredOf = ({ summary, measured, skipped }: Row): string => {
  if (skipped !== undefined) return 'skipped';
  if (measured) return `${figure(measured.value)} ${measured.unit}${span(measured.least, measured.most)}`;
  return summary ? `${figure(summary.perSecond)}${span(summary.least, summary.most)}` : '';
};

const cellsOf = (row: Row, previous: Row | undefined): readonly string[] => {
  const { summary } = row;
  const of = (value: number | undefined): string => (value === undefined ? '' : figure(value));
  return [
    row.work === previous?.work ? '' : row.work,
    row.system,
    measuredOf(row),
    of(summary?.p50),
    of(summary?.p99),
    of(summary?.cpuMicroseconds),
    summary ? `${Math.round(summary.busy * 100)} %` : '',
    of(summary?.rss),
    of(row.ratio),
    of(row.cpuRatio),
    row.goal ?? '',
    row.met === undefined ? '' : row.met ? 'yes' : 'NO',
  ];
};

/** The results as one table of plain text, which is a table in Markdown, too. */
export const tableOf = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map((row, index) => cellsOf(row, rows[index - 1]))];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isText = (column: number): boolean => column < 2 || column === 10;
  const written = lines.map((line) => {
    const cells = line.map((cell, column) =>
      isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const skipped = rows.filter((row) => row.skipped !== undefined);
  const reasons = skipped.map((row) => `Skipped: ${row.work}, ${row.system}. ${row.skipped}`);
  return [written[0], rule, ...written.slice(1), ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n');
};

/** What the figures do not say by themselves. */
export const NOTES = [
  "service ÷ it: the service's requests per second over those of the row's system; with a growing store, the rate at 10,000 rows over the rate of the row.",
  'by CPU: the same from processor time per request, on which other work on the machine tells less; the goals are by requests/s.',
  'CPU µs/req: processor time of the server alone, also of what it puts off until after the reply; not that of PostgreSQL.',
  'busy: below about 90 %, something else than the server set the pace (the disk, PostgreSQL, the reader), and CPU µs/req tells more than requests/s.',
  "The service writes an audit record for each change and for each reading of children's data, and the last use of each session once a minute; limits and rivals write neither.",
] as const;
