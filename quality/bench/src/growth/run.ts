import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { say } from '../context.ts';
import { LARGE, MEDIUM, SMALL, TINY } from '../data/sizes.ts';
import { storeOf } from '../data/stores.ts';
import { chosenFrom, openRun } from '../open-run.ts';
import type { Curve, GrowthContext } from './curve.ts';
import { factsOf, keep, requirePlaces } from './keep.ts';
import { OPERATIONS } from './operations.ts';
import { detailsOf, overviewOf } from './tables.ts';

const manner = (quick: boolean): Omit<GrowthContext, 'cores' | 'folder'> =>
  quick
    ? { sizes: [TINY, SMALL, MEDIUM], rounds: 8, warmUpShare: 0.2, fewRounds: 2 }
    : { sizes: [TINY, SMALL, MEDIUM, LARGE], rounds: 50, warmUpShare: 1, fewRounds: 5 };

/** The whole run: the stores, the operations, the tables; and, of all operations, the file, the plots, and the document. */
export const runGrowth = async ({ quick, only }: { quick: boolean; only: readonly string[] }): Promise<void> => {
  const operations = chosenFrom(OPERATIONS, only);
  requirePlaces();
  const { cores, machine, folder } = openRun();
  const context = { ...manner(quick), cores, folder };
  const stores = [];
  for (const size of context.sizes) {
    const { size: bytes } = statSync(await storeOf(size, cores.server));
    stores.push({ rows: size.rows, megabytes: Math.round(bytes / 1e5) / 10 });
  }
  const started = Date.now();
  const curves: Curve[] = [];
  for (const { measure, ...operation } of operations) {
    const began = performance.now();
    curves.push({ ...operation, points: await measure(context) });
    say(`  ${operation.id}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  const loadAtEnd = Math.round((loadavg()[0] ?? 0) * 100) / 100;
  const results = { at: new Date(started).toISOString(), quick, seconds, machine, loadAtEnd, stores, curves };
  process.stdout.write(`\n${overviewOf(curves)}\n\n${detailsOf(curves)}\n\n${factsOf(results)}\n`);
  if (only.length === 0) keep(results);
};
