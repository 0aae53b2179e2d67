import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '@health-case/terminal/read-arguments';
import { TARGETS } from './targets.ts';

/** Changes the code, one small thing at a time, and asks whether a test notices. */
const here = import.meta.dirname;
const root = join(here, '../..');
const options = { only: { type: 'string' }, force: { type: 'boolean' } } as const;
const { values, positionals: names } = readArguments(import.meta.filename, { options, words: true });

type Where = { readonly cwd?: string; readonly target?: string };

const run = async (command: string, args: readonly string[], { cwd = root, target = '' }: Where = {}) => {
  const child = spawn(command, args, { cwd, env: { ...process.env, MUTATION_TARGET: target }, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
};

/** Stryker has packages of its own, apart from the project's, and takes vitest from there. */
const install = async (): Promise<void> => {
  const stamp = join(here, 'node_modules', '.installed');
  const lockfile = readFileSync(join(here, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return;
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', ['ci', ...quiet], { cwd: here })) !== 0) throw new Error("Stryker's packages are missing.");
  writeFileSync(stamp, lockfile);
};

const mutate = (target: string): Promise<number> => {
  const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const more = [...(values.only ? ['--mutate', values.only] : []), ...(values.force ? ['--force'] : [])];
  return run(process.execPath, [stryker, 'run', 'quality/mutation/stryker.config.ts', ...more], { target });
};

const all = Object.keys(TARGETS);
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined || (values.only && names.length !== 1)) {
  process.stderr.write(`Name ${values.only ? 'the one that the files are of' : 'what there is'}: ${all.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  // It takes long, and whoever works beside it goes first.
  setPriority(10);
  await install();
  for (const target of names.length > 0 ? names : all)
    process.exitCode = (await mutate(target)) || process.exitCode || 0;
}
