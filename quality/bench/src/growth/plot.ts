import * as echarts from 'echarts';
import type { Curve, Point } from './curve.ts';
import { count } from './tables.ts';

const [WIDTH, HEIGHT] = [900, 360];
/** The two panels, time and memory: where they begin, and how wide they are. */
const PANELS = [
  { left: 72, top: 96, width: 420, bottom: 54 },
  { left: 612, top: 96, width: 244, bottom: 54 },
] as const;
/** Plain, and the same by day and by night. Colours that also whoever sees few of them tells apart. */
const [PAPER, INK, FAINT] = ['#ffffff', '#24292f', '#d8dee4'];

const PERCENTILE = '99th percentile';
const TIMES = [
  { name: 'median', colour: '#0072b2', symbol: 'circle', of: ({ times }: Point) => times.median },
  { name: PERCENTILE, colour: '#d55e00', symbol: 'triangle', of: ({ times }: Point) => times.p99 },
  { name: 'first byte', colour: '#aa4499', symbol: 'diamond', of: ({ times }: Point) => times.firstByte },
  { name: 'processor time', colour: '#009e73', symbol: 'rect', of: ({ times }: Point) => times.cpu },
] as const;
const MEMORY = { name: 'memory', colour: '#56606a', symbol: 'circle', of: ({ memory }: Point) => memory } as const;

type Line = {
  readonly name: string;
  readonly colour: string;
  readonly symbol: string;
  readonly of: (point: Point) => number | undefined;
};

/** Ticks stand at powers of ten. */
const timeTick = (milliseconds: number): string => {
  if (milliseconds < 1) return `${milliseconds * 1000} µs`;
  return milliseconds < 1000 ? `${milliseconds} ms` : `${count(milliseconds / 1000)} s`;
};
const memoryTick = (megabytes: number): string => `${count(megabytes)} MB`;

/** Whole decades, so that lines of all plots rise alike. */
const decades = (values: readonly number[]): { readonly min: number; readonly max: number } => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { min: 10 ** Math.floor(Math.log10(least)), max: 10 ** Math.ceil(Math.log10(most)) };
};

const axisOf = (gridIndex: number, formatter: (value: number) => string) => ({
  type: 'log' as const,
  gridIndex,
  axisLabel: { formatter, color: INK, fontSize: 12 },
  axisLine: { show: true, onZero: false, lineStyle: { color: INK } },
  axisTick: { show: false },
  splitLine: { show: true, lineStyle: { color: FAINT } },
  nameTextStyle: { color: INK, fontSize: 12 },
});

const seriesOf = (points: readonly Point[], { name, colour, symbol, of }: Line, panel: number) => ({
  type: 'line' as const,
  name,
  symbol,
  symbolSize: 8,
  // A picture: nothing answers to a pointer.
  silent: true,
  emphasis: { disabled: true },
  xAxisIndex: panel,
  yAxisIndex: panel,
  lineStyle: { width: 2, color: colour },
  itemStyle: { color: colour },
  data: points.map((point) => [point.rows, of(point) ?? null]),
});

const IN_THE_MIDDLE = { nameLocation: 'middle' as const, nameGap: 28 };
const LEGEND = {
  left: PANELS[0].left,
  top: 66,
  padding: 0,
  itemGap: 24,
  itemWidth: 20,
  itemHeight: 8,
  textStyle: { color: INK, fontSize: 12 },
};

/** Time and memory of one operation against the number of rows, both logarithmic, as an SVG. */
export const plotOf = ({ title, memoryAt, points }: Curve): string => {
  // Of less than a hundred times the 99th percentile is the slowest.
  const isSlowest = points.every(({ done }) => done < 100);
  const lines = TIMES.filter(({ of }) => points.some((point) => of(point) !== undefined)).map((line) =>
    line.name === PERCENTILE && isSlowest ? { ...line, name: 'slowest' } : line,
  );
  const times = lines.flatMap(({ of }) => points.map(of)).filter((value) => value !== undefined);
  const rows = { min: points[0]?.rows ?? 1, max: points.at(-1)?.rows ?? 1 };
  const xAxis = (panel: number) => ({ ...axisOf(panel, count), ...rows, name: 'rows', ...IN_THE_MIDDLE });
  const heading = (text: string, panel: 0 | 1) => ({
    text,
    left: PANELS[panel].left,
    top: 44,
    padding: 0,
    textStyle: { color: INK, fontSize: 13 },
  });
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  chart.setOption({
    animation: false,
    backgroundColor: PAPER,
    textStyle: { fontFamily: 'sans-serif', color: INK },
    title: [
      { text: title, left: 16, top: 12, padding: 0, textStyle: { color: INK, fontSize: 16 } },
      heading('Time', 0),
      heading(`Memory ${memoryAt}`, 1),
    ],
    legend: { ...LEGEND, data: lines.map(({ name }) => name) },
    grid: PANELS,
    xAxis: [xAxis(0), xAxis(1)],
    yAxis: [
      { ...axisOf(0, timeTick), ...decades(times) },
      { ...axisOf(1, memoryTick), ...decades([10, 1000, ...points.map(MEMORY.of)]) },
    ],
    series: [...lines.map((line) => seriesOf(points, line, 0)), seriesOf(points, MEMORY, 1)],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
};
