import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';

const here = join(import.meta.dirname, '../..');
const root = join(here, '../..');
const run = promisify(execFile);

/** The package as `pnpm pack` makes it, and a project beside it that has installed it, for the tests of the file that asks. */
export const openPacked = () => {
  const folder = mkdtempSync(join(tmpdir(), 'health-case-client-'));
  const installed = join(folder, 'node_modules/@health-case/client');
  beforeAll(async () => {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const pack = ['--yes', '--prefer-offline', packageManager, 'pack', '--out', join(folder, 'client.tgz')];
    await run('npx', pack, { cwd: here, shell: process.platform === 'win32' });
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, 'client.tgz'), '-C', installed, '--strip-components', '1']);
    symlinkSync(join(here, 'node_modules/vitest'), join(folder, 'node_modules/vitest'), 'junction');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What a tool of the workspace, or Node, says in the project: its exit code and its output. */
  const sayIn = async (program: string, ...args: string[]): Promise<readonly [code: number, output: string]> => {
    const env = { ...process.env, NO_COLOR: '1' };
    return run(program, args, { cwd: folder, env }).then(
      ({ stdout }) => [0, stdout],
      ({ code, stdout, stderr }) => [code, `${stdout}${stderr}`],
    );
  };
  return {
    installed,
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    tsc: (...args: string[]) => sayIn(join(root, 'node_modules/.bin/tsc'), ...args),
    node: (...args: string[]) => sayIn(process.execPath, ...args),
  };
};

/** A page with a program that imports the packed modules, as they are, from the same host. */
export const openPageServer = (installed: string, program: string) => {
  const modules = ['variant-a', 'variant-b'].map((name) => [`@health-case/client/${name}`, `/dist/${name}.js`]);
  const importMap = JSON.stringify({ imports: Object.fromEntries(modules) });
  const page = `<!doctype html><title>A page</title><script type="importmap">${importMap}</script>`;
  const textOf = (url: string): string | Buffer => {
    if (url === '/') return page;
    if (url === '/program.js') return stripTypeScriptTypes(readFileSync(program, 'utf8'));
    return readFileSync(join(installed, url));
  };
  const server = createServer(({ url = '' }, outgoing) => {
    outgoing.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html').end(textOf(url));
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());
  return { origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
