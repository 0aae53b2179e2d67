// Runs one of the project's programs on the Node that the lockfile names, after preparing what it needs. This file alone
// runs on the Node of the host (20 or newer), and so is JavaScript without dependencies.
//
//   node tools/run.mjs apps/together/src/main.ts       a program of the project
//   node tools/run.mjs --bin vitest run                a tool out of node_modules/.bin
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.prepared');

/** Everything that decides what is installed and generated: while it is as it was, there is nothing to prepare. */
const inputs = () => {
  const packages = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  );
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'prisma/models.prisma', 'tools/generate.ts'];
  const datasources = ['sqlite', 'postgresql'].map((provider) => `prisma/${provider}/datasource.prisma`);
  const hash = createHash('sha256').update(process.platform).update(process.arch);
  for (const file of [...files, ...packages, ...datasources]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

const stopWith = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const step = (what, command, args, env = {}) => {
  process.stderr.write(`${what} …\n`);
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env: { ...process.env, ...env }, shell });
  if (status === 0) return;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  stopWith(`${what} failed; what it said stands above. Nothing was started.`);
};

/** The locked Node where its package exists for this machine, otherwise the host's if it is new enough. */
const findNode = () => {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  if (process.platform === 'win32') names.push(`node-win-${process.arch}`);
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const locked = names.map((name) => join(root, 'node_modules', name, 'bin', executable)).find(existsSync);
  if (locked) return locked;
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  return stopWith(
    `There is no packaged Node for ${process.platform} on ${process.arch}; install Node 26 and try again.`,
  );
};

const generated = join(root, 'packages', 'storage-prisma', 'src', 'generated', 'sqlite', 'client.ts');
const wanted = inputs();
if (!existsSync(generated) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const install = ['--yes', packageManager, 'install', '--frozen-lockfile', '--loglevel=error'];
  step('Installing the packages that the lockfile names', 'npx', install, { npm_config_loglevel: 'error' });
  step('Generating the database client', findNode(), [join('tools', 'generate.ts')]);
  writeFileSync(stamp, wanted);
}

const node = findNode();
const [first, ...rest] = process.argv.slice(2);
const bin = join(root, 'node_modules', '.bin');
const program =
  first === '--bin' ? { command: join(bin, rest[0]), args: rest.slice(1) } : { command: node, args: [first, ...rest] };
const child = spawn(program.command, program.args, {
  cwd: root,
  stdio: 'inherit',
  shell: first === '--bin' && process.platform === 'win32',
  env: {
    ...process.env,
    PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
    // Compiling, and taking the types out, is half of a start; what was compiled is kept for the next one.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// Ended by a signal, npm ends its shell, and the shell tells nobody: a parent that is gone means the same as a signal.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 200).unref();
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});
