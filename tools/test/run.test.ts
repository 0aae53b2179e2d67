import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { hasTerminals, leftOf, runOnTerminal } from '@health-case/terminal/testing/on-terminal';
import { describe, expect, it, onTestFinished } from 'vitest';

const INSTALLING = 'Installing the packages that the lockfile names …';
const GENERATING = 'Generating the database client …';

/** A clone in which nothing is installed, and in which installing is what `npx` is made to do. */
const emptyClone = (npx: string) => {
  const clone = mkdtempSync(join(tmpdir(), 'health-case-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  const write = (path: string, content: string, mode = 0o644) => {
    mkdirSync(join(clone, path, '..'), { recursive: true });
    writeFileSync(join(clone, path), content, { mode });
  };
  cpSync(join(import.meta.dirname, '../run.mjs'), join(clone, 'tools/run.mjs'));
  write('package.json', '{ "packageManager": "pnpm@0.0.0" }');
  for (const folder of ['packages', 'apps', 'node_modules']) mkdirSync(join(clone, folder));
  write('bin/npx', `#!/bin/sh\n${npx}\n`, 0o755);
  const generated = 'packages/storage-prisma/src/generated/sqlite';
  write('tools/generate.ts', `require('fs').writeFileSync('${join(clone, generated)}/client.ts', '')`);
  mkdirSync(join(clone, generated), { recursive: true });
  write('program.ts', "process.stdout.write('served\\n')");
  write('program.help.txt', 'Usage: npm start\n');
  const command = [process.execPath, join(clone, 'tools/run.mjs'), 'program.ts'] as const;
  const env = { PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter) };
  return { command, env };
};

const start = ({ command: [node, ...args], env }: ReturnType<typeof emptyClone>, ...more: readonly string[]) => {
  const child = spawn(node, [...args, ...more], { env });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk: Buffer) => (out[name] += chunk));
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number, ...out }));
  return { child, ended, out };
};

describe('the first start', () => {
  it('says in a pipe what it does, a line each, and the second start nothing', async () => {
    const clone = emptyClone('echo much; sleep 1.5');
    const served = { exitCode: 0, stdout: 'served\n' };
    expect(await start(clone).ended).toEqual({ ...served, stderr: `${INSTALLING}\n${GENERATING}\n` });
    expect(await start(clone).ended).toEqual({ ...served, stderr: '' });
  });

  it.skipIf(!hasTerminals)('counts the seconds on a terminal', async () => {
    const { command, env } = emptyClone('echo much; sleep 3');
    const { exitCode, shown } = await runOnTerminal(command, { env });
    expect(exitCode).toBe(0);
    expect(shown).toMatch(new RegExp(`${INSTALLING} 0 s\\r${INSTALLING} [12] s`));
    const [installing, generating, ...rest] = leftOf(shown);
    expect(installing).toMatch(new RegExp(`^${INSTALLING} \\d+ s$`));
    expect(generating).toMatch(new RegExp(`^${GENERATING} \\d+ s$`));
    expect(rest).toEqual(['served', '']);
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

  it('is not needed to read a help', async () => {
    const clone = emptyClone('exit 1');
    expect(await start(clone, '--help').ended).toEqual({ exitCode: 0, stdout: 'Usage: npm start\n', stderr: '' });
  });
});
