import { join } from 'node:path';
import { requireAgreement } from './agreement.ts';
import { type Context, say } from './context.ts';
import type { Size } from './data/sizes.ts';
import type { Request } from './http.ts';
import { type Sample, type Summary, summarise } from './measure/sample.ts';
import { applyLoad, writeRequests } from './measure/wrk.ts';
import type { Row, Verdict } from './report/row.ts';
import type { Contender, Server } from './systems/contender.ts';

/** The same requests to several systems, counted. */
export type Work = {
  readonly id: string;
  readonly title: string;
  /** The first is the service. */
  readonly contenders: readonly Contender[];
  /** Who has no part in a goal, and shows in a full run only. */
  readonly bystanders?: readonly Contender[];
  readonly requests: (size: Size) => readonly Request[];
  /** The sessions that the requests carry, by number. */
  readonly sessions: (size: Size) => readonly number[];
  readonly connections: number;
  readonly errorsExpected?: boolean;
  /** What no two answers have in common. */
  readonly fresh?: RegExp;
  /** Where a second is too short to count in. */
  readonly atLeastSeconds?: number;
  /** Whom a contender is compared with, by name, where that is not the service. */
  readonly comparedWith?: Readonly<Record<string, string>>;
  /** The goal on the row of a contender, by its name. */
  readonly goals: Readonly<Record<string, (ratio: number) => Verdict>>;
};

type Entrant = { readonly contender: Contender; readonly server: Server; readonly samples: Sample[] };

const PROBES = 5;

/** Starts them all, compares their answers, warms them up, and puts them under load in turn, round by round. */
export const measure = async (work: Work, context: Context): Promise<readonly Row[]> => {
  say(`${work.title} …`);
  const entrants: Entrant[] = [];
  try {
    const bystanders = context.quick ? [] : (work.bystanders ?? []);
    for (const contender of [...work.contenders, ...bystanders]) {
      const server = await contender.start(context, work.sessions(contender.size));
      entrants.push({ contender, server, samples: [] });
    }
    await compare(work, entrants);
    await takeRounds(work, entrants, context);
  } finally {
    await Promise.all(entrants.map(({ server }) => server.stop()));
  }
  return rowsOf(work, entrants);
};

const compare = async ({ requests, fresh }: Work, entrants: readonly Entrant[]): Promise<void> => {
  for (const group of Map.groupBy(entrants, ({ contender }) => contender.size).values()) {
    const serving = group.filter(({ server }) => !server.sample);
    const all = requests(serving[0]?.contender.size ?? (group[0] as Entrant).contender.size);
    const probes = all.filter((_, index) => index % Math.ceil(all.length / PROBES) === 0);
    const systems = serving.map(({ contender, server }) => ({ name: contender.name, port: server.port }));
    await requireAgreement(systems, probes, fresh);
  }
};

const takeRounds = async (work: Work, entrants: readonly Entrant[], context: Context): Promise<void> => {
  const files = new Map<Size, string>();
  const sample = ({ contender: { size }, server }: Entrant, seconds: number): Promise<Sample> => {
    if (server.sample) return server.sample(seconds);
    const file = join(context.folder, `${work.id}-${size.name}.lua`);
    if (!files.has(size)) files.set(size, writeRequests(file, work.requests(size)));
    const { connections, errorsExpected = false } = work;
    return applyLoad(server, { requests: file, connections, cpus: context.cores.load, errorsExpected }, seconds);
  };
  const seconds = Math.max(context.seconds, work.atLeastSeconds ?? 0);
  for (const entrant of entrants) if (!entrant.server.sample) await sample(entrant, context.warmUpSeconds);
  for (let round = 0; round < context.rounds; round += 1) {
    // In another order each time, so that whatever comes and goes meets each system alike.
    for (let turn = 0; turn < entrants.length; turn += 1) {
      const entrant = entrants[(round + turn) % entrants.length] as Entrant;
      entrant.samples.push(await sample(entrant, seconds));
    }
  }
};

const rowsOf = ({ title, goals, comparedWith = {} }: Work, entrants: readonly Entrant[]): readonly Row[] => {
  const [first] = entrants;
  const summaries = new Map(entrants.map(({ contender: { name }, samples }) => [name, summarise(samples)]));
  return [...summaries].map(([name, summary]) => {
    if (name === first?.contender.name) return { work: title, system: name, summary };
    const other = summaries.get(comparedWith[name] ?? first?.contender.name ?? '') as Summary;
    if (other === summary) return { work: title, system: name, summary };
    const ratio = other.perSecond / summary.perSecond;
    const cpuRatio = summary.cpuMicroseconds / other.cpuMicroseconds;
    return { work: title, system: name, summary, ratio, cpuRatio, ...goals[name]?.(ratio) };
  });
};
