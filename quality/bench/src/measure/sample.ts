/** What one round of one system gave. Latencies in milliseconds, memory in megabytes. */
export type Sample = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server per request. */
  readonly cpuMicroseconds: number;
  /** Cores' worth of processor time that the server used: near 1, it was the server that set the pace. */
  readonly busy: number;
  readonly rss: number;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
};

/** What all but one in a hundred stay below; of fewer than a hundred, the greatest. */
export const p99 = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** The round in the middle, figure by figure, and how far the rounds lie apart. */
export type Summary = Sample & { readonly least: number; readonly most: number; readonly rounds: number };

export const summarise = (samples: readonly Sample[]): Summary => {
  const of = (figure: keyof Sample): number => median(samples.map((sample) => sample[figure]));
  const rates = samples.map(({ perSecond }) => perSecond);
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuMicroseconds: of('cpuMicroseconds'),
    busy: of('busy'),
    rss: of('rss'),
    least: Math.min(...rates),
    most: Math.max(...rates),
    rounds: samples.length,
  };
};
