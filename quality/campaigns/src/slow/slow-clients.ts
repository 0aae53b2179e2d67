import { setTimeout as sleep } from 'node:timers/promises';
import { campaign, type Outcome } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { inParallel } from '../ground/crowd.ts';
import { newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { MEASURABLE, socketsOf } from '../ground/of-process.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { arrive, callsOf, endpoint, person } from '../ground/words.ts';
import { type NormalClient, SPAN, type Span, startNormalClient } from './normal-client.ts';
import { startSlowCrowd } from './slow-crowd.ts';

type Size = {
  readonly sockets: number;
  /** In the list that some do not read; their names have 400 bytes. */
  readonly children: number;
  readonly rounds: number;
  /** Milliseconds in which they come, and then in which they are watched; as long is the time without them before. */
  readonly coming: number;
  readonly watched: number;
  /** Whether all are to be closed by then, and nobody else to be slowed down. */
  readonly strict: boolean;
};

const CLOSED_WITHIN = 15_000;
const SLOWER = 2;
/** Seconds that are to be measured, without slow clients and with them. */
const ENOUGH = 30;

/** Clients that send a byte a second, or ask for much and read nothing: they are closed, and nobody else notices them. */
export const slowClients = campaign<Size>(
  'slow-clients',
  {
    quick: { sockets: 60, children: 100, rounds: 1, coming: 200, watched: 500, strict: false },
    full: { sockets: 2000, children: 1000, rounds: 3, coming: 5000, watched: 16_000, strict: true },
  },
  async (size, ground) => {
    const instances = await startApp(ground, 'together', newSqlite(ground).environment);
    const call = callsOf(createClient(ground));
    const id = await arrive(call, instances[0] as Instance, person('normal@example.org'));
    const long = { id, firstName: '🐛'.repeat(100), lastName: '🐛'.repeat(100) };
    const to = instances.find(({ variant }) => variant === 'B') as Instance;
    await inParallel(size.children, 64, () => call(to, endpoint('B', 'addChild'), long));
    const client = startNormalClient(ground, instances, id);
    const rounds: Round[] = [];
    const isMeasured = () =>
      !size.strict || Math.min(secondsOf(quiet(rounds, 'alone')), secondsOf(quiet(rounds, 'beside'))) >= ENOUGH;
    while (rounds.length < size.rounds || (!isMeasured() && rounds.length < 3 * size.rounds)) {
      rounds.push(await oneRound({ ground, instances, client, id }, size));
    }
    if (!isMeasured()) ground.wrong('Others took so much of the machine that nobody can say who slowed down whom.');
    const figures = judge(ground, rounds, size);
    return { size: `${rounds.length} × ${size.sockets} clients with slow headers, bodies and readers`, figures };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly instances: readonly Instance[];
  readonly client: NormalClient;
  readonly id: string;
};
/** Milliseconds; `closed` is from when the service had taken the last connection until it had closed all. */
type Round = {
  readonly alone: readonly Span[];
  readonly beside: readonly Span[];
  readonly closed: number | undefined;
};

const oneRound = async ({ ground, instances, client, id }: Scene, size: Size): Promise<Round> => {
  const { sockets, coming, watched, strict } = size;
  await client.spans();
  await sleep(coming + watched);
  const alone = await client.spans();
  const taken = (): number => (MEASURABLE ? socketsOf(instances[0] as Instance) : Number.NaN);
  const before = taken();
  const crowd = startSlowCrowd(ground, instances, { id, sockets, coming });
  await crowd.come();
  let accepted = performance.now();
  let closed: number | undefined;
  for (const deadline = accepted + watched; performance.now() < deadline && closed === undefined; ) {
    await sleep(100);
    if (taken() >= before + sockets) accepted = performance.now();
    if (taken() <= before) closed = performance.now() - accepted;
  }
  const beside = await client.spans();
  await crowd.end(strict);
  return { alone, beside, closed };
};

const judge = ({ wrong }: Ground, rounds: readonly Round[], { strict }: Size): Outcome['figures'] => {
  if (!strict) return {};
  const latest = Math.max(...rounds.map(({ closed = Number.POSITIVE_INFINITY }) => closed));
  if (MEASURABLE && latest > CLOSED_WITHIN) wrong(`Slow clients were connected for ${Math.round(latest)} ms.`);
  const [alone, beside] = [quiet(rounds, 'alone'), quiet(rounds, 'beside')];
  const [before, then] = [slowestOf(alone), slowestOf(beside)];
  if (then > SLOWER * before) wrong(`A normal client was ${then / before} times as slow beside them.`);
  const all = secondsOf(rounds.flatMap((round) => [...round.alone, ...round.beside]));
  const measured = secondsOf([...alone, ...beside]);
  return {
    ...(MEASURABLE && { 'the last was closed after (ms)': Math.round(latest) }),
    'p99 of a normal client, alone (ms)': Math.round(before * 10) / 10,
    'beside them (ms)': Math.round(then * 10) / 10,
    ...(MEASURABLE && { 'seconds measured': measured, 'left out, as others had the machine': all - measured }),
  };
};

const secondsOf = (spans: readonly Span[]): number => (spans.length * SPAN) / 1000;

const quiet = (rounds: readonly Round[], part: 'alone' | 'beside'): readonly Span[] =>
  rounds.flatMap((round) => round[part]).filter((span) => span.quiet);

/** The 99th percentile. */
const slowestOf = (spans: readonly Span[]): number => {
  const times = spans.flatMap((span) => span.times).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
};
