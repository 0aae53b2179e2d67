import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@health-case/http/testing/client';
import { campaign } from '../campaign.ts';
import { createClient, retryAfter } from '../ground/client.ts';
import { inParallel, tally } from '../ground/crowd.ts';
import { newPostgres } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Environment, type Instance, startProcesses } from '../ground/processes.ts';
import { type Call, callsOf, endpoint, type Person, person, register } from '../ground/words.ts';

type Size = { readonly guesses: number; readonly ofEach: number };
type Scene = { readonly ground: Ground; readonly call: Call; readonly guesses: number };

const GUESSERS = 32;
const PER_MINUTE = 20;

/** Guesses against one account from many addresses, and against many accounts from one, through four processes (P-07). */
export const guessing = campaign<Size>(
  'guessing',
  { quick: { guesses: 200, ofEach: 1 }, full: { guesses: 10_000, ofEach: 2 } },
  async ({ guesses, ofEach }, ground) => {
    const database = await newPostgres(ground);
    // One proxy is trusted, so that each call names the address it comes from.
    const limit = { LOGIN_FAILURES_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '1' };
    const environment: Environment = { ...database.environment, ...limit };
    const scene = { ground, call: callsOf(createClient(ground)), guesses };
    const before = await startProcesses(ground, environment, ofEach);
    const [owner, other] = [person('owner@example.org'), person('other@example.org')];
    for (const one of [owner, other]) await register(scene.call, before[0] as Instance, one);
    const one = await guessOne(scene, before, owner);
    await Promise.all(before.map(({ kill }) => kill()));
    const after = await startProcesses(ground, environment, ofEach);
    const waited = await ownerGetsIn(scene, after, owner);
    const many = await guessMany(scene, after);
    const elsewhere = await logIn(scene.call, after[1] as Instance, other, '203.0.113.77');
    if (elsewhere.status !== 200) ground.wrong(`The owner of another account, elsewhere, came to ${elsewhere.text}`);
    return {
      size: `2 × ${guesses} guesses, ${before.length} processes, restarted once`,
      figures: {
        'reached bcrypt, one account from 100 addresses': one,
        'reached bcrypt, as many accounts from one address': many,
        'its owner got in after (ms)': Math.round(waited),
      },
    };
  },
);

const logIn = (call: Call, to: Instance, { email, password }: Person, address: string): Promise<Reply> =>
  call(to, endpoint(to.variant, 'logIn'), { email, password }, { 'X-Forwarded-For': address });

/** How many guesses were compared; all others must have been refused before. */
const guess = async (
  { ground, call, guesses }: Scene,
  processes: readonly Instance[],
  what: (nth: number) => { readonly email: string; readonly address: string },
) => {
  const started = performance.now();
  const replies = await inParallel(guesses, GUESSERS, async (nth) => {
    const { email, address } = what(nth);
    const guessed = person(email, { password: `guess number ${nth}` });
    return logIn(call, processes[nth % processes.length] as Instance, guessed, address);
  });
  const outcomes = tally(replies.map(({ code = 'OK' }) => code));
  const compared = outcomes['CREDENTIALS_WRONG'] ?? 0;
  const refused = outcomes['THROTTLED'] ?? 0;
  // Who comes at a moment when there is no room has not been compared either; without a limit that would be more.
  const unavailable = (outcomes['OVERLOADED'] ?? 0) + (outcomes['STORE_UNAVAILABLE'] ?? 0);
  if (compared + refused + unavailable !== guesses)
    ground.wrong(`${guesses} guesses came to ${JSON.stringify(outcomes)}`);
  return { compared, seconds: (performance.now() - started) / 1000 };
};

/** Five failures are free, and the wait doubles from one second: the number that fits into the time follows. */
const guessOne = async (scene: Scene, processes: readonly Instance[], { email }: Person): Promise<number> => {
  const from = (nth: number) => ({ email, address: `198.51.100.${nth % 100}` });
  const { compared, seconds } = await guess(scene, processes, from);
  const most = 5 + Math.floor(Math.log2(seconds + 1));
  if (compared > most) scene.ground.wrong(`${compared} guesses at one account were compared, not ${most} at most.`);
  return compared;
};

const guessMany = async (scene: Scene, processes: readonly Instance[]): Promise<number> => {
  const at = (nth: number) => ({ email: `nobody.${nth}@example.org`, address: '192.0.2.1' });
  const { compared, seconds } = await guess(scene, processes, at);
  const most = PER_MINUTE * (1 + Math.floor(seconds / 60));
  if (compared > most) scene.ground.wrong(`${compared} guesses from one address were compared, not ${most} at most.`);
  return compared;
};

/** A restart has forgotten nothing; whoever waits for as long as the reply says gets in with the right password. */
const ownerGetsIn = async ({ ground, call }: Scene, processes: readonly Instance[], owner: Person): Promise<number> => {
  const started = performance.now();
  const [first, last] = [processes[0], processes.at(-1)] as [Instance, Instance];
  const guessed = await logIn(call, first, { ...owner, password: 'another guess' }, '203.0.113.9');
  // While the processes were away the wait may have ended; after that guess there is the next one.
  const locked = guessed.code === 'THROTTLED' ? guessed : await logIn(call, last, owner, '203.0.113.10');
  if (locked.code !== 'THROTTLED') ground.wrong(`The failures were forgotten at the restart: ${locked.text}`);
  await sleep(retryAfter(locked));
  const reply = await logIn(call, last, owner, '203.0.113.10');
  if (reply.status !== 200) ground.wrong(`The owner waited as told, and came to ${reply.text}`);
  return performance.now() - started;
};
