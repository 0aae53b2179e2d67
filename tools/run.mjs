// Runs one of the project's programs on the Node that the lockfile names, after preparing what it needs. This file
// alone runs on the Node of the host (20 or newer), and so is JavaScript without dependencies.
//
//   node tools/run.mjs apps/together/src/main.ts       a program of the project
//   node tools/run.mjs --bin vitest run                a tool out of node_modules/.bin
//
// What --help prints stands beside a program (main.help.txt), so that nothing need be installed to read it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.prepared');

/** Everything that decides what is installed and generated: while it is as it was, there is nothing to prepare. */
const inputs = () => {
  const packages = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  );
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs'];
  const ofPrisma = ['package.json', 'schema.prisma', 'schema-of.ts', 'generate.ts'];
  const hash = createHash('sha256').update(process.platform).update(process.arch);
  for (const file of [...files, ...packages, ...ofPrisma.map((name) => `prisma/${name}`)]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
};

const stopWith = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

let child;
let isInterrupted = false;
const step = async (what, command, args, env = {}) => {
  process.stderr.write(`${what} …\n`);
  const said = [];
  const status = await new Promise((resolve) => {
    child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('error', ({ message }) => said.push(Buffer.from(`${message}\n`)));
    child.on('close', resolve);
  });
  if (isInterrupted) stopWith('Interrupted. Nothing was started; the next start goes on from here.');
  if (status === 0) return;
  process.stderr.write(Buffer.concat(said));
  stopWith(`${what} failed; what it said stands above. Nothing was started.`);
};

/** The locked Node, where its package is for this machine and runs; otherwise the host's, if it is new enough. */
const findNode = () => {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  if (process.platform === 'win32') names.push(`node-win-${process.arch}`);
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const locked = names.map((name) => join(root, 'node_modules', name, 'bin', executable)).find(existsSync);
  const { status, stderr, error } = locked ? spawnSync(locked, ['-v'], { encoding: 'utf8' }) : {};
  // npm prefers the Node in .bin to the host's, also to run this file: while it does not run, it is put aside.
  const [inUse, aside] = [join(bin, 'node'), join(bin, 'node-aside')];
  const [from, to] = status === 0 ? [aside, inUse] : [inUse, aside];
  if (existsSync(from)) renameSync(from, to);
  if (status === 0) return locked;
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  return stopWith(
    locked
      ? `The packaged Node does not run here; install what it lacks (on Debian: apt-get install libatomic1) or Node 26, and try again. It said: ${(stderr || error?.message || '').trim()}`
      : `There is no packaged Node for ${process.platform} on ${process.arch}; install Node 26 and try again.`,
  );
};

const [first, ...rest] = process.argv.slice(2);
if (first === undefined) stopWith('Name a program to run, such as apps/together/src/main.ts.');
if (rest.includes('--version') && first !== '--bin') {
  process.stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  process.exit(0);
}
const help = join(root, first.replace(/\.ts$/, '.help.txt'));
if (rest.some((word) => word === '--help' || word === '-h') && existsSync(help)) {
  process.stdout.write(readFileSync(help));
  process.exit(0);
}

// Whatever runs, runs in a process of its own, which is to hear what this one is told.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    isInterrupted = true;
    child?.kill(signal);
  });
}
// Ended by a signal, npm ends its shell, and the shell tells nobody: a parent that is gone means the same as a signal.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child?.kill('SIGTERM'), 200).unref();

const generated = join(root, 'packages', 'storage-prisma', 'src', 'generated', 'sqlite', 'client.ts');
const wanted = inputs();
const [prepared, preparedFor] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
const isGenerated = existsSync(generated) && prepared === wanted;
// Programs need a third of what tools do. What tools have installed serves programs, and stays.
const isProgram = /^(apps|prisma|packages\/client\/examples)\//.test(first);
const installedFor = isProgram && preparedFor !== 'tools' ? 'programs' : 'tools';
if (!isGenerated || installedFor !== preparedFor) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const install = ['--yes', packageManager, 'install', '--frozen-lockfile', '--loglevel=error'];
  if (installedFor === 'programs') install.push('--prod');
  rmSync(stamp, { force: true });
  await step('Installing the packages that the lockfile names', 'npx', install, { npm_config_loglevel: 'error' });
  if (!isGenerated) await step('Generating the database client', findNode(), [join('prisma', 'generate.ts')]);
  writeFileSync(stamp, `${wanted} ${installedFor}`);
}

const node = findNode();
const program =
  first === '--bin' ? { command: join(bin, rest[0]), args: rest.slice(1) } : { command: node, args: [first, ...rest] };
child = spawn(program.command, program.args, {
  cwd: root,
  stdio: 'inherit',
  shell: first === '--bin' && process.platform === 'win32',
  env: {
    ...process.env,
    // What is read by no terminal has no colours, also where CI is set.
    ...(!process.stdout.isTTY && !process.env.FORCE_COLOR && { NO_COLOR: '1' }),
    PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
    // Compiling, and taking the types out, is half of a start; what was compiled is kept for the next one.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  },
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});
