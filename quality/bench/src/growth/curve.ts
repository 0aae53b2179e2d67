import type { Context } from '../context.ts';
import type { Size } from '../data/sizes.ts';

/** What doing something once cost in a store of one size. */
export type Point = {
  readonly rows: number;
  /** Milliseconds. The median and the 99th percentile of the whole; the median to the first byte; the server's processor time. */
  readonly times: {
    readonly median: number;
    readonly p99: number;
    readonly firstByte?: number;
    readonly cpu?: number;
  };
  /** Megabytes. */
  readonly memory: number;
  /** How many times. */
  readonly done: number;
};

/** When the memory is looked at. */
export type MemoryAt = 'at the first reply' | 'after the requests' | 'at its highest';

export type Curve = {
  readonly id: string;
  readonly title: string;
  readonly memoryAt: MemoryAt;
  readonly points: readonly Point[];
};

/** How this run is made. */
export type GrowthContext = Pick<Context, 'cores' | 'folder'> & {
  readonly sizes: readonly Size[];
  readonly rounds: number;
  /** How much of the warming up of a full run. */
  readonly warmUpShare: number;
  /** Of what takes so long that few must do. */
  readonly fewRounds: number;
};

/** Something whose cost may grow with the number of rows. */
export type Operation = Omit<Curve, 'points'> & {
  /** A point for each size, in their order. */
  readonly measure: (context: GrowthContext) => Promise<readonly Point[]>;
};

/** Round by round, each in turn; in another order each time, so that whatever comes and goes meets each alike. */
export const inTurn = async <Entrant>(
  entrants: readonly Entrant[],
  rounds: number,
  work: (entrant: Entrant) => Promise<void>,
  afterEachRound = async (): Promise<void> => undefined,
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % entrants.length;
    const order = [...entrants.slice(first), ...entrants.slice(0, first)];
    for (const entrant of round % 2 === 0 ? order : order.toReversed()) await work(entrant);
    await afterEachRound();
  }
};
