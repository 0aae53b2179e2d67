import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, keyed, member, type Person, person, retryAfter } from '@health-case/harness/client';
import { type Database, newPostgres } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { inParallel, tally } from '@health-case/harness/load';
import { type Instance, type Instances, operate, startProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Scene = {
  readonly harness: Harness;
  readonly api: Api;
  readonly database: Database;
  readonly processes: Instances;
};

export const severalProcesses = declare({
  name: 'several-processes',
  promise:
    'Of many registrations of one address through several processes one wins, and a session that has ended is dead in all ' +
    'processes within a second.',
  // Each race is `atOnce` registrations. A session is ended `endings` times in each way, and may seem alive for `bound` ms.
  quick: { ofEach: 2, races: 2, atOnce: 40, endings: 1, bound: 25_000 },
  full: { ofEach: 2, races: 20, atOnce: 1000, endings: 50, bound: 1000 },
  run: async ({ ofEach, races, atOnce, endings, bound }, harness) => {
    const api = createApi(harness, false);
    const database = await newPostgres(harness);
    const scene = { harness, api, database, processes: await startProcesses(harness, database.environment, ofEach) };
    let refused = 0;
    for (let race = 0; race < races; race += 1) refused += await registerOneAddress(scene, race, atOnce);
    const figures: Record<string, number> = { 'registrations answered 503 and sent again': refused };
    for (const way of WAYS) {
      const longest = Math.max(0, ...(await endSessions(scene, way, endings)));
      if (longest > bound) harness.fail(`After ${way} a session was alive for ${Math.round(longest)} ms.`);
      figures[`dead everywhere after ${way} (ms)`] = Math.round(longest);
    }
    return {
      size: `${2 * ofEach} processes, ${races} races of ${atOnce}, ${endings * WAYS.length} ended sessions`,
      figures,
    };
  },
});

/** Resolves to how many tries were answered 503. */
const registerOneAddress = async (scene: Scene, race: number, atOnce: number): Promise<number> => {
  const { harness, api, processes } = scene;
  const tries = await inParallel(atOnce, atOnce, async (nth) => {
    const somebody = person(`wanted.${race}@example.org`, { password: `${nth}#mossy-lantern` });
    const to = processes[nth % processes.length] as Instance;
    return { somebody, ...(await registerUntilAnswered(scene, to, somebody)) };
  });
  const { OK, EMAIL_TAKEN = 0, ...others } = tally(tries.map(({ reply }) => reply.code ?? 'OK'));
  if (OK !== 1 || EMAIL_TAKEN !== atOnce - 1) {
    harness.fail(`${atOnce} registrations at once: ${OK} OK, ${EMAIL_TAKEN} EMAIL_TAKEN, ${JSON.stringify(others)}.`);
  }
  const winner = tries.find(({ reply }) => reply.status === 200)?.somebody;
  const loser = tries.find(({ reply }) => reply.status !== 200)?.somebody;
  for (const to of processes) {
    const statuses = [winner, loser].map(async (somebody) => somebody && (await api.logIn(to, somebody)).status);
    const [won, lost] = await Promise.all(statuses);
    if (won !== 200 || lost !== 401) harness.fail(`After the race the winner's login was ${won}, a loser's ${lost}.`);
  }
  return tries.reduce((sum, { refused }) => sum + refused, 0);
};

/** A 503 may hide that the account was made, so each try has a key, under which the outcome is answered again. */
const registerUntilAnswered = async ({ api }: Scene, to: Instance, somebody: Person) => {
  for (let refused = 0; ; refused += 1) {
    const reply = await api.register(to, somebody, keyed(somebody.password));
    if (reply.status !== 503 && reply.code !== 'REQUEST_IN_FLIGHT') return { reply, refused };
    await sleep(retryAfter(reply));
  }
};

/** The ways in which a session ends before its time (D-09, P-11). */
const WAYS = ['logout', 'password change', 'end-sessions', 'disable'] as const;
type Way = (typeof WAYS)[number];

/** Milliseconds from when each ending was answered until the last process refused the session. */
const endSessions = async (scene: Scene, way: Way, times: number): Promise<readonly number[]> => {
  const { harness, api, processes } = scene;
  const longest: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const [first, last] = [processes[time % processes.length], processes.at(-1)] as [Instance, Instance];
    const somebody = person(`${way.replace(' ', '.')}.${time}@example.org`);
    const [id, other] = [await api.join(first, somebody), member(await api.logIn(first, somebody), 'id')];
    const watched = processes.map((to) => watch(scene, to, id));
    await Promise.all(watched.map(({ alive }) => alive));
    await end(scene, way, first, { id, other, somebody });
    const answered = performance.now();
    const refused = await Promise.all(watched.map(({ refusedAt }) => refusedAt));
    longest.push(Math.max(...refused.map((at) => at - answered)));
    // A login opens a session of its own.
    await api.logIn(first, somebody);
    const { code, text } = await api.call(last, 'GET /api/Auth/me', { id });
    if (code !== 'SESSION_INVALID') harness.fail(`A session that had ended was answered ${text}`);
  }
  return longest;
};

/** Shows a session to one process until it is refused. `alive` resolves when it has been answered OK. */
const watch = ({ harness, api }: Scene, to: Instance, id: string) => {
  const { promise: alive, resolve, reject } = Promise.withResolvers<void>();
  const lookUntilRefused = async (): Promise<number> => {
    for (;;) {
      const { status, code, text } = await api.call(to, 'GET /api/Auth/me', { id });
      if (code === 'SESSION_INVALID') return performance.now();
      if (status !== 200) harness.fail(`A session that was watched was answered ${text}`);
      resolve();
      await sleep(2);
    }
  };
  const refusedAt = lookUntilRefused();
  refusedAt.then(() => reject(new Error('A session was refused before it had ended.')), reject);
  return { alive, refusedAt };
};

type Facts = { readonly id: string; readonly other: string; readonly somebody: Person };

const end = async ({ harness, api, database }: Scene, way: Way, to: Instance, { id, other, somebody }: Facts) => {
  if (way === 'end-sessions' || way === 'disable') {
    await operate(harness, database.environment, 'account', way, somebody.email);
    return;
  }
  const { password } = somebody;
  const { status, text } =
    way === 'logout'
      ? await api.call(to, 'POST /api/Auth/logout', { id })
      : await api.call(to, 'POST /api/Auth/password', { id: other, password, newPassword: `${password}-2` });
  if (status !== 200) throw new Error(`${way} was answered ${text}`);
};
