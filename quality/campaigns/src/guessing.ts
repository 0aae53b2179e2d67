import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, type Person, person, type Reply, retryAfter } from '@health-case/harness/client';
import { newPostgres } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, median, percent, tally } from '@health-case/harness/load';
import { type Instance, startProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Size = {
  readonly guesses: number;
  readonly ofEach: number;
  /** Pairs of a login to an account and one to no account, and by how much the medians of their times may differ. */
  readonly pairs: number;
  readonly bound: number;
};
type Scene = { readonly harness: Harness; readonly api: Api; readonly processes: readonly Instance[] };

const GUESSERS = 32;
const PER_MINUTE = 20;

export const guessing = declare<Size>({
  name: 'guessing',
  promise:
    'Only as many guesses reach bcrypt as the limits let through, over processes and restarts; the owner gets in after ' +
    'the wait that was told; and neither bytes nor time tell whether an address has an account.',
  quick: { guesses: 200, ofEach: 1, pairs: 16, bound: Number.POSITIVE_INFINITY },
  full: { guesses: 10_000, ofEach: 2, pairs: 2000, bound: 0.02 },
  run: async ({ guesses, ofEach, pairs, bound }, harness) => {
    const { environment } = await newPostgres(harness);
    // With one trusted proxy, each call names the address that it comes from.
    const limited = { ...environment, LOGIN_FAILURES_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '1' };
    const api = createApi(harness);
    const before = { harness, api, processes: await startProcesses(harness, limited, ofEach) };
    const [owner, other] = [person('owner@example.org'), person('other@example.org')];
    for (const one of [owner, other]) await api.register(before.processes[0] as Instance, one);
    const ofOneAccount = await guessOneAccount(before, owner, guesses);
    await Promise.all(before.processes.map(({ kill }) => kill()));
    const scene = { ...before, processes: await startProcesses(harness, limited, ofEach) };
    const waited = await ownerGetsIn(scene, owner);
    const fromOneAddress = await guessFromOneAddress(scene, guesses);
    const elsewhere = await logInFrom(scene, 1, other, '203.0.113.77');
    if (elsewhere.status !== 200) harness.fail(`Another account, from elsewhere, was answered ${elsewhere.text}`);
    const differ = await compareTimes(scene, pairs);
    if (Math.abs(differ) > bound) harness.fail(`The medians differ by ${percent(differ)}.`);
    return {
      size: `2 × ${guesses} guesses, ${before.processes.length} processes, restarted once; ${pairs} pairs of logins`,
      figures: {
        'reached bcrypt, one account from 100 addresses': ofOneAccount,
        'reached bcrypt, as many accounts from one address': fromOneAddress,
        'its owner got in after (ms)': Math.round(waited),
        'times of unknown and known addresses differ by': percent(differ),
      },
    };
  },
});

const logInFrom = ({ api, processes }: Scene, nth: number, login: Pick<Person, 'email' | 'password'>, from: string) =>
  api.logIn(processes[nth % processes.length] as Instance, login, { 'X-Forwarded-For': from });

/** Sends guesses; resolves to how many were compared, and the seconds that it took. All others must have been refused. */
const guess = async (scene: Scene, guesses: number, what: (nth: number) => { email: string; from: string }) => {
  const started = performance.now();
  const codes = await inParallel(guesses, GUESSERS, async (nth) => {
    const { email, from } = what(nth);
    return (await logInFrom(scene, nth, { email, password: `guess number ${nth}` }, from)).code ?? 'OK';
  });
  // A guess for which there was no room was not compared either.
  const { CREDENTIALS_WRONG: compared = 0, THROTTLED, OVERLOADED, STORE_UNAVAILABLE, ...others } = tally(codes);
  if (Object.keys(others).length > 0) scene.harness.fail(`Guesses were answered ${JSON.stringify(others)}`);
  return { compared, seconds: (performance.now() - started) / 1000 };
};

/** Five failures are free, and the wait doubles from one second (P-07): the number that fits into the time follows. */
const guessOneAccount = async (scene: Scene, { email }: Person, guesses: number): Promise<number> => {
  const what = (nth: number) => ({ email, from: `198.51.100.${nth % 100}` });
  const { compared, seconds } = await guess(scene, guesses, what);
  const most = 5 + Math.floor(Math.log2(seconds + 1));
  if (compared > most) scene.harness.fail(`${compared} guesses at one account were compared, at most ${most} may be.`);
  return compared;
};

const guessFromOneAddress = async (scene: Scene, guesses: number): Promise<number> => {
  const what = (nth: number) => ({ email: `nobody.${nth}@example.org`, from: '192.0.2.1' });
  const { compared, seconds } = await guess(scene, guesses, what);
  const most = PER_MINUTE * (1 + Math.floor(seconds / 60));
  if (compared > most) scene.harness.fail(`${compared} guesses of one address were compared, at most ${most} may be.`);
  return compared;
};

/** A restart forgets no failure. With the right password the owner gets in after the wait that the reply names. */
const ownerGetsIn = async (scene: Scene, owner: Person): Promise<number> => {
  const started = performance.now();
  const guessed = await logInFrom(scene, 0, { ...owner, password: 'another guess' }, '203.0.113.9');
  // The wait may have ended while the processes were away. That guess began the next one.
  const locked = guessed.code === 'THROTTLED' ? guessed : await logInFrom(scene, 1, owner, '203.0.113.10');
  if (locked.code !== 'THROTTLED') scene.harness.fail(`The failures were forgotten at the restart: ${locked.text}`);
  await sleep(retryAfter(locked));
  const reply = await logInFrom(scene, 1, owner, '203.0.113.10');
  if (reply.status !== 200) scene.harness.fail(`The owner waited as told, and was answered ${reply.text}`);
  return performance.now() - started;
};

/** How many failures of one account, and of one address, go before it is locked. */
const FREE = 4;

/** By how much the median time of logins with a wrong password is above that of logins to unknown addresses (D-16). */
const compareTimes = async (scene: Scene, pairs: number): Promise<number> => {
  const { harness, api, processes } = scene;
  await inParallel(Math.ceil(pairs / FREE), 4, (nth) =>
    api.register(processes[nth % processes.length] as Instance, person(`known.${nth}@example.org`)),
  );
  const times: Record<'known' | 'nobody', number[]> = { known: [], nobody: [] };
  for (let nth = 0; nth < pairs; nth += 1) {
    // Neither is always the first, which could be the slower one.
    const kinds = nth % 4 < 2 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
    const replies: Reply[] = [];
    for (const kind of kinds) {
      const login = { email: `${kind}.${Math.floor(nth / FREE)}@example.org`, password: 'not-this-one' };
      const started = performance.now();
      replies.push(await logInFrom(scene, nth, login, `10.0.${nth >> 8}.${nth & 255}`));
      times[kind].push(performance.now() - started);
    }
    const [one, other] = replies.map(comparable);
    if (one !== other) harness.fail(`A wrong password and an unknown address differ: ${one} ${other}`);
  }
  return median(times.known) / median(times.nobody) - 1;
};

/** All of a reply but what no two replies have in common, and what is about the connection. */
const comparable = ({ status, headers, text }: Reply): string => {
  const { date, 'request-id': requestId, 'retry-after': wait, connection, 'keep-alive': kept, ...others } = headers;
  return JSON.stringify([status, others, [date, requestId, wait].map((header) => header !== undefined), text]);
};
