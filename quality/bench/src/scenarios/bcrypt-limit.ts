import { join } from 'node:path';
import { median, percentile } from '../../../harness/src/load.ts';
import { SMALL } from '../sizes.ts';
import { BCRYPT_COST, launch, type System } from '../systems.ts';

type Outcome = { elapsed: number; latencies: readonly number[]; cpuSeconds: number; rss: number };

const program = join(import.meta.dirname, '../../limits/l3-bcrypt.ts');

/** L3 is no server: each round is a process that hashes for as long as the service is under load. */
export const bcryptLimit = (kind: 'hash' | 'compare'): System => ({
  name: 'L3 bare bcrypt',
  size: SMALL,
  start: async (run) => ({
    pid: 0,
    port: 0,
    child: undefined as never,
    stop: async () => undefined,
    sample: async (seconds) => {
      const { exitCode, output } = await launch(run, [program, kind, String(BCRYPT_COST), String(seconds)], {});
      if ((await exitCode) !== 0) throw new Error(`L3 failed. ${output()}`);
      const { elapsed, latencies, cpuSeconds, rss } = JSON.parse(output()) as Outcome;
      return {
        perSecond: latencies.length / elapsed,
        p50: median(latencies),
        p99: percentile(latencies, 0.99),
        cpuMicroseconds: (cpuSeconds * 1e6) / latencies.length,
        busy: cpuSeconds / elapsed,
        rss,
      };
    },
  }),
});
