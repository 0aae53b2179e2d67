import { campaign } from '../campaign.ts';
import { createClient, member } from '../ground/client.ts';
import { newPostgres } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Environment, type Instance, startProcesses } from '../ground/processes.ts';
import { type Call, callsOf, endpoint, logIn, type Person, person, register } from '../ground/words.ts';
import { ENDINGS, type Ending } from './endings.ts';
import { watch } from './watch.ts';

type Size = {
  readonly ofEach: number;
  /** Milliseconds for which a session may seem alive. Beside other tests time is not the service's own. */
  readonly bound: number;
  readonly times: Readonly<Record<keyof typeof ENDINGS, number>>;
};
type Scene = { readonly ground: Ground; readonly call: Call; readonly processes: readonly Instance[] };

/** A session that is ended through one process, or by the operator, is watched in all of them until it is dead there. */
export const sessionsEndEverywhere = campaign<Size>(
  'sessions-end-everywhere',
  {
    quick: {
      ofEach: 1,
      bound: 25_000,
      times: { logout: 4, 'password change': 1, 'operator ends sessions': 1, 'operator disables': 1 },
    },
    full: {
      ofEach: 2,
      bound: 1000,
      times: { logout: 200, 'password change': 100, 'operator ends sessions': 40, 'operator disables': 40 },
    },
  },
  async ({ ofEach, bound, times: wanted }, ground) => {
    const database = await newPostgres(ground);
    const processes = await startProcesses(ground, database.environment, ofEach);
    const scene = { ground, call: callsOf(createClient(ground)), processes };
    const figures: Record<string, number> = {};
    let people = 0;
    for (const [name, end] of Object.entries(ENDINGS)) {
      const times = wanted[name as keyof typeof ENDINGS];
      let longest = 0;
      for (let time = 0; time < times; time += 1) {
        people += 1;
        const somebody = person(`somebody.${people}@example.org`);
        longest = Math.max(longest, await endOnce(scene, end, somebody, database.environment));
      }
      if (longest > bound) ground.wrong(`After ${name} a session was alive for ${Math.round(longest)} ms.`);
      figures[`${name} × ${times}, longest (ms)`] = Math.round(longest * 10) / 10;
    }
    return { size: `${people} endings, watched in ${processes.length} processes`, figures };
  },
);

/** Milliseconds from the moment when the ending was answered until the last process refused the session. */
const endOnce = async (
  { ground, call, processes }: Scene,
  end: Ending,
  somebody: Person,
  environment: Environment,
): Promise<number> => {
  const through = processes[Math.floor(Math.random() * processes.length)] as Instance;
  await register(call, through, somebody);
  const [id, other] = [await logIn(call, through, somebody), await logIn(call, through, somebody)];
  const watched = processes.map((to) => watch(() => call(to, 'GET /api/Auth/me', { id }), ground.wrong));
  await Promise.all(watched.map(({ alive }) => alive));
  await end({ ground, call, through, environment, somebody, id, other });
  const answered = performance.now();
  const refused = await Promise.all(watched.map(({ refusedAt }) => refusedAt));
  await stillEnded({ ground, call, processes }, id, somebody);
  return Math.max(0, ...refused.map((at) => at - answered));
};

/** What has ended does not come back: not by another look, and not by a login, which opens a session of its own. */
const stillEnded = async ({ ground, call, processes }: Scene, id: string, { email, password }: Person) => {
  const [first, last] = [processes[0], processes.at(-1)] as [Instance, Instance];
  const login = await call(first, endpoint(first.variant, 'logIn'), { email, password });
  if (login.status === 200 && member(login, 'id') === id) ground.wrong('A login opened a session that had ended.');
  const reply = await call(last, 'GET /api/Auth/me', { id });
  if (reply.code !== 'SESSION_INVALID') ground.wrong(`A session that had ended was answered ${reply.text}`);
};
