import { join } from 'node:path';
import { median } from '../../harness/src/load.ts';
import { applyLoad, type Request, type Requests, type Sample, summarise, writeRequests } from './load.ts';
import { Stop } from './machine.ts';
import type { Run, Server } from './servers.ts';
import type { Ratio, Row } from './table.ts';

/** A system as a scenario measures it: the service, a limit, or a rival. */
export type System = {
  readonly name: string;
  readonly start: (run: Run) => Promise<Server>;
  /** Other requests than those of the work, where the system has another store. */
  readonly groups?: (run: Run) => readonly Requests[];
};

/** How two systems of a work compare, and what is wanted of them. */
export type Comparison = {
  /** The first system of the work, unless another is named. */
  readonly of?: string;
  readonly to: string;
  /** The least ratio of requests per second. */
  readonly least?: number;
  /** The greatest ratio of the 99th percentiles. */
  readonly p99AtMost?: number;
};

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
  /** For rounds in which a second is too short. */
  readonly atLeastSeconds?: number;
  /** Servers, database and load share all cores. Otherwise servers and load have one each. */
  readonly onAllCores?: boolean;
  readonly comparisons: readonly Comparison[];
};

type Entrant = {
  readonly system: System;
  readonly server: Server;
  /** The file of its requests. */
  readonly requests: string;
  readonly samples: Sample[];
  trips?: number;
};

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Starts all systems, compares their answers, and puts them under load in turn, round by round. */
export const compare = async (work: Work, whole: Run): Promise<{ rows: readonly Row[]; ratios: readonly Ratio[] }> => {
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
  const rows = entrants.map(({ system, samples, trips }) => ({
    work: work.title,
    system: system.name,
    trips,
    ...summarise(samples),
  }));
  return { rows, ratios: work.comparisons.map((comparison) => ratioOf(work, comparison, entrants)) };
};

const PROBES = 5;

const probesOf = ({ groups }: Work): readonly Request[] =>
  groups.flatMap(({ requests }) => requests.filter((_, index, { length }) => index % Math.ceil(length / PROBES) === 0));

const once = ({ body, ...request }: Request, unique: string): Request =>
  body === undefined ? request : { ...request, body: body.replaceAll('%N%', unique) };

/** Sends the same requests to all and compares status and body with those of the first: other answers are other work. */
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
      throw new Stop(1, `${names} answer ${probe.path} differently, ${differenceOf(first, answer)}`);
    }
  }
};

const differenceOf = (one: string, other: string): string => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const excerpt = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `from character ${at} on\n  - …${excerpt(one)}…\n  + …${excerpt(other)}…`;
};

const COUNTED = 10;

/** The fewest round trips to the database that a call took, of several made one after another: other work of the server is left out. */
const countTrips = async (work: Work, { client }: Run, { server }: Entrant): Promise<number | undefined> => {
  const { trips, ports } = server;
  const [probe] = probesOf(work);
  if (!trips || !probe) return undefined;
  const counts: number[] = [];
  for (let nth = 0; nth < COUNTED; nth += 1) {
    const before = await trips();
    await client(ports[0], once(probe, `counted${nth}`));
    counts.push((await trips()).all - before.all);
  }
  return Math.min(...counts);
};

const takeRounds = async (work: Work, run: Run, entrants: readonly Entrant[]): Promise<void> => {
  const { connections, errors } = work;
  const sample = ({ server, requests }: Entrant, seed: number, seconds: number): Promise<Sample> =>
    applyLoad(run, server, { requests, connections, seed, errors }, seconds);
  const seconds = Math.max(run.seconds, work.atLeastSeconds ?? 0);
  for (const entrant of entrants) {
    await sample(entrant, 0, run.warmUpSeconds);
    Object.assign(entrant, { trips: await countTrips(work, run, entrant) });
  }
  for (let round = 0; round < run.rounds; round += 1) {
    // In another order each time, so that other work on the machine meets all alike.
    const first = round % entrants.length;
    const order = [...entrants.slice(first), ...entrants.slice(0, first)];
    for (const entrant of round % 2 === 0 ? order : order.toReversed()) {
      entrant.samples.push(await sample(entrant, round + 1, seconds));
    }
  }
};

/** Compares round by round, as what else the machine does changes from round to round. */
const ratioOf = ({ title, systems }: Work, comparison: Comparison, entrants: readonly Entrant[]): Ratio => {
  const { of = systems[0]?.name, to, ...goals } = comparison;
  const samplesOf = (name: string | undefined): readonly Sample[] => {
    const found = entrants.find(({ system }) => system.name === name);
    if (!found) throw new Error(`${title} has no system ${name}.`);
    return found.samples;
  };
  const [ones, others] = [samplesOf(of), samplesOf(to)];
  const pairs = (figure: keyof Sample) =>
    ones.map((sample, round) => sample[figure] / (others[round] as Sample)[figure]);
  const rates = pairs('perSecond');
  return {
    work: title,
    name: `${of} ÷ ${to}`,
    rate: median(rates),
    least: Math.min(...rates),
    most: Math.max(...rates),
    p99: median(pairs('p99')),
    cpu: 1 / median(pairs('cpuMicroseconds')),
    goals,
  };
};
