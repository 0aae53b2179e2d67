import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';
import { TARGETS } from './targets.ts';

/** Changes the code, one small thing at a time, and counts the changes that a test notices. */
const here = import.meta.dirname;
const options = { only: { type: 'string' }, force: { type: 'boolean' } } as const;
const { values, positionals: names } = readArguments(import.meta.filename, { options, words: true });

/** Its packages have a lockfile of their own. No install script runs. */
const install = (): void => {
  const stamp = join(here, 'node_modules/.installed');
  const lockfile = readFileSync(join(here, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return;
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...quiet], { cwd: here, stdio: 'inherit' });
  writeFileSync(stamp, lockfile);
};

const runStryker = async (target: string): Promise<number> => {
  const env = { ...process.env, MUTATION_TARGET: target };
  const args = [stryker, 'run', 'quality/mutation/stryker.config.ts', ...more];
  const child = spawn(process.execPath, args, { cwd: join(here, '../..'), env, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
};

const all = Object.keys(TARGETS);
if (names.some((name) => !all.includes(name)) || (values.only && names.length !== 1)) {
  process.stderr.write(
    `Name ${values.only ? 'the one that the files belong to' : 'one of these'}: ${all.join(', ')}.\n`,
  );
  process.exit(2);
}
// A run takes long, and must not slow down other work.
setPriority(10);
install();
const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const more = [...(values.only ? ['--mutate', values.only] : []), ...(values.force ? ['--force'] : [])];
for (const target of names.length > 0 ? names : all) {
  process.exitCode = (await runStryker(target)) || process.exitCode || 0;
}
