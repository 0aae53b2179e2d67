import { availableParallelism } from 'node:os';
import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { newSqlite } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, startApp } from '../ground/processes.ts';
import { arrive, type Call, callsOf, person } from '../ground/words.ts';
import { startLogins } from './logins.ts';
import { type Readers, startReaders } from './readers.ts';

type Size = {
  readonly clients: number;
  readonly rounds: number;
  /** How long reads are counted, with one hash at a time and then with the flood, in milliseconds. */
  readonly window: number;
  readonly cost: number;
  /** Whether reads must keep to their share, and refusals to their time. */
  readonly strict: boolean;
};

/** P-22: so many passwords are hashed or wait for it. */
const ROOM = 65 * Math.max(1, availableParallelism() - 1);
const SHARE = 0.9;
/** Milliseconds. */
const REFUSED_WITHIN = 100;

/** More log in than can be hashed: the excess is told so at once, and whoever reads does not notice. */
export const loginFlood = campaign<Size>(
  'login-flood',
  {
    quick: { clients: 3 * ROOM, rounds: 1, window: 500, cost: 10, strict: false },
    full: { clients: 1000, rounds: 5, window: 10_000, cost: 12, strict: true },
  },
  async (size, ground) => {
    const environment = {
      ...newSqlite(ground).environment,
      BCRYPT_COST: String(size.cost),
      SESSION_IDLE_MINUTES: '240',
    };
    const instances = await startApp(ground, 'together', environment);
    const call = callsOf(createClient(ground));
    const id = await arrive(call, instances[0] as Instance, person('reader@example.org'));
    const readers = startReaders(ground, call, instances, id);
    const rounds: Round[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      rounds.push(await oneRound({ ground, instances, call, readers }, size, round));
    }
    await readers.stop();
    return {
      size: `${size.rounds} × ${size.clients} clients that log in, cost ${size.cost}`,
      figures: judge(ground, rounds, size),
    };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly instances: readonly Instance[];
  readonly call: Call;
  readonly readers: Readers;
};
type Round = {
  readonly quiet: number;
  readonly flooded: number;
  readonly refusedAfter: readonly number[];
  readonly most: number;
  readonly gaveUp: number;
};

const oneRound = async (
  { ground, instances, call, readers }: Scene,
  { clients, rounds, window }: Size,
  round: number,
): Promise<Round> => {
  const one = startLogins(ground, instances, 1, `one.${round}`);
  const quiet = await readers.countFor(window);
  await one.stop();
  const flood = startLogins(ground, instances, clients, `flood.${round}`);
  // Until all have come there is no flood yet.
  while (flood.refusedAfter.length < clients - ROOM) await readers.countFor(20);
  const [most, flooded, alive] = await Promise.all([
    settled(ground, flood.waiting),
    readers.countFor(window),
    call(instances[0] as Instance, 'GET /healthz'),
  ]);
  if (alive.status !== 200) ground.wrong(`While passwords were hashed, /healthz came to ${alive.text}`);
  const emptied = flood.stop();
  // After the last round nobody has to wait until all of them are hashed.
  if (round + 1 < rounds) await emptied;
  else emptied.catch(() => undefined);
  return { quiet, flooded, refusedAfter: flood.refusedAfter, most, gaveUp: flood.gaveUp() };
};

/** How many wait once the excess has been refused. */
const settled = async ({ wrong }: Ground, waiting: () => number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (const deadline = performance.now() + 30_000; least > ROOM && performance.now() < deadline; ) {
    least = Math.min(least, waiting());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (least > ROOM) wrong(`${least} logins waited, with room for ${ROOM}.`);
  return least;
};

const judge = ({ wrong }: Ground, rounds: readonly Round[], { strict, window }: Size) => {
  const share = median(rounds.map(({ quiet, flooded }) => flooded / quiet));
  const refused = rounds.flatMap(({ refusedAfter }) => refusedAfter).toSorted((a, b) => a - b);
  const p99 = refused[Math.floor(refused.length * 0.99)] ?? 0;
  if (refused.length === 0) wrong('Nobody was refused: that was no flood.');
  if (strict && share < SHARE) wrong(`Reads kept ${percent(share)} of what they have with one hash at a time.`);
  if (strict && p99 > REFUSED_WITHIN) wrong(`One refusal in a hundred took ${Math.round(p99)} ms or more.`);
  return {
    'reads a second, with one hash at a time': Math.round((1000 * median(rounds.map(({ quiet }) => quiet))) / window),
    'kept in the flood': percent(share),
    'logins refused': refused.length,
    'half of them within (ms)': Math.round(median(refused) * 10) / 10,
    '99 of 100 within (ms)': Math.round(p99 * 10) / 10,
    'waited at most': Math.max(...rounds.map(({ most }) => most)),
    'waited for 15 s in vain': rounds.reduce((sum, { gaveUp }) => sum + gaveUp, 0),
  };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
