import { join } from 'node:path';
import { median } from '@health-case/harness/load';
import { applyLoad, type Request, type Requests, type Sample, writeRequests } from './load.ts';
import { Stop } from './machine.ts';
import type { Run, Server } from './servers.ts';
import { type Cells, printTable, say, spreadOf } from './table.ts';

/** A system as a scenario measures it: the service or a limit. */
export type System = {
  readonly name: string;
  readonly start: (run: Run) => Promise<Server>;
  /** Other requests than those of the work, where the system has another store. */
  readonly groups?: (run: Run) => readonly Requests[];
};

export type Goals = {
  /** The least ratio of requests per second. */
  readonly least?: number | undefined;
  /** The greatest ratio of the 99th percentiles. */
  readonly p99AtMost?: number | undefined;
};

type Comparison = Goals & { readonly of: string; readonly to: string };

/** The same requests to several systems. */
export type Work = {
  readonly id: string;
  readonly title: string;
  readonly systems: readonly System[];
  readonly groups: readonly Requests[];
  readonly connections: number;
  readonly errors?: 'all' | 'some';
  /** What is new in each answer, such as an id. It is masked before answers are compared. */
  readonly fresh?: RegExp;
  /** Servers, database and load share all cores. Otherwise servers and load have one each. */
  readonly onAllCores?: boolean;
  readonly comparisons: readonly Comparison[];
};

type Entrant = {
  readonly system: System;
  readonly server: Server;
  readonly requests: string;
  readonly samples: Sample[];
};

/** Starts all systems, compares their answers, puts them under load in turn, round by round, and prints the figures. */
export const compare = async (work: Work, whole: Run): Promise<void> => {
  say(`${work.title} …`);
  const { all } = whole.cores;
  const run = work.onAllCores ? { ...whole, cores: { all, server: all, load: all } } : whole;
  const entrants: Entrant[] = [];
  try {
    for (const system of work.systems) {
      const file = join(run.folder, `${work.id}-${entrants.length}.lua`);
      const requests = writeRequests(file, system.groups?.(run) ?? work.groups);
      entrants.push({ system, server: await system.start(run), requests, samples: [] });
    }
    await requireSameAnswers(work, run, entrants);
    await takeRounds(work, run, entrants);
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()));
  }
  printTable(work.title, Object.fromEntries(entrants.map((entrant) => [entrant.system.name, figuresOf(entrant)])));
  const ratios = work.comparisons.map((comparison) => [
    `${comparison.of} ÷ ${comparison.to}`,
    ratioOf(comparison, entrants),
  ]);
  printTable('Ratios of requests/s', Object.fromEntries(ratios));
};

const PROBES = 5;

const probesOf = ({ groups }: Work): readonly Request[] =>
  groups.flatMap(({ requests }) => requests.filter((_, index, { length }) => index % Math.ceil(length / PROBES) === 0));

const once = ({ body, ...request }: Request, unique: string): Request =>
  body === undefined ? request : { ...request, body: body.replaceAll('%N%', unique) };

/** Sends the same requests to all and compares status and body with the first's: other answers are other work. */
const requireSameAnswers = async (work: Work, { client }: Run, entrants: readonly Entrant[]): Promise<void> => {
  for (const probe of probesOf(work)) {
    let first: string | undefined;
    for (const { system, server } of entrants.filter((entrant) => !entrant.system.groups)) {
      const sent = once(probe, `probe${system.name.replaceAll(/\W/g, '')}`);
      const { status, text } = await client(server.ports[0], sent);
      const answer = `${status} ${work.fresh ? text.replaceAll(work.fresh, '"…"') : text}`;
      first ??= answer;
      if (answer === first) continue;
      const names = `${entrants[0]?.system.name} (-) and ${system.name} (+)`;
      throw new Stop(1, `${names} answer ${probe.path} differently:\n  - ${first}\n  + ${answer}`);
    }
  }
};

const takeRounds = async (work: Work, run: Run, entrants: readonly Entrant[]): Promise<void> => {
  const { connections, errors } = work;
  const sample = ({ server, requests }: Entrant, seed: number, seconds: number): Promise<Sample> =>
    applyLoad(run, server, { requests, connections, seed, errors }, seconds);
  // Several processes share the requests, and each needs as many until its code is compiled.
  for (const entrant of entrants) await sample(entrant, 0, run.seconds * entrant.server.ports.length);
  for (let round = 0; round < run.rounds; round += 1) {
    // In another order each time, so that other work on the machine meets all alike.
    const first = round % entrants.length;
    const order = [...entrants.slice(first), ...entrants.slice(0, first)];
    for (const entrant of round % 2 === 0 ? order : order.toReversed()) {
      entrant.samples.push(await sample(entrant, round + 1, run.seconds));
    }
  }
};

const figuresOf = ({ samples }: Entrant): Cells => {
  const all = (figure: keyof Sample): number[] => samples.map((sample) => sample[figure]);
  const { median: rate, ...range } = spreadOf(all('perSecond'));
  return {
    'requests/s': rate,
    ...range,
    'p50 ms': median(all('p50')),
    'p99 ms': median(all('p99')),
    'longest turn ms': median(all('longestTurn')),
    'without waiting': median(all('ownTurn')),
    'of all rounds': Math.max(...all('ownTurn')),
    'CPU µs/req': median(all('cpuMicroseconds')),
    cores: median(all('busy')),
    'RSS MB': median(all('rss')),
    'refused %': median(all('refused')) * 100 || undefined,
  };
};

/** Compares round by round, as what else the machine does changes from round to round. Of a goal two digits count. */
const ratioOf = ({ of, to, least, p99AtMost }: Comparison, entrants: readonly Entrant[]): Cells => {
  const [ones, others] = [of, to].map((name) => entrants.find(({ system }) => system.name === name)?.samples ?? []);
  const pairs = (figure: keyof Sample): number[] =>
    (ones ?? []).map((sample, round) => sample[figure] / (others?.[round]?.[figure] ?? Number.NaN));
  const [rates, p99] = [spreadOf(pairs('perSecond')), median(pairs('p99'))];
  const hasGoal = least !== undefined || p99AtMost !== undefined;
  const twoDigits = (value: number): number => Math.round(value * 100) / 100;
  const isMet = twoDigits(rates.median) >= (least ?? 0) && twoDigits(p99) <= (p99AtMost ?? Number.POSITIVE_INFINITY);
  return {
    ...rates,
    p99,
    'by CPU': 1 / median(pairs('cpuMicroseconds')),
    'goal, at least': least,
    'goal, p99 at most': p99AtMost,
    met: hasGoal ? isMet : undefined,
  };
};
