import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SURROUNDINGS } from '../../../together/test/support/process.ts';

/** Runs the command line to its end, on a database. */
export const operatorOn =
  (database: string) =>
  async (args: readonly string[], input = '') => {
    const main = join(import.meta.dirname, '../../src/main.ts');
    const env = { ...SURROUNDINGS, DATABASE_URL: `file:${database}`, BCRYPT_COST: '10' };
    const child = spawn(process.execPath, [main, ...args], { env });
    const out: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (out[name] += chunk));
    child.stdin.end(input);
    const [exitCode] = await once(child, 'close');
    return { exitCode, ...out };
  };
