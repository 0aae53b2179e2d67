import * as echarts from 'echarts';
import type { machineFacts } from '../machine.ts';
import { markdown } from '../table.ts';
import type { Operation, Point } from './measure.ts';

export type Curve = Omit<Operation, 'measure'> & { readonly points: readonly Point[] };

const count = (rows: number): string => rows.toLocaleString('en');

/** Three digits: runs agree on no more. */
const figure = (value: number): string =>
  value >= 99.95 ? count(Math.round(value)) : value.toPrecision(value >= 0.995 ? 3 : 2);

/** In the unit that leaves at most three digits before the point. */
const duration = (milliseconds: number | undefined): string => {
  if (milliseconds === undefined) return '';
  if (milliseconds < 0.9995) return `${figure(milliseconds * 1000)} µs`;
  return milliseconds < 999.5 ? `${figure(milliseconds)} ms` : `${figure(milliseconds / 1000)} s`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => markdown(head, rows, [true]);

const growthOf = (points: readonly Point[], of: (times: Point['times']) => number | undefined): string => {
  const [first, last] = [points[0], points.at(-1)].map((point) => point && of(point.times));
  if (first === undefined || last === undefined) return '';
  return `${last / first < 9.95 ? (last / first).toFixed(1) : figure(last / first)} ×`;
};

/** The medians by size, and the last over the first. */
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

/** All that was measured. */
export const detailsOf = (curves: readonly Curve[]): string => {
  const rows = curves.flatMap(({ title, points }) =>
    points.map(({ rows, times, memory, done }, index) => [
      index === 0 ? title : '',
      count(rows),
      ...[times.median, times.p99, times.firstByte, times.cpu].map(duration),
      `${figure(memory)} MB`,
      count(done),
    ]),
  );
  return table(['', 'rows', 'median', '99th percentile', 'first byte', 'CPU', 'memory', 'times done'], rows);
};

/** The run and the machine, a sentence a line. */
export const factsOf = (started: Date, machine: ReturnType<typeof machineFacts>, quick: boolean): string => {
  const { cpu, coresAllowed, memoryMegabytes, kernel, node, loadAtStart } = machine;
  const minutes = Math.round((Date.now() - started.getTime()) / 60_000);
  return [
    `\`npm run bench -- --growth${quick ? ' --quick' : ''}\` on ${started.toISOString().slice(0, 10)}, in ${minutes} minutes.`,
    `${cpu}, ${coresAllowed} cores, ${count(memoryMegabytes)} MB of memory, ${kernel}, Node ${node}.`,
    `The load average was ${loadAtStart[0]} at the start.`,
  ].join('\n');
};

/** The document with its parts between `<!-- name: written by … -->` and `<!-- name: end -->` replaced. */
export const renewed = (document: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((text, [name, content]) => {
    const place = new RegExp(`(<!-- ${name}: written by .* -->\n)[^]*?(<!-- ${name}: end -->)`);
    if (!place.test(text)) throw new Error(`The document has no place for ${name}: its two comments are missing.`);
    return text.replace(place, (_, start: string, end: string) => `${start}\n${content}\n\n${end}`);
  }, document);

const [INK, FAINT] = ['#24292f', '#d8dee4'];
/** Time and memory. */
const PANELS = [
  { left: 72, top: 96, width: 420, bottom: 54 },
  { left: 612, top: 96, width: 244, bottom: 54 },
] as const;

type Line = readonly [name: string, colour: string, panel: 0 | 1, of: (point: Point) => number | undefined];
/** Colours that the colour-blind tell apart. */
const LINES: readonly Line[] = [
  ['median', '#0072b2', 0, ({ times }) => times.median],
  ['99th percentile', '#d55e00', 0, ({ times }) => times.p99],
  ['first byte', '#aa4499', 0, ({ times }) => times.firstByte],
  ['processor time', '#009e73', 0, ({ times }) => times.cpu],
  ['memory', '#56606a', 1, ({ memory }) => memory],
];

/** Whole decades, so that lines of all plots rise alike. */
const decades = (values: readonly number[]) => ({
  min: 10 ** Math.floor(Math.log10(Math.min(...values))),
  max: 10 ** Math.ceil(Math.log10(Math.max(...values))),
});

const axisOf = (gridIndex: number, formatter: (value: number) => string) => ({
  type: 'log' as const,
  gridIndex,
  axisLabel: { formatter, color: INK },
  splitLine: { show: true, lineStyle: { color: FAINT } },
});

/** Time and memory of an operation by rows, both axes logarithmic, as an SVG. */
export const plotOf = ({ title, memoryAt, points }: Curve): string => {
  const lines = LINES.filter(([, , , of]) => points.some((point) => of(point) !== undefined));
  const times = lines
    .filter(([, , panel]) => panel === 0)
    .flatMap(([, , , of]) => points.map((point) => of(point) ?? []));
  const rows = {
    min: points[0]?.rows ?? 1,
    max: points.at(-1)?.rows ?? 1,
    nameGap: 28,
    nameLocation: 'middle' as const,
  };
  const heading = (text: string, left: number, top: number) => ({
    text,
    left,
    top,
    textStyle: { color: INK, fontSize: 13 },
  });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 900, height: 360 });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'sans-serif', color: INK },
    title: [
      heading(title, 16, 8),
      heading('Time', PANELS[0].left, 40),
      heading(`Memory ${memoryAt}`, PANELS[1].left, 40),
    ],
    legend: { left: PANELS[0].left, top: 66, data: lines.flatMap(([name, , panel]) => (panel === 0 ? [name] : [])) },
    grid: PANELS,
    xAxis: [0, 1].map((panel) => ({ ...axisOf(panel, count), ...rows, name: 'rows' })),
    yAxis: [
      { ...axisOf(0, duration), ...decades(times.flat()) },
      { ...axisOf(1, (value) => `${count(value)} MB`), ...decades([10, 1000, ...points.map(({ memory }) => memory)]) },
    ],
    series: lines.map(([name, color, panel, of]) => ({
      type: 'line' as const,
      name,
      color,
      symbolSize: 8,
      silent: true,
      xAxisIndex: panel,
      yAxisIndex: panel,
      data: points.map((point) => [point.rows, of(point) ?? null]),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
};
