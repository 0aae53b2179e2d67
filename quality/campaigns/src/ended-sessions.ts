import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, member, type Person, person } from '@health-case/harness/client';
import { type Database, newPostgres } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { type Instance, type Instances, operate, startProcesses } from '@health-case/harness/processes';
import { declare } from './campaign.ts';

type Scene = {
  readonly harness: Harness;
  readonly api: Api;
  readonly database: Database;
  readonly processes: Instances;
};

export const endedSessions = declare({
  name: 'ended-sessions',
  promise: 'A session that has ended is dead in all processes within a second.',
  // In each way so many sessions end, and each may seem alive for `bound` ms.
  quick: { ofEach: 2, endings: 1, bound: 25_000 },
  full: { ofEach: 2, endings: 50, bound: 1000 },
  run: async ({ ofEach, endings, bound }, harness) => {
    const api = createApi(harness, false);
    const database = await newPostgres(harness);
    const scene = { harness, api, database, processes: await startProcesses(harness, database.environment, ofEach) };
    const figures: Record<string, number> = {};
    for (const way of WAYS) {
      const longest = Math.max(0, ...(await endSessions(scene, way, endings)));
      if (longest > bound) harness.fail(`After ${way} a session was alive for ${Math.round(longest)} ms.`);
      figures[`dead everywhere after ${way} (ms)`] = Math.round(longest);
    }
    return { size: `${2 * ofEach} processes, ${endings * WAYS.length} ended sessions`, figures };
  },
});

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
