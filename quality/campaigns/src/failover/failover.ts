import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, createApi, member, person } from '@health-case/harness/client';
import type { Database } from '@health-case/harness/databases';
import type { Harness } from '@health-case/harness/harness';
import { median } from '@health-case/harness/load';
import { type Instance, type Instances, startApp, stopProcesses } from '@health-case/harness/processes';
import { declare } from '../campaign.ts';
import { judgeChildren, type Parents, startParents } from '../parents.ts';
import { untilAllServe } from '../until-all-serve.ts';
import { type Casework, createCasework, judgeCasework } from './casework.ts';
import { type Cluster, canFailOver, type Mishap, startCluster } from './cluster.ts';

const MISHAPS = ['killed', 'stopped', 'frozen', 'behind'] as const;

export const failover = declare({
  name: 'failover',
  promise:
    'When the PostgreSQL server that takes writes is killed, stopped or frozen under load, its synchronous standby takes ' +
    'over and writes go on by themselves; nothing that was acknowledged is lost or doubled. With an asynchronous standby ' +
    'something would be lost.',
  quick: { failovers: 1, others: 0, writers: 8, longest: 120_000, isControlled: false },
  full: { failovers: 20, others: 5, writers: 24, longest: 30_000, isControlled: true },
  run: async ({ failovers, others, writers, longest, isControlled }, harness) => {
    if (!canFailOver()) return { size: MISSING, figures: {} };
    const scene = await createScene(harness, await startCluster(harness, true), writers);
    const endureAll = async (times: number, mishaps: readonly Mishap[]): Promise<readonly number[]> => {
      const pauses: number[] = [];
      for (let nth = 0; nth < times; nth += 1) {
        pauses.push(await endure(scene, mishaps[nth % mishaps.length] as Mishap));
      }
      return pauses;
    };
    const pauses = await endureAll(failovers, MISHAPS);
    const restarted = await endureAll(others, ['restarted']);
    const switched = await endureAll(others, ['switched']);
    const alone = await endureAll(others, ['alone']);
    if (Math.max(...pauses) > longest) harness.fail(`No write was acknowledged for ${Math.max(...pauses)} ms.`);
    const kept = await judge(harness, scene);
    const lost = isControlled ? await lostWithoutWaiting(harness, writers) : undefined;
    if (lost === 0) harness.fail('With an asynchronous standby nothing was lost either, so nothing has been shown.');
    return {
      size: `${failovers} failovers, ${others} restarts, switches and losses of the standby, ${writers} writers, 2 processes`,
      figures: {
        'children, cases and tasks kept': kept,
        'replies 503': scene.parents.counts.refused,
        'longest without a write (s)': inSeconds(Math.max(...pauses)),
        'median (s)': inSeconds(median(pauses)),
        ...(others > 0 && {
          'longest when the server was started again (s)': inSeconds(Math.max(...restarted)),
          'when it was switched (s)': inSeconds(Math.max(...switched)),
          'when the standby was killed (s)': inSeconds(Math.max(...alone)),
        }),
        ...(lost !== undefined && { 'lost with an asynchronous standby': lost }),
      },
    };
  },
});

const MISSING =
  'nothing, as pg_auto_failover is not installed (Debian 12: apt-get install pg-auto-failover-cli postgresql-15-auto-failover)';

const inSeconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

type Scene = {
  readonly strike: Cluster['strike'];
  readonly database: Database;
  readonly api: Api;
  readonly apps: readonly Instances[];
  /** What each process serves. */
  readonly processes: readonly Instance[];
  readonly session: string;
  readonly parents: Parents;
  readonly casework: Casework;
};

/** Two processes over the cluster, under load. */
const createScene = async (harness: Harness, cluster: Cluster, writers: number): Promise<Scene> => {
  const { environment } = cluster.database;
  const apps = [
    await startApp(harness, 'together', environment),
    await startApp(harness, 'together', environment),
  ] as const;
  const processes = apps.flat();
  const api = createApi(harness);
  const session = await api.join(apps[0][0], person('mia@example.org'));
  const doctor = await api.join(apps[0][0], person('dora@example.org', { role: 'Doc' }));
  const doctorId = member(await api.call(apps[0][0], 'GET /api/Auth/me', { id: doctor }), 'ID');
  const casework = createCasework(api, { parent: session, doctor, doctorId });
  const load = { session, instances: () => processes, writers, mayFail: 'all', workOn: casework.workOn } as const;
  return { ...cluster, api, apps, processes, session, casework, parents: startParents(harness, load) };
};

/** Resolves to the longest time without an acknowledged write, in milliseconds, once one server follows the other again. */
const endure = async ({ parents, strike, ...serving }: Scene, mishap: Mishap): Promise<number> => {
  await parents.until('added', 100);
  await sleep(Math.random() * 1000);
  parents.takeLongestPause();
  const { mend } = await strike(mishap);
  await untilAllServe(serving);
  await parents.until('added');
  await mend();
  return parents.takeLongestPause();
};

/** Resolves to how much is kept. */
const judge = async (harness: Harness, { parents, apps, database, casework }: Scene): Promise<number> => {
  await parents.stop();
  await stopProcesses(
    harness,
    apps.map(([one]) => one),
  );
  const kept = await judgeChildren(harness, database, parents.added.values());
  return kept + (await judgeCasework(harness, database, casework));
};

/** How many of those acknowledged are lost where commits do not wait for the standby. */
const lostWithoutWaiting = async (harness: Harness, writers: number): Promise<number> => {
  const failures: string[] = [];
  const listening = { ...harness, fail: (sentence: string) => void failures.push(sentence) };
  const scene = await createScene(listening, await startCluster(harness, false), writers);
  await endure(scene, 'behind');
  await judge(listening, scene);
  return failures.reduce((sum, sentence) => sum + Number(/^(\d+) .*\blost\b/.exec(sentence)?.[1] ?? 0), 0);
};
