import { setTimeout as sleep } from 'node:timers/promises';
import { campaign } from '../campaign.ts';
import { createClient } from '../ground/client.ts';
import { newPostgres } from '../ground/database.ts';
import type { Ground } from '../ground/ground.ts';
import { type Instance, startProcesses } from '../ground/processes.ts';
import { arrive, type Call, callsOf, person } from '../ground/words.ts';
import { judge } from './judge.ts';
import { startLoad } from './load.ts';
import { allSayThatItIsAway, untilAllWell } from './recovery.ts';
import { type FragileServer, startFragileServer } from './server.ts';

/** Milliseconds: until a call must be answered, and until each process must be well after the database is. */
type Bounds = { readonly longest: number; readonly recovery: number };
type Size = {
  readonly ofEach: number;
  readonly restarts: number;
  readonly terminations: number;
  readonly bounds: Bounds;
};

/** What the service promises, and a little for the way there and back. */
const STRICT = { longest: 5500, recovery: 2000 };
/** Beside all other tests on few cores, time is not the service's own: there it is only looked for what hangs. */
const LENIENT = { longest: 25_000, recovery: 25_000 };

/** Under load the database is stopped as if its machine had failed, and its connections are ended, again and again. */
export const databaseRestarts = campaign<Size>(
  'database-restarts',
  {
    quick: { ofEach: 1, restarts: 1, terminations: 3, bounds: LENIENT },
    full: { ofEach: 2, restarts: 20, terminations: 50, bounds: STRICT },
  },
  async ({ ofEach, restarts, terminations, bounds }, ground) => {
    const server = await startFragileServer(ground);
    const database = await newPostgres(ground, server.url);
    const processes = await startProcesses(ground, database.environment, ofEach);
    const call = callsOf(createClient(ground));
    const session = await arrive(call, processes[0] as Instance, person('mia@example.org'));
    const load = startLoad({ ground, call, processes }, session);
    const usual = await repeat(10, () => untilAllWell({ ground, call, processes }, session));
    const scene = { ground, call, processes, session, server, bounds, usual };
    const name = new URL(String(database.environment['DATABASE_URL'])).pathname.slice(1);
    const afterRestart = await repeat(restarts, (nth) => restart(scene, nth));
    const afterTermination = await repeat(terminations, (nth) => terminate(scene, name, nth));
    const sent = await load.stop();
    await stopAll(ground, processes);
    const { acknowledged, kept, unknown } = await judge(ground, database, { sent, reads: load.reads() });
    const { milliseconds, what } = load.slowest();
    if (milliseconds > bounds.longest)
      ground.wrong(`A call took ${Math.round(milliseconds)} ms: ${what.slice(0, 200)}`);
    return {
      size: `${restarts} immediate restarts, ${terminations} terminations, ${processes.length} processes`,
      figures: {
        'writes acknowledged': acknowledged,
        kept,
        'kept though answered 503': unknown,
        'replies 503': load.unavailable(),
        'slowest reply (ms)': Math.round(milliseconds),
        'longest until OK after a restart (ms)': afterRestart,
        'after a termination (ms)': afterTermination,
        'where nothing has happened (ms)': usual,
      },
    };
  },
);

type Scene = {
  readonly ground: Ground;
  readonly call: Call;
  readonly processes: readonly Instance[];
  readonly session: string;
  readonly server: FragileServer;
  readonly bounds: Bounds;
  /** How long the calls that show that all is well take where nothing has happened, at the most. */
  readonly usual: number;
};

/** The longest recovery of all, in milliseconds. */
const repeat = async (times: number, once: (nth: number) => Promise<number>): Promise<number> => {
  let longest = 0;
  for (let nth = 0; nth < times; nth += 1) {
    await sleep(300);
    longest = Math.max(longest, await once(nth));
  }
  return Math.round(longest);
};

const restart = async (scene: Scene, nth: number): Promise<number> => {
  await scene.server.stopImmediately();
  await allSayThatItIsAway(scene, scene.bounds.longest);
  // Sometimes it is away for a moment, sometimes for longer than a call is waited for.
  await sleep(nth % 5 === 4 ? 6000 : Math.random() * 500);
  await scene.server.start();
  return recovered(scene);
};

const terminate = async (scene: Scene, database: string, nth: number): Promise<number> => {
  const ended = await scene.server.terminateBackends(database, nth % 2 === 0 ? 'all' : 'one');
  if (ended === 0) scene.ground.wrong('There was no connection to end.');
  return recovered(scene);
};

const recovered = async (scene: Scene): Promise<number> => {
  const milliseconds = await untilAllWell(scene, scene.session);
  if (milliseconds - scene.usual > scene.bounds.recovery)
    scene.ground.wrong(`It took ${Math.round(milliseconds)} ms until all were OK, and usually at most ${scene.usual}.`);
  for (const { child, output } of scene.processes) {
    if (child.exitCode !== null) scene.ground.wrong(`A process has ended: ${output().slice(-500)}`);
  }
  return milliseconds;
};

/** They write what was noted for the audit trail before they go. */
const stopAll = async ({ wrong }: Ground, processes: readonly Instance[]): Promise<void> => {
  await Promise.all(processes.map(({ kill }) => kill('SIGTERM')));
  for (const { child, output } of processes) {
    if (child.exitCode !== 0) wrong(`A process ended with ${child.exitCode}: ${output().slice(-500)}`);
  }
};
