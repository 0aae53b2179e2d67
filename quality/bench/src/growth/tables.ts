import type { Curve, Point } from './curve.ts';

/** Three figures are what runs agree on, at best. */
const figure = (value: number): string =>
  value >= 99.95 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 0.995 ? 3 : 2);

/** In the unit in which it has up to three places before the point. */
const duration = (milliseconds: number): string => {
  if (milliseconds < 0.9995) return `${figure(milliseconds * 1000)} µs`;
  return milliseconds < 999.5 ? `${figure(milliseconds)} ms` : `${figure(milliseconds / 1000)} s`;
};
const orNothing = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : duration(milliseconds);

export const count = (rows: number): string => rows.toLocaleString('en');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const written = lines.map((line) => {
    const cells = line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [written[0], `|${rule.join('|')}|`, ...written.slice(1)].join('\n');
};

const growthOf = (points: readonly Point[], of: (times: Point['times']) => number | undefined): string => {
  const [first, last] = [points[0], points.at(-1)].map((point) => point && of(point.times));
  if (first === undefined || last === undefined) return '';
  return `${last / first < 9.95 ? (last / first).toFixed(1) : figure(last / first)} ×`;
};

/** The medians by size, and how often the first fits into the last; the same by processor time, where that is known. */
export const overviewOf = (curves: readonly Curve[]): string => {
  const sizes = (curves[0]?.points ?? []).map(({ rows }) => count(rows));
  const rows = curves.map(({ title, points }) => [
    title,
    ...points.map(({ times }) => duration(times.median)),
    growthOf(points, ({ median }) => median),
    growthOf(points, ({ cpu }) => cpu),
  ]);
  return table(['median, by rows', ...sizes, 'last ÷ first', 'by CPU'], rows);
};

/** Everything that was measured. */
export const detailsOf = (curves: readonly Curve[]): string => {
  const rows = curves.flatMap(({ title, points }) =>
    points.map(({ rows, times, memory, done }, index) => [
      index === 0 ? title : '',
      count(rows),
      duration(times.median),
      duration(times.p99),
      orNothing(times.firstByte),
      orNothing(times.cpu),
      `${figure(memory)} MB`,
      count(done),
    ]),
  );
  return table(['', 'rows', 'median', '99th percentile', 'first byte', 'CPU', 'memory', 'times done'], rows);
};
