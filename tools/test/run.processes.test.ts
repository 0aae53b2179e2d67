import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { scratchFolder } from '@health-case/terminal/testing/scratch-folder';
import { describe, expect, it } from 'vitest';

const INSTALLING = 'Installing the packages that the lockfile names …';
const GENERATING = 'Generating the database client …';

/** What it adds up to where a packaged Node lacks a library. */
const LACKS_LIBRARY = `#!/bin/sh
echo 'node: error while loading shared libraries: libatomic.so.1' >&2
exit 127`;

/** A clone in which nothing is installed, and in which installing is what `npx` is made to do. */
const emptyClone = (npx: string) => {
  const clone = scratchFolder();
  const write = (path: string, content: string, mode = 0o644) => {
    mkdirSync(join(clone, path, '..'), { recursive: true });
    writeFileSync(join(clone, path), content, { mode });
  };
  cpSync(join(import.meta.dirname, '../run.mjs'), join(clone, 'tools/run.mjs'));
  const scripts = { start: 'node tools/run.mjs apps/program.ts', test: 'node tools/run.mjs tools/tool.ts' };
  write('package.json', JSON.stringify({ version: '1.2.3', packageManager: 'pnpm@0.0.0', scripts }));
  for (const folder of ['packages', 'apps', 'node_modules']) mkdirSync(join(clone, folder));
  write('bin/npx', `#!/bin/sh\n${npx}\n`, 0o755);
  const generated = 'packages/storage-prisma/src/generated/sqlite';
  write('prisma/generate.ts', `require('fs').writeFileSync('${join(clone, generated)}/client.ts', '')`);
  mkdirSync(join(clone, generated), { recursive: true });
  write('apps/program.ts', "process.stdout.write('served\\n')");
  write('apps/program.help.txt', 'Usage: npm start\n');
  write('tools/tool.ts', "process.stdout.write('tested\\n')");
  const command = [process.execPath, join(clone, 'tools/run.mjs'), 'apps/program.ts'] as const;
  const env = { PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter) };
  return { command, env, clone, write };
};

type Start = Pick<SpawnOptions, 'cwd' | 'env'> & { readonly command: readonly [string, ...string[]] };

const start = ({ command: [program, ...args], ...options }: Start, ...more: readonly string[]) => {
  const child = spawn(program, [...args, ...more], options);
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (out[name] += chunk));
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number, ...out }));
  return { child, ended, out };
};

describe('the first start', () => {
  it('says what it does, a line each, and the second start nothing', async () => {
    const clone = emptyClone('echo much; sleep 1.5');
    const served = { exitCode: 0, stdout: 'served\n' };
    expect(await start(clone).ended).toEqual({ ...served, stderr: `${INSTALLING}\n${GENERATING}\n` });
    expect(await start(clone).ended).toEqual({ ...served, stderr: '' });
  });

  it('that fails shows what was said, and starts nothing', async () => {
    const failed = await start(emptyClone('echo there is no network >&2; exit 1')).ended;
    expect(failed).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `${INSTALLING}\nthere is no network\n${INSTALLING.slice(0, -2)} failed; what it said stands above. Nothing was started.\n`,
    });
  });

  it('that is interrupted ends with what it had begun, and says so', async () => {
    const { child, ended, out } = start(emptyClone('exec sleep 20'));
    await expect.poll(() => out.stderr).toBe(`${INSTALLING}\n`);
    child.kill('SIGINT');
    expect(await ended).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `${INSTALLING}\nInterrupted. Nothing was started; the next start goes on from here.\n`,
    });
  });

  it.each([
    ['--help', 'Usage: npm start\n'],
    ['--version', '1.2.3\n'],
  ])('is not needed for %s', async (option, stdout) => {
    expect(await start(emptyClone('exit 1'), option).ended).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it('installs what programs need; tools add what is theirs, which then stays', async () => {
    const { command, env, clone } = emptyClone(`echo "$@" >> "$(dirname "$0")/../installed"`);
    const tool = { command: [command[0], command[1], 'tools/tool.ts'] as const, env };
    const installed = () => readFileSync(join(clone, 'installed'), 'utf8').split('\n').slice(0, -1);
    const install = '--yes pnpm@0.0.0 install --frozen-lockfile --loglevel=error';
    for (const one of [{ command, env }, tool, { command, env }, tool]) await start(one).ended;
    expect(installed()).toEqual([`${install} --prod`, install]);
    writeFileSync(join(clone, 'pnpm-lock.yaml'), 'changed');
    await start({ command, env }).ended;
    expect(installed().slice(2)).toEqual([install]);
  });
});

describe.skipIf(process.platform === 'win32')('a packaged Node that does not run here', () => {
  const packaged = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  /** As npm does it, which looks for `node` in node_modules/.bin first. */
  const npmStart = (nodeOptions: string) => {
    const { clone, env, write } = emptyClone(
      'mkdir -p node_modules/.bin && ln -sf "../../packaged" node_modules/.bin/node',
    );
    for (const path of [packaged, 'packaged']) write(path, LACKS_LIBRARY, 0o755);
    // What runs Node then is as old as a host's Node may be.
    write('old.mjs', "Object.defineProperty(process, 'versions', { value: { node: '20.0.0' } });");
    const command = ['npm', 'start', '--silent'] as const;
    const options = { cwd: clone, env: { ...process.env, ...env, NODE_OPTIONS: nodeOptions.replace('CLONE', clone) } };
    return { write, once: () => start({ command, ...options }).ended };
  };

  it('is replaced by the Node of the host, if that is new enough', async () => {
    expect(await npmStart('').once()).toMatchObject({ exitCode: 0, stdout: 'served\n' });
  });

  it('is told of, with what to install, at each start until it runs', async () => {
    const { write, once } = npmStart('--import=CLONE/old.mjs');
    const told = expect.stringContaining('install what it lacks (on Debian: apt-get install libatomic1)');
    expect([await once(), await once()]).toEqual(Array(2).fill({ exitCode: 1, stdout: '', stderr: told }));
    write(packaged, `#!/bin/sh\nexec '${process.execPath}' "$@"`, 0o755);
    expect(await once()).toMatchObject({ exitCode: 0, stdout: 'served\n' });
  });
});
