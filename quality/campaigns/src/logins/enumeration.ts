import type { Reply } from '@health-case/http/testing/client';
import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { inParallel } from '../ground/crowd.ts';
import { newPostgres } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, startProcesses } from '../ground/processes.ts';
import { type Call, callsOf, endpoint, person, register } from '../ground/words.ts';

type Size = {
  /** Of a login to an account and one to none, while neither is locked and while both are. */
  readonly pairs: number;
  /** By how much the medians of their times may differ. Few pairs beside all other tests show nothing but the noise. */
  readonly bound: number;
};
type Scene = { readonly ground: Ground; readonly call: Call; readonly processes: readonly Instance[] };

/** Tries that an address has before it is locked. */
const FREE = 4;
const LOCKED_AFTER = 6;

/** Whoever does not know the password cannot tell, by bytes or by time, whether an address has an account (D-16). */
export const enumeration = campaign<Size>(
  'enumeration',
  { quick: { pairs: 16, bound: Number.POSITIVE_INFINITY }, full: { pairs: 2000, bound: 0.02 } },
  async ({ pairs, bound }, ground) => {
    const database = await newPostgres(ground);
    const processes = await startProcesses(ground, database.environment, 1);
    const scene = { ground, call: callsOf(createClient(ground)), processes };
    await inParallel(Math.ceil(pairs / FREE) + 1, 4, (nth) =>
      register(scene.call, processes[nth % processes.length] as Instance, person(known(nth))),
    );
    const open = await compare(scene, pairs, (nth) => Math.floor(nth / FREE));
    const last = Math.ceil(pairs / FREE);
    await lock(scene, last);
    // The same number of failures locks for longer than the campaign takes, as many more would.
    await database.query(
      `UPDATE "Throttled" SET "notBefore" = now() + interval '1 hour' WHERE "count" = ${LOCKED_AFTER}`,
    );
    const locked = await compare(scene, pairs, () => last);
    for (const [what, difference] of [
      ['open', open],
      ['locked', locked],
    ] as const) {
      if (Math.abs(difference) > bound) ground.wrong(`The medians differ by ${percent(difference)} (${what}).`);
    }
    return {
      size: `2 × ${pairs} pairs of logins, wrong password and unknown address`,
      figures: { 'medians differ by': percent(open), 'locked, by': percent(locked) },
    };
  },
);

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
const known = (nth: number): string => `known.${nth}@example.org`;
const unknown = (nth: number): string => `nobody${nth}@example.org`;

const guess = ({ call }: Scene, to: Instance, email: string): Promise<Reply> =>
  call(to, endpoint(to.variant, 'logIn'), { email, password: 'not-this-one' });

/** Five are free; the sixth must wait for a second, and locks for two. */
const lock = async (scene: Scene, nth: number): Promise<void> => {
  const to = scene.processes[0] as Instance;
  for (const email of [known(nth), unknown(nth)]) {
    for (let failures = 0; failures < LOCKED_AFTER; ) {
      const { code } = await guess(scene, to, email);
      if (code === 'CREDENTIALS_WRONG') failures += 1;
    }
  }
};

/** By how much the median time of logins to accounts is above that of logins to none. */
const compare = async (scene: Scene, pairs: number, account: (nth: number) => number): Promise<number> => {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const timed = async (kind: keyof typeof times, to: Instance, email: string): Promise<string> => {
    const started = performance.now();
    const reply = await guess(scene, to, email);
    times[kind].push(performance.now() - started);
    return bytesOf(reply);
  };
  for (let nth = 0; nth < pairs; nth += 1) {
    const to = scene.processes[nth % scene.processes.length] as Instance;
    const one = () => timed('known', to, known(account(nth)));
    const other = () => timed('unknown', to, unknown(account(nth)));
    // Neither is always the first, which could be the slower one.
    const first = nth % 4 < 2 ? await one() : await other();
    const second = nth % 4 < 2 ? await other() : await one();
    // There may be no room for one of two at any time: that tells nothing of either.
    if (first.startsWith('[503') || second.startsWith('[503')) continue;
    if (first !== second) scene.ground.wrong(`A wrong password and an unknown address differ: ${first} ${second}`);
  }
  return median(times.known) / median(times.unknown) - 1;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Everything that came, but for what no two replies have in common, and what is about the connection that both came over. */
const bytesOf = ({ status, headers, text }: Reply): string => {
  const { date, 'request-id': requestId, 'retry-after': wait, connection, 'keep-alive': kept, ...others } = headers;
  const there = [date, requestId, wait].map((header) => header !== undefined);
  return JSON.stringify([status, others, there, text]);
};
