import { join } from 'node:path';
import { applyLoad, type Request, type Sample, summarise, writeRequests } from './load.ts';
import { Stop } from './machine.ts';
import type { Run, Server } from './servers.ts';
import type { Row } from './table.ts';

/** A system as a scenario measures it: the service, a limit, or a rival. */
export type System = { readonly name: string; readonly start: (run: Run) => Promise<Server> };

/** The same requests to several systems. */
export type Work = {
  readonly id: string;
  readonly title: string;
  /** The first is the service. */
  readonly systems: readonly System[];
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly errorsExpected?: boolean;
  /** What is new in each answer, such as an id. It is masked before answers are compared. */
  readonly fresh?: RegExp;
  /** For rounds in which a second is too short. */
  readonly atLeastSeconds?: number;
  /** By the name of a system: the least ratio of the service's rate to that of the system. */
  readonly goals: Readonly<Record<string, number>>;
};

type Entrant = { readonly system: System; readonly server: Server; readonly samples: Sample[] };

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Starts all systems, compares their answers, and puts them under load in turn, round by round. */
export const compare = async (work: Work, run: Run): Promise<readonly Row[]> => {
  say(`${work.title} …`);
  const entrants: Entrant[] = [];
  try {
    for (const system of work.systems) {
      entrants.push({ system, server: await system.start(run), samples: [] });
    }
    await requireSameAnswers(work, run, entrants);
    await takeRounds(work, run, entrants);
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()));
  }
  return rowsOf(work, entrants);
};

const PROBES = 5;

/** Sends the same requests to all and compares status and body with those of the first: other answers are other work. */
const requireSameAnswers = async (work: Work, { client }: Run, entrants: readonly Entrant[]): Promise<void> => {
  const probes = work.requests.filter((_, index, { length }) => index % Math.ceil(length / PROBES) === 0);
  for (const { body, ...probe } of probes) {
    let first: string | undefined;
    for (const { system, server } of entrants) {
      const unique = `probe${system.name.replaceAll(/\W/g, '')}`;
      const sent = body === undefined ? probe : { ...probe, body: body.replaceAll('%N%', unique) };
      const { status, text } = await client(server.port, sent);
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

const takeRounds = async (work: Work, run: Run, entrants: readonly Entrant[]): Promise<void> => {
  const requests = writeRequests(join(run.folder, `${work.id}.lua`), work.requests);
  const sample = ({ server }: Entrant, seconds: number): Promise<Sample> =>
    applyLoad(run, server, { ...work, requests }, seconds);
  const seconds = Math.max(run.seconds, work.atLeastSeconds ?? 0);
  for (const entrant of entrants) await sample(entrant, run.warmUpSeconds);
  for (let round = 0; round < run.rounds; round += 1) {
    // In another order each time, so that other work on the machine meets all alike.
    const first = round % entrants.length;
    const order = [...entrants.slice(first), ...entrants.slice(0, first)];
    for (const entrant of round % 2 === 0 ? order : order.toReversed()) {
      entrant.samples.push(await sample(entrant, seconds));
    }
  }
};

const rowsOf = ({ title, goals }: Work, entrants: readonly Entrant[]): readonly Row[] => {
  const rows = entrants.map(({ system, samples }) => ({ work: title, system: system.name, ...summarise(samples) }));
  const [service, ...others] = rows as [Row, ...Row[]];
  const compared = others.map((row) => ({
    ...row,
    ratio: service.perSecond / row.perSecond,
    cpuRatio: row.cpuMicroseconds / service.cpuMicroseconds,
    goal: goals[row.system],
  }));
  return [service, ...compared];
};
