import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from '@health-case/harness/harness';
import { declare } from '../campaign.ts';
import { lostOf } from '../parents-load.ts';
import { type Load, type Serving, startServing, stopServing, untilAllServe } from '../serving.ts';
import { type Cluster, canFailOver, MISHAPS, type Mishap, startCluster } from './cluster.ts';

export const failover = declare({
  name: 'failover',
  promise:
    'When the primary is killed, stopped or frozen, a synchronous standby takes over; nothing acknowledged is lost or doubled.',
  // `mishaps`: how many, one kind after another. For `longest` ms no write may be acknowledged.
  quick: { mishaps: 1, writers: 8, ofEach: 1, longest: 120_000, isControlled: false },
  full: { mishaps: 4 * MISHAPS.length, writers: 24, ofEach: 2, longest: 30_000, isControlled: true },
  run: async ({ mishaps, longest, isControlled, ...load }, harness) => {
    if (!canFailOver()) return { size: MISSING, figures: {} };
    const cluster = await startCluster(harness, true);
    const serving = await startServing(harness, cluster.database, load);
    const pauses: Record<string, number> = {};
    for (let nth = 0; nth < mishaps; nth += 1) {
      const mishap = MISHAPS[nth % MISHAPS.length] as Mishap;
      const pause = await endure(harness, cluster, serving, mishap);
      if (pause > longest) harness.fail(`No write was acknowledged for ${Math.round(pause)} ms (${mishap}).`);
      pauses[mishap] = Math.max(Math.round(pause / 100) / 10, pauses[mishap] ?? 0);
    }
    const kept = await stopServing(harness, serving, cluster.database);
    const lost = isControlled ? await lostWithoutWaiting(harness, load) : undefined;
    if (lost === 0) harness.fail('With an asynchronous standby nothing was lost either, so nothing has been shown.');
    return {
      size: `${mishaps} mishaps, ${load.writers} writers, ${serving.processes.length} processes`,
      figures: {
        ...kept,
        'seconds without a write': Object.entries(pauses).flat().join(' '),
        ...(lost !== undefined && { 'lost asynchronously': lost }),
      },
    };
  },
});

const MISSING =
  'nothing, as pg_auto_failover is not installed (Debian 12: apt-get install pg-auto-failover-cli postgresql-15-auto-failover)';

/**
 * Resolves to the longest time without an acknowledged write, in milliseconds, once one server follows the other again.
 * What does not happen is reported, and the next step is taken all the same.
 */
const endure = async ({ fail }: Harness, { strike }: Cluster, serving: Serving, mishap: Mishap): Promise<number> => {
  const attempt = (step: Promise<unknown>) => step.catch((error: unknown) => fail(`${mishap}: ${error}`));
  await attempt(serving.parents.until('added', 100));
  await sleep(Math.random() * 1000);
  const since = performance.now();
  const struck = strike(mishap);
  await attempt(struck);
  await attempt(untilAllServe(serving));
  await attempt(serving.parents.until('added'));
  const mend = await struck.catch(() => undefined);
  if (mend) await attempt(mend());
  return serving.parents.longestPauseSince(since);
};

/** How many of those acknowledged are lost where commits do not wait for the standby. */
const lostWithoutWaiting = async (harness: Harness, load: Load): Promise<number> => {
  const losing = { ...harness, fail: () => undefined };
  const cluster = await startCluster(losing, false);
  const serving = await startServing(losing, cluster.database, load);
  await endure(losing, cluster, serving, 'behind');
  await stopServing(losing, serving, cluster.database);
  return lostOf(cluster.database, serving.parents.added.values());
};
