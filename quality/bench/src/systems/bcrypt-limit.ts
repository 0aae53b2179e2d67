import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Size } from '../data/sizes.ts';
import { median, type Sample } from '../measure/sample.ts';
import { held } from '../processes.ts';
import type { Contender } from './contender.ts';
import { BCRYPT_COST } from './service.ts';

type Outcome = { elapsed: number; latencies: readonly number[]; cpuSeconds: number; rss: number };

const program = join(import.meta.dirname, '../../limits/l3-bcrypt.ts');

const runOnce = (kind: 'hash' | 'compare', cpus: string, seconds: number): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const args = ['-c', cpus, process.execPath, program, kind, String(BCRYPT_COST), String(seconds)];
    const child = held(spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] }));
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(JSON.parse(said)) : reject(new Error('L3 failed.'))));
  });

/** L3 serves nobody: each round is a process that hashes for as long as the others are under load. */
export const bcryptLimit = (kind: 'hash' | 'compare', size: Size): Contender => ({
  name: 'L3 bare bcrypt',
  size,
  start: async ({ cores }) => ({
    pid: 0,
    port: 0,
    child: undefined as never,
    stop: async () => undefined,
    sample: async (seconds): Promise<Sample> => {
      const { elapsed, latencies, cpuSeconds, rss } = await runOnce(kind, cores.server, seconds);
      const sorted = [...latencies].sort((one, other) => one - other);
      return {
        perSecond: latencies.length / elapsed,
        p50: median(latencies),
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
        cpuMicroseconds: (cpuSeconds * 1e6) / latencies.length,
        busy: cpuSeconds / elapsed,
        rss,
      };
    },
  }),
});
